import { expect, test } from 'vitest'
import { summary } from '../../test/state/session-summary.ts'
import type { SessionSummary } from './resources.ts'
import { byUrgency, sectionsOf } from './session-order.ts'

const project = (name: string) => ({ path: `/code/${name}`, name })
const waiting = (since: number): Partial<SessionSummary> => ({
  group: 'needs-you',
  liveness: { status: 'awaiting-approval', words: '', since, lastEventAt: 0 },
})

test('who has waited longest comes first; the others by their last change', () => {
  const sessions = [
    summary('idle', { updatedAt: 9 }),
    summary('working-old', { group: 'working', updatedAt: 1 }),
    summary('asks-late', { ...waiting(8), updatedAt: 99 }),
    summary('asks-early', { ...waiting(3), updatedAt: 3 }),
    summary('working-new', { group: 'working', updatedAt: 2 }),
    summary('ended', { group: 'ended', updatedAt: 10 }),
  ]
  expect(sessions.sort(byUrgency).map(({ id }) => id)).toEqual([
    'asks-early',
    'asks-late',
    'working-new',
    'working-old',
    'idle',
    'ended',
  ])
})

test('pinned sessions first, then projects by their most urgent session; archived ones are left out', () => {
  const sections = sectionsOf([
    summary('a', { project: project('infra'), updatedAt: 5 }),
    summary('b', { project: project('shop') }),
    summary('c', { project: project('infra'), archived: true }),
    summary('d', { project: project('shop'), ...waiting(1) }),
    summary('e', { project: project('infra'), pinned: true }),
  ])
  expect(
    sections.map((it) => [it.kind === 'pinned' ? '' : it.project.name, it.sessions.map(({ id }) => id)]),
  ).toEqual([
    ['', ['e']],
    ['shop', ['d', 'b']],
    ['infra', ['a']],
  ])
  expect(sectionsOf([])).toEqual([])
})
