import { expect, test } from 'vitest'
import { summary } from '../../../test/state/session-summary.ts'
import type { SessionSummary } from '../../api/resources.ts'
import { columnsOf } from './columns.ts'

const ended = (endedAt: number): Partial<SessionSummary> => ({
  lastTurn: { number: 1, endedAt, outcome: 'done' },
})

test('each session stands in one column; what is archived stands in none', () => {
  const edits = { files: 1, added: 1, removed: 0 }
  const columns = columnsOf(
    [
      summary('failed', { group: 'needs-you' }),
      summary('asks', { group: 'needs-you', pendingApprovals: 1 }),
      summary('works', { group: 'working', edits }),
      summary('changed', { ...ended(5), edits }),
      summary('ended-changed', { group: 'ended', ...ended(9), edits }),
      summary('done-early', ended(11)),
      summary('done-late', { group: 'ended', ...ended(12) }),
      summary('old', ended(10)),
      summary('new', { createdAt: 20 }),
      summary('away', { ...ended(15), archived: true }),
    ],
    10,
  )
  const ids = Object.entries(columns).map(([name, all]: [string, readonly SessionSummary[]]) => [
    name,
    all.map(({ id }) => id),
  ])
  expect(Object.fromEntries(ids)).toEqual({
    needsYou: ['asks', 'failed'],
    working: ['works'],
    toReview: ['ended-changed', 'changed'],
    done: ['done-late', 'done-early'],
    older: ['new', 'old'],
  })
})
