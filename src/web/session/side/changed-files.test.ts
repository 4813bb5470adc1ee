import { expect, test } from 'vitest'
import { emptyState } from '../../../state/session-state.ts'
import { changedFiles } from './changed-files.ts'

const asking = (id: string, path: string) => ({
  id,
  kind: 'tool' as const,
  at: 1,
  status: 'pending' as const,
  generation: 1,
  request: {
    subtype: 'can_use_tool' as const,
    tool_name: 'Edit',
    input: { file_path: path, old_string: 'a', new_string: 'b' },
  },
})

test('changed files are relative to the folder; those that an approval would change are pending', () => {
  const edits = [
    { path: '/shop/src/a.ts', added: 3, removed: 1 },
    { path: '/etc/hosts', added: 1, removed: 0 },
  ]
  const approvals = {
    ...emptyState.approvals,
    pending: [asking('1', '/shop/src/a.ts'), asking('2', '/shop/b.ts')],
  }
  expect(changedFiles({ edits, approvals }, '/shop')).toEqual([
    { path: 'src/a.ts', added: 3, removed: 1, isPending: true },
    { path: '/etc/hosts', added: 1, removed: 0, isPending: false },
    { path: 'b.ts', added: 0, removed: 0, isPending: true },
  ])
})

test('a command that is asked for changes no file', () => {
  const request = { subtype: 'can_use_tool' as const, tool_name: 'Read', input: { file_path: '/shop/a.ts' } }
  const approvals = { ...emptyState.approvals, pending: [{ ...asking('1', ''), request }] }
  expect(changedFiles({ edits: [], approvals }, '/shop')).toEqual([])
})
