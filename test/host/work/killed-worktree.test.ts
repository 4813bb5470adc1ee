/** A host that is killed while it creates a worktree: the next one finishes it, and the prompt runs there, once. */
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { ApiError } from '../../../src/api/index.ts'
import { isQuiet, untilSession } from '../waiting.ts'
import { KilledHost } from './killed-host.ts'
import { git, read, write } from './repository.ts'

let host: KilledHost
afterEach(() => host.daemon.end())

test.each([
  { git: 'worktree add', when: 'before' },
  { git: 'worktree add', when: 'during' },
  { git: 'worktree add', when: 'after' },
  { git: 'read-tree', when: 'before' },
  { git: 'read-tree', when: 'during' },
  { git: 'read-tree', when: 'after' },
] as const)('$when git $git', async (point) => {
  host = new KilledHost()
  const { daemon } = host
  await host.start(point)
  const id = randomUUID()
  const make = () =>
    daemon.api().call('createSession', {
      body: { id, commandId: id, cwd: daemon.cwd, prompt: 'hello', worktree: { name: 'x' } },
    })
  expect(await make().catch((error: ApiError) => error.code)).toBe('unreachable')
  await daemon.ended()
  await daemon.start()
  expect((await make()).result).toEqual({ id })
  const live = daemon.live()
  const state = await untilSession(live, id, (it) => it.turns.past.size > 0 && isQuiet(it))
  live.close()
  expect(state.turns.past.size).toBe(1)
  const { session } = await daemon.api().call('getSession', { params: { id }, query: { paged: 'true' } })
  const { path = '', status, branch } = session.worktree ?? {}
  expect({ status, branch }).toEqual({ status: 'ready', branch: 'fairlead/x' })
  expect(read(path, 'a.txt')).toBe('one\n')
  expect(git(path, 'status', '--porcelain', '--branch')).toBe('## fairlead/x')
  expect(git(daemon.cwd, 'worktree', 'list').split('\n')).toHaveLength(2)
  // No lock is left.
  write(path, 'a.txt', 'two\n')
  git(path, 'commit', '-qam', 'second')
  git(daemon.cwd, 'fsck', '--strict')
})
