import { expect, test } from 'vitest'
import { summary } from '../../../test/state/session-summary.ts'
import type { SessionSummary } from '../../api/resources.ts'
import { parseSeen, seenAfter } from './seen.ts'

const ended = (endedAt: number): Partial<SessionSummary> => ({
  lastTurn: { number: 1, endedAt, outcome: 'done' },
})

test('what was there at the first look counts as seen; later, what was shown does', () => {
  const sessions = [summary('a', ended(5)), summary('b', ended(9))]
  const first = seenAfter(undefined, sessions, [])
  expect(first).toEqual({ from: 9, until: {} })
  expect(seenAfter(first, sessions, ['a', 'b'])).toBeUndefined()
  const later = [
    summary('a', ended(12)),
    summary('b', { ...ended(9), group: 'needs-you', liveness: { ...summary('b').liveness, since: 15 } }),
  ]
  const second = seenAfter(first, later, ['b'])
  expect(second).toEqual({ from: 9, until: { b: 15 } })
  expect(seenAfter(second, later.slice(0, 1), ['a'])).toEqual({ from: 9, until: { a: 12 } })
})

test.each([undefined, '', 'x', '1', 'null', '{"from":"1","until":{}}', '{"from":1}'])(
  '%s is no memory',
  (text) => {
    expect(parseSeen(text)).toBeUndefined()
  },
)
