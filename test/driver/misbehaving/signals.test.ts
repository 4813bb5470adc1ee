/** A program that does not listen: to the interrupt, to SIGINT, to SIGTERM. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '../../process/children.ts'
import { hasEnded } from '../driven.ts'
import { type DriverStage, driverStage, LEDGERS } from '../stage.ts'
import { openFake } from './fake-cli.ts'

let stage: DriverStage
beforeAll(async () => {
  stage = await driverStage('2.1.325', { signalWaits: { afterSigint: 2500, afterSigterm: 2500 } })
})
afterAll(() => stage.close())

describe.each(LEDGERS)('an interrupt that is not answered, in the %s', (ledger) => {
  test.concurrent.each([
    [[], 'SIGINT'],
    [['SIGINT'], 'SIGTERM'],
    [['SIGINT', 'SIGTERM'], 'SIGKILL'],
  ])('R-INTR-1 R-INTR-19 deaf to %j, the process ends with %s', async (deafToSignals, signal) => {
    const { driven, turn, requests } = await openFake(stage, ledger, {
      deafToRequests: ['interrupt'],
      deafToSignals,
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
    expect(requests('interrupt')).toHaveLength(1)
  })

  test('R-INTR-1 R-INTR-2 one that is answered sends no signal', async () => {
    const { driven, turn, caughtUp } = await openFake(stage, ledger)
    await turn()
    await driven.until(({ turns }) => turns.current !== null)
    expect(await driven.interrupt()).not.toHaveProperty('escalated')
    await caughtUp()
    expect(isAlive(driven.pid ?? 0)).toBe(true)
  })
})
