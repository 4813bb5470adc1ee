import { expect, test } from 'vitest'
import type { ResultMessage } from '../../protocol/messages/result.ts'
import { reduce } from '../../state/reduce.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import { totalsByModel } from '../../state/usage-totals.ts'
import { UsageMeter } from './usage-meter.ts'

const DAY = Date.UTC(2026, 0, 2, 23, 59)
const used = (costUSD: number, inputTokens: number) => ({
  costUSD,
  inputTokens,
  outputTokens: 1,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
})
const result = (modelUsage: object) => ({ type: 'result', modelUsage }) as unknown as ResultMessage
const taken = (meter: UsageMeter, modelUsage: object) =>
  meter
    .take('s', result(modelUsage), DAY)
    .map(({ model, costUsd, input, turns }) => [model, costUsd, input, turns])

test('the CLI’s figures are cumulative: each result adds the difference, and one turn', () => {
  const meter = new UsageMeter()
  meter.restart(emptyState)
  expect(taken(meter, { a: used(1, 10), b: used(2, 5) })).toEqual([
    ['a', 1, 10, 1],
    ['b', 2, 5, 0],
  ])
  expect(taken(meter, { a: used(1.5, 30), b: used(2, 5) })).toEqual([
    ['a', 0.5, 20, 1],
    ['b', 0, 0, 0],
  ])
  expect(meter.take('s', result({ a: used(2, 40) }), DAY)[0]).toMatchObject({
    day: '2026-01-02',
    session: 's',
  })
})

test('where the cost went down, the CLI has begun to count from zero', () => {
  const meter = new UsageMeter()
  taken(meter, { a: used(3, 100) })
  expect(taken(meter, { a: used(1, 10) })).toEqual([['a', 1, 10, 1]])
})

test('a host that takes over a process goes on from what the state has', () => {
  const meter = new UsageMeter()
  const models = { a: { costUsd: 1, input: 10, output: 1, cacheRead: 0, cacheCreation: 0, webSearches: 0 } }
  const state: SessionState = {
    ...emptyState,
    usage: { ...emptyState.usage, process: { costUsd: 1, apiMs: 0, models } },
  }
  meter.restart(state)
  expect(taken(meter, { a: used(1.25, 15) })).toEqual([['a', 0.25, 5, 1]])
})

test('the sums are those of the state, also where the CLI begins to count from zero', () => {
  const meter = new UsageMeter()
  const sums = new Map<string, number>()
  let state = reduce(emptyState, { kind: 'process-started', generation: 1, seq: 1, at: 0 })
  meter.restart(state)
  const costs = [
    [1, 2],
    [1.5, 2],
    [0.25, 0.5],
    [0.5, 4],
  ]
  for (const [a = 0, b = 0] of costs) {
    const figures = result({ a: used(a, 1), b: used(b, 1) })
    const message = { ...figures, subtype: 'success', is_error: false, total_cost_usd: a + b } as const
    for (const { model, costUsd } of meter.take('s', message, DAY))
      sums.set(model, (sums.get(model) ?? 0) + costUsd)
    state = reduce(state, { kind: 'received', message, seq: state.seq + 1, at: 0 })
  }
  const ofState = Object.entries(totalsByModel(state.usage)).map(([model, { costUsd }]) => [model, costUsd])
  expect([...sums]).toEqual(ofState)
  expect(ofState).toEqual([
    ['a', 2],
    ['b', 6],
  ])
})

test.each([undefined, {}])('a result without figures adds nothing', (modelUsage) => {
  expect(new UsageMeter().take('s', { type: 'result', modelUsage } as unknown as ResultMessage, DAY)).toEqual(
    [],
  )
})
