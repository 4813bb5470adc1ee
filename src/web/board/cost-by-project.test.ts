import { expect, test } from 'vitest'
import { summary } from '../../../test/state/session-summary.ts'
import type { UsageRow } from '../../api/resources.ts'
import { byProject } from './cost-by-project.ts'

test('costs are summed by project, the dearest first; deleted sessions stand together', () => {
  const row = (session: string, costUsd: number, cwd = '') => ({ session, costUsd, cwd }) as UsageRow
  const project = (name: string) => ({ path: `/${name}`, name })
  const sessions = [
    summary('a', { project: project('shop') }),
    summary('b', { project: project('shop') }),
    summary('c', { project: project('infra') }),
  ]
  const rows = [
    row('c', 1),
    row('a', 2),
    row('b', 3),
    row('gone', 0.5),
    row('other', 0.25),
    row('old', 4, '/x/docs'),
  ]
  expect(
    byProject([...rows, row('a', 0)], sessions).map(({ project: { name }, usd }) => [name, usd]),
  ).toEqual([
    ['shop', 5],
    ['docs', 4],
    ['infra', 1],
    ['Deleted sessions', 0.75],
  ])
})
