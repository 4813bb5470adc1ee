import { describe, expect, test } from 'vitest'
import type { StdoutMessage } from '../protocol/stdout.ts'
import type { EventBody } from './events.ts'
import { emptyState } from './session-state.ts'
import { costShare, foldUsage, type UsageState } from './usage-state.ts'
import { tokensOfTurn, totalCost, totalsByModel } from './usage-totals.ts'

const started = (generation: number): EventBody => ({ kind: 'process-started', generation })
const killed: EventBody = {
  kind: 'process-exited',
  generation: 1,
  cause: 'kill',
  exitCode: null,
  signal: 'SIGKILL',
}
const received = (message: object): EventBody => ({ kind: 'received', message: message as StdoutMessage })

function result(cost: number, fields: object = {}): EventBody {
  return received({ type: 'result', subtype: 'success', is_error: false, total_cost_usd: cost, ...fields })
}
function answer(id: string, input: number, output: number, fields: object = {}): EventBody {
  const usage = { input_tokens: input, output_tokens: output, cache_read_input_tokens: 100 }
  return received({ type: 'assistant', message: { id, model: 'opus', content: [], usage }, ...fields })
}
function fold(...bodies: EventBody[]): UsageState {
  return bodies.reduce<UsageState>((usage, body, index) => {
    const state = { ...emptyState, facts: { ...emptyState.facts, model: 'opus' }, usage }
    return foldUsage(state, { ...body, seq: index + 1, at: index }, state)
  }, emptyState.usage)
}

describe('cost', () => {
  test('R-COST-4 the cost of a session is the sum over its processes of the last figure of each', () => {
    const usage = fold(started(1), result(0.5), result(0.75), killed, started(2), result(0.25), result(0.3))
    expect(totalCost(usage)).toBeCloseTo(1.05)
  })

  test('where the CLI begins to count anew inside a process, nothing is lost', () => {
    expect(totalCost(fold(started(1), result(0.5), result(0.1), result(0.2)))).toBeCloseTo(0.7)
  })

  test('a process that ends without a result costs nothing that is known', () => {
    expect(totalCost(fold(started(1), result(0.5), killed, started(2), killed, started(3)))).toBeCloseTo(0.5)
  })

  test("a turn's share is what its result adds", () => {
    const usage = fold(started(1), result(0.5))
    const next = { type: 'result', subtype: 'success', is_error: false, total_cost_usd: 0.8 } as const
    expect(costShare(usage, next)).toBeCloseTo(0.3)
    expect(costShare(usage, { ...next, total_cost_usd: 0.2 })).toBeCloseTo(0.2)
    expect(costShare(usage, { type: 'result', subtype: 'success', is_error: false })).toBeUndefined()
  })

  test('tokens per model add up over processes', () => {
    const used = (inputTokens: number): object => ({
      modelUsage: { opus: { inputTokens, outputTokens: 2, costUSD: 0.1 } },
    })
    const usage = fold(
      started(1),
      result(0.1, used(10)),
      result(0.2, used(30)),
      killed,
      started(2),
      result(0.1, used(5)),
    )
    expect(totalsByModel(usage)).toEqual({
      opus: { input: 35, output: 4, cacheRead: 0, cacheCreation: 0, costUsd: 0.2, webSearches: 0 },
    })
  })

  test('R-COST-5 the usage of an answer in a stream is not final: it is an estimate for the running turn, not cost', () => {
    const running = fold(started(1), answer('m1', 10, 1), answer('m1', 10, 1), answer('m2', 20, 3))
    expect(totalCost(running)).toBe(0)
    expect(totalsByModel(running)).toEqual({})
    expect(tokensOfTurn(running)).toEqual({ input: 30, output: 4, cacheRead: 200, cacheCreation: 0 })
    expect(tokensOfTurn(fold(answer('m1', 10, 1), result(0.1)))).toEqual({
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheCreation: 0,
    })
  })
})

describe('the meter of the context window', () => {
  test('follows the last answer of the main thread, and learns the size of the window from results', () => {
    const usage = fold(
      answer('m1', 10, 1),
      result(0.1, { modelUsage: { opus: { contextWindow: 200_000 } } }),
      answer('m2', 50, 1),
      answer('m3', 9000, 1, { parent_tool_use_id: 'toolu_agent' }),
    )
    expect(usage.context).toEqual({ tokens: 151, window: 200_000, isEstimate: true, at: 2 })
  })

  test.each(['constructor', 'toString', '__proto__'])('a model called %s has no size of its own', (model) => {
    const facts = { ...emptyState.facts, model }
    const before = { ...emptyState, facts, usage: fold(answer('m1', 10, 1)) }
    expect(foldUsage(before, { ...result(0.1), seq: 2, at: 2 }, before).context).toEqual(before.usage.context)
  })

  test("takes the CLI's own account, and what a compaction or a reset leaves", () => {
    const account = received({
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: 'r',
        response: { totalTokens: 12_000, maxTokens: 200_000 },
      },
    })
    const compacted = received({
      type: 'system',
      subtype: 'compact_boundary',
      compact_metadata: { post_tokens: 900 },
    })
    const reset = received({ type: 'conversation_reset', new_conversation_id: 'c' })
    expect(fold(account).context).toEqual({ tokens: 12_000, window: 200_000, isEstimate: false, at: 0 })
    expect(fold(account, compacted).context).toMatchObject({ tokens: 900, window: 200_000 })
    expect(fold(account, reset).context).toMatchObject({ tokens: 0 })
  })

  test('an error that the CLI words as an answer does not count', () => {
    const error = received({
      type: 'assistant',
      message: { id: 'x', model: '<synthetic>', content: [], usage: { input_tokens: 0 } },
    })
    expect(fold(answer('m1', 10, 1), error).context?.tokens).toBe(111)
  })
})

test('denials are counted, the last ones kept', () => {
  const denied = {
    permission_denials: [{ tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'rm' } }],
  }
  const usage = fold(...Array.from({ length: 60 }, () => result(0, denied)))
  expect(usage.denials.count).toBe(60)
  expect(usage.denials.last).toHaveLength(50)
  expect(usage.denials.last[0]).toEqual({
    toolName: 'Bash',
    toolUseId: 't',
    input: { command: 'rm' },
    at: 10,
  })
})

test.each([
  { modelUsage: 'no' },
  { modelUsage: { opus: null } },
  { total_cost_usd: 'free' },
  { permission_denials: [null, 1] },
])('malformed figures %j do no harm', (fields) => {
  expect(totalCost(fold(result(0.5), result(0.6, fields)))).toBeLessThanOrEqual(0.6)
})
