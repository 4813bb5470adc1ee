/** Requests to a CLI, and the one that is sent unasked when it falls silent. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveness } from '../../src/state/liveness/liveness.ts'
import { testedVersions } from '../e2e/claude-binaries.ts'
import { hasTurns, outcomes } from './driven.ts'
import { type DriverStage, driverStage, LEDGERS } from './stage.ts'

/** So short that a held model stalls at once. */
const stallAfter = 1000

describe.each(testedVersions)('requests to %s', (version) => {
  const isOld = version === '2.1.197'
  let stage: DriverStage
  beforeAll(async () => {
    stage = await driverStage(version, { stallAfter })
  })
  afterAll(() => stage.close())

  describe.each(LEDGERS)('from the %s', (ledger) => {
    test('R-PERM-2 R-CONTROL-56 the mode `manual` is the default mode', async () => {
      const driven = await stage.open(ledger)
      await driven.request('set_permission_mode', { mode: 'plan' })
      expect(await driven.request('set_permission_mode', { mode: 'manual' })).toEqual({ mode: 'default' })
    })

    test('R-LIVE-12 R-CONTROL-45 R-CONTROL-47 R-MCP-27 in a silent turn', async () => {
      stage.script({ wait: [[{ hold: 'silence' }, { text: 'At last.' }]] })
      const driven = await stage.open(ledger)
      await driven.send('wait')
      const state = await driven.until(({ control }) => control.probe?.answeredAt !== undefined)
      expect(liveness(state, state.at, { stallAfter })).toMatchObject({
        status: 'stalled',
        wait: { kind: 'model' },
        stalled: { answers: true },
      })
      await expect(driven.request('open_the_pod_bay_doors')).rejects.toMatchObject(
        driven.refusal('unsupported'),
      )
      const call = driven.request('mcp_call', { tool: 'mcp__dock__depth', check_permissions: true })
      // The new one has the request, and no such server.
      if (isOld) await expect(call).rejects.toMatchObject(driven.refusal('bad-request'))
      else await expect(call).rejects.not.toMatchObject(driven.refusal('bad-request'))
      stage.model.release('silence')
      await driven.until(hasTurns(1))
      expect(outcomes(driven)).toEqual(['success At last.'])
    })
  })
})
