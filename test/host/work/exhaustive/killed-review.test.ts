/** A host that is killed while it commits, reverts, stages, pushes or runs a project's script: what is left is consistent. */
import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiError } from '../../../../src/api/index.ts'
import { KilledHost, type KillPoint } from '../killed-host.ts'
import { commit, git, read, write } from '../repository.ts'

let host: KilledHost
let id: string
let path: string
beforeEach(async () => {
  host = new KilledHost()
  const { daemon } = host
  await daemon.start()
  id = randomUUID()
  const api = daemon.api()
  await api.call('createSession', { body: { id, cwd: daemon.cwd, worktree: { name: 'x' } } })
  await api.call('closeSession', { params: { id }, body: {} })
  await daemon.stop()
  path = join(daemon.folder, 'project.worktrees', 'x')
  write(path, 'a.txt', 'changed\n')
  write(path, 'new.txt', 'new\n')
})
afterEach(() => host.daemon.end())

/** The git that the host had started goes on, and ends by itself. */
async function killedAt(point: KillPoint, call: () => Promise<unknown>): Promise<void> {
  const { daemon } = host
  await host.start(point)
  expect(await call().catch((error: ApiError) => error.code)).toBe('unreachable')
  await daemon.ended()
  await expect.poll(() => existsSync(join(daemon.cwd, '.git/worktrees/x/index.lock'))).toBe(false)
  await daemon.start()
  git(daemon.cwd, 'fsck', '--strict')
}

test.each([
  { git: 'add --all', when: 'after' },
  { git: 'commit', when: 'before' },
  { git: 'commit', when: 'during' },
  { git: 'commit', when: 'after' },
] as const)('a commit, $when git $git: it is there once', async (point) => {
  const body = { message: 'mine', commandId: 'c' }
  const again = () => host.daemon.api().call('commit', { params: { id }, body })
  await killedAt(point, again)
  // Where git had finished, what has changed since is not committed.
  const isDone = git(path, 'log', '--format=%s', 'main..') === 'mine'
  if (isDone) write(path, 'later.txt', 'later\n')
  const receipt = await again()
  expect(receipt.result.commit).toBe(git(path, 'rev-parse', 'HEAD'))
  expect(await again()).toEqual(receipt)
  expect(git(path, 'log', '--format=%s', 'main..')).toBe('mine')
  if (isDone) rmSync(join(path, 'later.txt'))
  expect(git(path, 'show', '--format=', '--name-only').split('\n')).toEqual(['a.txt', 'new.txt'])
  expect(git(path, 'status', '--porcelain')).toBe('')
})

test.each([
  { git: 'reset', when: 'after' },
  { git: 'restore', when: 'before' },
  { git: 'restore', when: 'during' },
  { git: 'clean', when: 'before' },
] as const)(
  'a revert, $when git $git: what was there is kept, and the next one finishes it',
  async (point) => {
    const body = { paths: ['a.txt', 'new.txt'], commandId: 'r' }
    const again = () => host.daemon.api().call('revert', { params: { id }, body })
    await killedAt(point, again)
    const refs = git(path, 'for-each-ref', '--format=%(refname)', `refs/fairlead/${id}`).split('\n')
    const ref = refs.find((it) => it.includes('/before-'))
    expect(git(path, 'show', `${ref}:a.txt`)).toBe('changed')
    expect(git(path, 'show', `${ref}:new.txt`)).toBe('new')
    await again()
    expect(git(path, 'status', '--porcelain')).toBe('')
    expect(read(path, 'a.txt')).toBe('one\n')
  },
)

test.each(['before', 'during', 'after'] as const)(
  'a push, %s git push: the next one finishes it',
  async (when) => {
    const { daemon } = host
    const bare = join(daemon.folder, 'bare.git')
    git(daemon.folder, 'init', '-q', '--bare', bare)
    git(daemon.cwd, 'remote', 'add', 'origin', bare)
    commit(path, { 'a.txt': 'pushed\n' }, 'mine')
    await daemon.start()
    const { programs } = await daemon.api().call('getProject', { query: { path } })
    const hashes = programs.map(({ hash }) => hash)
    await daemon.api().call('confirmPrograms', { body: { path, hashes } })
    await daemon.stop()
    const again = () => daemon.api().call('push', { params: { id }, body: { commandId: 'p' } })
    await killedAt({ git: 'push', when }, again)
    await again().catch((error: ApiError) => expect(error.code).toBe('not-possible'))
    await expect
      .poll(() => git(bare, 'for-each-ref', '--format=%(objectname)', 'refs/heads'))
      .toBe(git(path, 'rev-parse', 'HEAD'))
  },
)

test('a run script: the next host has ended it, and says so', async () => {
  const { daemon } = host
  commit(path, { 'run.sh': '#!/bin/sh\nsleep 1000 &\necho "$!"\nwait\n' })
  await daemon.start()
  const api = () => daemon.api()
  await api().call('putProject', { body: { path, settings: { run: 'run.sh' } } })
  const { programs } = await api().call('getProject', { query: { path } })
  await api().call('confirmPrograms', { body: { path, hashes: programs.map(({ hash }) => hash) } })
  await api().call('startRun', { body: { path } })
  const look = () => api().call('getRun', { query: { path } })
  await expect.poll(async () => (await look()).output).toMatch(/^\d+\n$/)
  const pid = Number((await look()).output)
  await daemon.kill()
  await daemon.start()
  expect(await look()).toMatchObject({ status: 'ended', problem: expect.stringContaining('was stopped') })
  await expect
    .poll(() => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    })
    .toBe(false)
  await api().call('startRun', { body: { path } })
  expect(await look()).toMatchObject({ status: 'running' })
  await api().call('stopRun', { body: { path } })
})
