/** A host that is killed while it merges a branch or removes a worktree: the next one has finished it, or nothing has happened. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiError } from '../../../src/api/index.ts'
import { KilledHost } from './killed-host.ts'
import { commit, git, read, write } from './repository.ts'

let host: KilledHost
let id: string
let path: string
beforeEach(async () => {
  host = new KilledHost()
  const { daemon } = host
  commit(daemon.cwd, { 'deep/gone.txt': 'to be deleted\n' })
  await daemon.start()
  id = randomUUID()
  const api = daemon.api()
  await api.call('createSession', { body: { id, cwd: daemon.cwd, worktree: { name: 'x' } } })
  await api.call('closeSession', { params: { id }, body: {} })
  await daemon.stop()
  path = join(daemon.folder, 'project.worktrees', 'x')
  git(path, 'rm', '-q', 'deep/gone.txt')
  commit(path, { 'a.txt': 'mine\n', 'new/n.txt': 'n\n' }, 'mine')
})
afterEach(() => host.daemon.end())

async function killedAt(call: () => Promise<unknown>): Promise<void> {
  const { daemon } = host
  expect(await call().catch((error: ApiError) => error.code)).toBe('unreachable')
  await daemon.ended()
  await daemon.start()
}

test.each([
  { git: 'read-tree', when: 'before' },
  { git: 'read-tree', when: 'during' },
  { git: 'read-tree', when: 'after' },
  { git: 'update-ref', when: 'before' },
  { git: 'update-ref', when: 'after' },
] as const)('a merge, $when git $git', async (point) => {
  const { daemon } = host
  await host.start(point)
  const merge = () =>
    daemon.api().call('mergeWorktree', { params: { id }, body: { how: 'merge', commandId: 'm' } })
  write(daemon.cwd, 'b.txt', 'of a person\n')
  await killedAt(merge)
  const tip = git(path, 'rev-parse', 'HEAD')
  expect(git(daemon.cwd, 'rev-parse', 'main')).toBe(tip)
  expect(git(daemon.cwd, 'status', '--porcelain')).toBe('?? b.txt')
  expect(read(daemon.cwd, 'a.txt')).toBe('mine\n')
  expect(read(daemon.cwd, 'new/n.txt')).toBe('n\n')
  expect(existsSync(join(daemon.cwd, 'deep/gone.txt'))).toBe(false)
  expect((await merge()).result.commit).toBe(tip)
  // No lock is left.
  commit(daemon.cwd, { 'c.txt': 'c\n' })
})

test.each([
  { git: 'add --all', when: 'before' },
  { git: 'update-ref', when: 'after' },
  { git: 'worktree remove', when: 'before' },
  { git: 'worktree remove', when: 'during' },
  { git: 'worktree remove', when: 'after' },
  { git: 'update-ref -d', when: 'before' },
  { git: 'update-ref -d', when: 'after' },
] as const)('the end of a worktree, $when git $git', async (point) => {
  const { daemon } = host
  write(path, 'a.txt', 'not committed\n')
  await host.start(point)
  const end = () =>
    daemon.api().call('endWorktree', { params: { id }, body: { branch: 'discard', commandId: 'e' } })
  await killedAt(end)
  // Only before it was decided is there anything left to do.
  await end().catch((error: ApiError) => expect(error.code).toBe('gone'))
  const { session } = await daemon.api().call('getSession', { params: { id }, query: { paged: 'true' } })
  expect(session.worktree?.status).toBe('ended')
  expect(existsSync(path)).toBe(false)
  expect(git(daemon.cwd, 'branch', '--list', 'fairlead/*')).toBe('')
  expect(git(daemon.cwd, 'worktree', 'list').split('\n')).toHaveLength(1)
  const { entries } = await daemon.api().call('listTrash', {})
  const body = { checkout: daemon.cwd, id: entries[0]?.id as string }
  await daemon.api().call('restoreWorktree', { body })
  expect(read(path, 'a.txt')).toBe('not committed\n')
})
