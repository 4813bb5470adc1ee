/** A program that falls silent in a turn. Time is an argument of liveness, so nothing here waits for it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valueAt } from '../../../src/state/list.ts'
import { liveness } from '../../../src/state/liveness/liveness.ts'
import { PROBE_TIMEOUT } from '../../../src/state/liveness/stall.ts'
import * as say from '../../client/messages.ts'
import { asked, hasTurns } from '../driven.ts'
import { type DriverStage, driverStage, LEDGERS } from '../stage.ts'
import { asks, openFake, raw } from './fake-cli.ts'

const stallAfter = 150
const PROBE = expect.stringMatching(/^probe-/)

let stage: DriverStage
beforeAll(async () => {
  stage = await driverStage('2.1.325', { stallAfter })
})
afterAll(() => stage.close())

describe.each(LEDGERS)('silence in a turn, in the %s', (ledger) => {
  test('R-LIVE-12 a CLI that answers the probe waits for the model', async () => {
    const { driven, turn, requests } = await openFake(stage, ledger)
    await turn()
    const state = await driven.until(({ control }) => control.probe?.answeredAt !== undefined)
    expect(liveness(state, state.at, { stallAfter })).toMatchObject({
      status: 'stalled',
      stalled: { answers: true },
    })
    expect(requests('get_binary_version')[0]).toMatchObject({ request_id: PROBE })
    // The answer of a CLI does not end the silence, and grows old.
    await expect.poll(() => requests('get_binary_version').length).toBeGreaterThan(1)
  })

  test('R-LIVE-12 R-LIVE-20 one that does not answer is stalled once its time is over', async () => {
    const { driven, turn, requests, caughtUp } = await openFake(stage, ledger, {
      deafToRequests: ['get_binary_version'],
    })
    await turn()
    const state = await driven.until(({ control }) => control.probe !== null)
    const sentAt = state.control.probe?.sentAt ?? 0
    expect(liveness(state, sentAt, { stallAfter }).stalled).toBeUndefined()
    expect(liveness(state, sentAt + PROBE_TIMEOUT, { stallAfter })).toMatchObject({
      status: 'stalled',
      stalled: { answers: false },
    })
    await caughtUp()
    expect(requests('get_binary_version')).toMatchObject([{ request_id: PROBE }])
  })

  test('R-LIVE-4 R-LIVE-12 nobody asks while an approval waits, nor between two turns', async () => {
    const approval = await openFake(stage, ledger)
    await approval.turn(asks('q1', say.canUseTool()))
    await asked(approval.driven)
    const idle = await openFake(stage, ledger)
    // Its silence begins after theirs: when it is probed, they would have been.
    const later = await openFake(stage, ledger)
    await later.turn()
    await later.driven.until(({ control }) => control.probe !== null)
    for (const { driven, caughtUp, requests } of [approval, idle]) {
      await caughtUp()
      expect(driven.state.control.probe).toBeNull()
      expect(requests('get_binary_version')).toEqual([])
    }
    // With the answer the model is awaited again.
    await approval.driven.answer('q1', { decision: 'allow' })
    await approval.driven.until(({ control }) => control.probe !== null)
  })

  test('R-LIVE-12 R-CONTROL-46 a legacy version is probed with a request that it knows', async () => {
    const { driven, turn, requests } = await openFake(stage, ledger, { program: 'legacy' })
    await turn()
    await driven.until(({ control }) => control.probe?.answeredAt !== undefined)
    expect(requests('mcp_status')[0]).toMatchObject({ request_id: PROBE })
    expect(requests('get_binary_version')).toEqual([])
  })

  test('R-LIVE-23 a turn whose result could not be read is over once the CLI is idle and answers', async () => {
    const { driven, turn, caughtUp } = await openFake(stage, ledger)
    await turn(raw(`{"type":"result","deep":${'['.repeat(600)}${']'.repeat(600)}}\n`), say.idle)
    const { turns, prompts } = await driven.until(hasTurns(1))
    expect([turns.current, valueAt(turns.past, 0)?.lost, prompts.open]).toEqual([null, 'no-result', []])
    await turn(say.result('as ever'))
    await driven.until(hasTurns(2))
    await caughtUp()
    expect(liveness(driven.state, Date.now()).status).toBe('idle')
  })
})
