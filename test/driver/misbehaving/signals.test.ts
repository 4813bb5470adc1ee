/** A program that does not listen: to the interrupt, to SIGINT, to SIGTERM. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEAFNESS } from '../../client/deafness.ts'
import { isAlive } from '../../process/children.ts'
import { hasEnded } from '../driven.ts'
import { type DriverStage, driverStage, LEDGERS } from '../stage.ts'
import { openFake } from './fake-cli.ts'

describe.each(DEAFNESS)(
  'an interrupt that is not answered, deaf to $deafTo',
  ({ deafTo, signal, signalWaits }) => {
    let stage: DriverStage
    beforeAll(async () => {
      stage = await driverStage('2.1.325', { signalWaits })
    })
    afterAll(() => stage.close())

    test.concurrent.each(LEDGERS)(
      `R-INTR-1 R-INTR-19 in the %s, the process ends with ${signal}`,
      async (ledger) => {
        const { driven, turn, requests } = await openFake(stage, ledger, {
          deafToRequests: ['interrupt'],
          deafToSignals: deafTo,
        })
        await turn()
        await driven.until(({ turns }) => turns.current !== null)
        const pid = driven.pid ?? 0
        expect(isAlive(pid)).toBe(true)
        expect(await driven.interrupt({ timeout: 50 })).toEqual({ escalated: true })
        const { process, turns } = await driven.until(hasEnded)
        expect(process.ended).toMatchObject({ signal })
        expect(turns.current).toBeNull()
        expect(isAlive(pid)).toBe(false)
        // The signal may end the program before it reads the request.
        expect(requests('interrupt').length).toBeLessThanOrEqual(1)
      },
    )
  },
)

describe.each(LEDGERS)('an interrupt that is answered, in the %s', (ledger) => {
  let stage: DriverStage
  beforeAll(async () => {
    stage = await driverStage('2.1.325')
  })
  afterAll(() => stage.close())

  test('R-INTR-1 R-INTR-2 sends no signal', async () => {
    const { driven, turn, caughtUp } = await openFake(stage, ledger)
    await turn()
    await driven.until(({ turns }) => turns.current !== null)
    expect(await driven.interrupt()).not.toHaveProperty('escalated')
    await caughtUp()
    expect(isAlive(driven.pid ?? 0)).toBe(true)
  })
})
