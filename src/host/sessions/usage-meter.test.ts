import { expect, test } from 'vitest'
import type { ResultMessage } from '../../protocol/messages/result.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
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

test('figures that went down were counted anew', () => {
  const meter = new UsageMeter()
  taken(meter, { a: used(3, 100) })
  expect(taken(meter, { a: used(1, 10) })).toEqual([['a', 1, 10, 1]])
})

test('a host that takes over a process goes on from what the state has', () => {
  const meter = new UsageMeter()
  const models = { a: { costUsd: 1, input: 10, output: 1, cacheRead: 0, cacheCreation: 0 } }
  const state = {
    ...emptyState,
    usage: { ...emptyState.usage, process: { models } },
  } as unknown as SessionState
  meter.restart(state)
  expect(taken(meter, { a: used(1.25, 15) })).toEqual([['a', 0.25, 5, 1]])
})

test.each([undefined, {}])('a result without figures adds nothing', (modelUsage) => {
  expect(new UsageMeter().take('s', { type: 'result', modelUsage } as unknown as ResultMessage, DAY)).toEqual(
    [],
  )
})
