import { expect, test } from 'vitest'
import type { ApprovalView } from '../../state/approvals/view.ts'
import { bySession } from './by-session.ts'

const request = (id: string, session: string, since: number) =>
  ({ id, session, since, sessionTitle: session.toUpperCase() }) as ApprovalView

test('the session that waits longest comes first, and in it what waits longest', () => {
  const groups = bySession([
    request('4', 'a', 4),
    request('2', 'a', 2),
    request('1', 'b', 1),
    request('3', 'b', 3),
  ])
  expect(groups.map(({ title, requests }) => [title, requests.map(({ id }) => id).join()])).toEqual([
    ['B', '1,3'],
    ['A', '2,4'],
  ])
  expect(bySession([])).toEqual([])
})
