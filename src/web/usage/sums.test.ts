import { expect, test } from 'vitest'
import type { UsageRow } from '../../api/resources.ts'
import { bucketsOf, daysOf } from './range.ts'
import { partsOf, roundUp, stacksOf, sumOf, tokensOf } from './sums.ts'

const row = (day: string, model: string, costUsd: number, fields: Partial<UsageRow> = {}): UsageRow => ({
  day,
  model,
  session: 's1',
  cwd: '/a',
  costUsd,
  input: 1,
  output: 2,
  cacheRead: 3,
  cacheCreation: 4,
  turns: 1,
  ...fields,
})

test('rows add up, in all and by part, the largest first', () => {
  const rows = [row('2025-01-01', 'a', 1), row('2025-01-02', 'b', 3), row('2025-01-03', 'a', 1)]
  expect(sumOf(rows)).toMatchObject({ costUsd: 5, turns: 3 })
  expect(tokensOf(sumOf(rows))).toBe(30)
  expect(partsOf(rows, 'model', 'cost').map(({ key }) => key)).toEqual(['b', 'a'])
  expect(partsOf(rows, 'model', 'tokens').map(({ key }) => key)).toEqual(['a', 'b'])
})

test('each day has a stack, also one without rows; the small ones share a series', () => {
  const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((model, index) => row('2025-01-02', model, 10 - index))
  const { series, stacks } = stacksOf(rows, bucketsOf('2025-01-01', '2025-01-02'), 'model', 'cost')
  expect(series.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'e', undefined])
  expect(stacks.map(({ total }) => total)).toEqual([0, 49])
  expect(stacks[1]?.parts).toEqual([10, 9, 8, 7, 6, 9])
})

test('a range names its first and last day, and many days become weeks, then months', () => {
  const now = Date.parse('2025-03-01T23:30:00Z')
  expect(daysOf('7', {}, now)).toEqual({ from: '2025-02-23', to: '2025-03-01' })
  expect(daysOf('all', {}, now)).toEqual({})
  expect(bucketsOf('2025-02-27', '2025-03-01')).toHaveLength(3)
  expect(bucketsOf('2025-01-01', '2025-03-31').slice(0, 2)).toEqual([
    { from: '2025-01-01', to: '2025-01-07' },
    { from: '2025-01-08', to: '2025-01-14' },
  ])
  expect(bucketsOf('2023-01-15', '2025-03-02').slice(0, 2)).toEqual([
    { from: '2023-01-15', to: '2023-01-31' },
    { from: '2023-02-01', to: '2023-02-28' },
  ])
  expect(bucketsOf('2025-03-02', '2025-03-01')).toEqual([])
})

test.each([
  [0, 1],
  [0.013, 0.02],
  [1, 1],
  [3.1, 4],
  [4.2, 5],
  [5.4, 6],
  [70, 80],
])('an axis for %d ends at %d', (largest, end) => {
  expect(roundUp(largest)).toBeCloseTo(end, 10)
})
