import { expect, test } from 'vitest'
import type { ApprovalView, SessionSummary } from '../../api/resources.ts'
import { type Known, newsBetween } from './news.ts'

const session = (id: string, group: SessionSummary['group'], more: Partial<SessionSummary> = {}) =>
  ({
    id,
    title: id,
    group,
    lastLine: 'All done',
    liveness: { words: 'error: no' },
    pendingApprovals: 0,
    ...more,
  }) as SessionSummary
const approval = (id: string, of: string) =>
  ({ id, session: of, sessionTitle: of, toolName: 'Bash' }) as ApprovalView
const known = (sessions: SessionSummary[], approvals: ApprovalView[] = []): Known => ({ sessions, approvals })
const news = (before: Known, now: Known) =>
  newsBetween(before, now, ({ toolName }) => toolName ?? '').map(({ title, body }) => `${title}: ${body}`)

test('a new approval is news, and its session is not told of twice', () => {
  const before = known([session('a', 'working')])
  const now = known([session('a', 'needs-you', { pendingApprovals: 1 })], [approval('1', 'a')])
  expect(news(before, now)).toEqual(['a needs you: Bash'])
  expect(news(now, now)).toEqual([])
})

test('the same id in another session is another approval', () => {
  const sessions = [
    session('a', 'needs-you', { pendingApprovals: 1 }),
    session('b', 'needs-you', { pendingApprovals: 1 }),
  ]
  const before = known(sessions, [approval('1', 'a')])
  expect(news(before, known(sessions, [approval('1', 'a'), approval('1', 'b')]))).toEqual([
    'b needs you: Bash',
  ])
})

test('work that is over is news, with trouble or without', () => {
  const before = known([session('a', 'working'), session('b', 'working'), session('c', 'idle')])
  const now = known([
    session('a', 'idle'),
    session('b', 'needs-you'),
    session('c', 'ended'),
    session('d', 'idle'),
  ])
  expect(news(before, now)).toEqual(['a is done: All done', 'b needs you: error: no'])
})

test('a turn that ends right after its approval was answered', () => {
  const before = known([session('a', 'needs-you', { pendingApprovals: 1 })], [approval('1', 'a')])
  expect(news(before, known([session('a', 'idle')]))).toEqual(['a is done: All done'])
  expect(news(before, known([session('a', 'working')]))).toEqual([])
})
