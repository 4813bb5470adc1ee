/** The end of a worktree: status, merge with preview and conflicts, keep, discard, trash and the way back, worktrees without a session. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HostStage, hostStage } from '../stage.ts'
import { commit, git, read, repository, write } from './repository.ts'

let stage: HostStage
let main: string
let base: string
beforeEach(async () => {
  stage = await hostStage()
  main = stage.cwd
  base = repository(main, { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' })
})
afterEach(() => stage.close())

async function worktree(name = 'x'): Promise<{ id: string; path: string }> {
  const id = await stage.create(undefined, { title: `Title of ${name}`, worktree: { name } })
  await stage.settled(id)
  return { id, path: stage.host.session(id).row.cwd }
}
const status = (id: string) => stage.call('getWorktree', { params: { id } })
const preview = (id: string, query: object) => stage.call('previewMerge', { params: { id }, query } as never)
const merge = (id: string, body: object) => stage.call('mergeWorktree', { params: { id }, body } as never)
const end = (id: string, branch: 'keep' | 'discard') =>
  stage.call('endWorktree', { params: { id }, body: { branch } })
const log = (where: string, ref = 'HEAD') => git(where, 'log', '--format=%s', ref).split('\n')

describe('status', () => {
  test('branch, base, ahead, behind, and what is not committed', async () => {
    const { id, path } = await worktree()
    commit(path, { 'new.txt': 'new\n' }, 'in the worktree')
    write(path, 'a.txt', 'changed\n')
    write(path, 'other.txt', 'other\n')
    commit(main, { 'b.txt': 'B\n' }, 'in the main checkout')
    commit(main, { 'b.txt': 'BB\n' }, 'again')
    expect(await status(id)).toMatchObject({
      worktree: { branch: 'fairlead/x', base, baseBranch: 'main' },
      head: git(path, 'rev-parse', 'HEAD'),
      ahead: 1,
      behind: 2,
      uncommitted: ['a.txt', 'other.txt'],
    })
    const plain = await stage.create()
    await expect(status(plain)).rejects.toThrow(/no worktree of its own/)
  })
})

describe('merge', () => {
  test.each([
    ['merge', ["Merge branch 'fairlead/x'", 'main moves', 'second', 'first of x', 'first']],
    ['rebase', ['second', 'first of x', 'main moves', 'first']],
    ['squash', ['Title of x', 'main moves', 'first']],
  ] as const)('%s: the preview says what will be, and the main checkout follows', async (how, subjects) => {
    const { id, path } = await worktree()
    commit(path, { 'a.txt': 'ONE\ntwo\nthree\n' }, 'first of x')
    commit(path, { 'new/n.txt': 'n\n' }, 'second')
    commit(main, { 'b.txt': 'B\n' }, 'main moves')
    const before = git(main, 'rev-parse', 'HEAD')
    const { expected, ...seen } = await preview(id, { how })
    expect(seen).toMatchObject({
      into: 'main',
      commits: [{ subject: 'second', author: 'Ada' }, { subject: 'first of x' }],
      files: [
        { path: 'a.txt', added: 1, removed: 1, isBinary: false },
        { path: 'new/n.txt', added: 1, removed: 0 },
      ],
      conflicts: [],
      uncommitted: [],
    })
    expect(git(main, 'rev-parse', 'HEAD')).toBe(before)
    const { result } = await merge(id, { how, expected })
    expect(git(main, 'rev-parse', 'main')).toBe(result.commit)
    expect(git(main, 'status', '--porcelain')).toBe('')
    expect([...log(main)].sort()).toEqual([...subjects].sort())
    expect(read(main, 'a.txt')).toBe('ONE\ntwo\nthree\n')
    expect(read(main, 'new/n.txt')).toBe('n\n')
    expect(read(main, 'b.txt')).toBe('B\n')
    expect(git(main, 'log', '-1', '--format=%an <%ae>')).toBe('Ada <ada@example.com>')
    expect(stage.host.store.audit({ session: id })).toMatchObject([
      { what: 'merged', by: 'test', detail: { how } },
    ])
  })

  test('conflicts are known beforehand, nothing changes, and the receipt of a repeated command is the same', async () => {
    const { id, path } = await worktree()
    commit(path, { 'a.txt': 'mine\n' }, 'mine')
    const before = commit(main, { 'a.txt': 'theirs\n' }, 'theirs')
    for (const how of ['merge', 'squash', 'rebase'] as const) {
      expect(await preview(id, { how })).toMatchObject({ conflicts: ['a.txt'], files: [] })
      await expect(merge(id, { how })).rejects.toMatchObject({
        code: 'conflict',
        details: { conflicts: ['a.txt'] },
      })
    }
    expect(git(main, 'rev-parse', 'HEAD')).toBe(before)
    expect(git(main, 'status', '--porcelain')).toBe('')
    git(path, 'merge', '-q', '-X', 'ours', 'main', '-m', 'resolved')
    const first = await merge(id, { how: 'merge', commandId: 'm1' })
    const again = await merge(id, { how: 'merge', commandId: 'm1' })
    expect(again).toEqual(first)
    expect(read(main, 'a.txt')).toBe('mine\n')
  })

  test('changes of a person in the main checkout are never overwritten, and others stay as they are', async () => {
    const { id, path } = await worktree()
    commit(path, { 'a.txt': 'mine\n' }, 'mine')
    write(main, 'a.txt', 'work in progress\n')
    await expect(merge(id, { how: 'merge' })).rejects.toThrow(/changes of its own in a.txt/)
    expect(read(main, 'a.txt')).toBe('work in progress\n')
    expect(git(main, 'rev-parse', 'main')).toBe(base)
    git(main, 'checkout', '-q', 'a.txt')
    write(main, 'b.txt', 'work in progress\n')
    write(main, 'untracked', 'u\n')
    git(main, 'add', 'b.txt')
    await merge(id, { how: 'merge' })
    expect(git(main, 'status', '--porcelain')).toBe('M  b.txt\n?? untracked')
    expect(read(main, 'a.txt')).toBe('mine\n')
  })

  test('a branch that has moved since the preview, one that is not there, and one that nobody has checked out', async () => {
    const { id, path } = await worktree()
    commit(path, { 'a.txt': 'mine\n' }, 'mine')
    const { expected } = await preview(id, { how: 'merge' })
    commit(path, { 'a.txt': 'mine again\n' }, 'mine again')
    await expect(merge(id, { how: 'merge', expected })).rejects.toMatchObject({ code: 'conflict' })
    await expect(merge(id, { how: 'merge', into: 'none' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(merge(id, { how: 'merge', into: '--output=x' })).rejects.toMatchObject({ code: 'not-found' })
    git(main, 'branch', 'release')
    await merge(id, { how: 'squash', into: 'release', message: 'one commit' })
    expect(log(main, 'release')).toEqual(['one commit', 'first'])
    expect(log(main, 'main')).toEqual(['first'])
  })

  test('no hook, filter or merge driver of the repository runs', async () => {
    const { id, path } = await worktree()
    const mark = join(stage.folder, 'ran')
    commit(main, { '.gitattributes': '* filter=f merge=m\n' }, 'attributes')
    commit(path, { 'a.txt': 'mine\n', 'b.txt': 'b2\n' }, 'mine')
    for (const name of [
      'post-merge',
      'post-checkout',
      'reference-transaction',
      'pre-merge-commit',
      'post-index-change',
    ])
      write(main, `.git/hooks/${name}`, `#!/bin/sh\ntouch ${mark}\n`, 0o755)
    for (const [name, value] of [
      ['filter.f.smudge', `touch ${mark}; cat`],
      ['filter.f.clean', `touch ${mark}; cat`],
      ['merge.m.driver', `touch ${mark}; false`],
      ['core.fsmonitor', `touch ${mark}; false`],
    ] as const)
      git(main, 'config', name, value)
    await preview(id, { how: 'rebase' })
    await merge(id, { how: 'merge' })
    await end(id, 'discard')
    expect(existsSync(mark)).toBe(false)
  })
})

describe('the end', () => {
  test('discard: folder and branch are gone, and all of it comes back from the trash', async () => {
    const { id, path } = await worktree()
    const head = commit(path, { 'a.txt': 'committed\n' }, 'mine')
    write(path, 'a.txt', 'not committed\n')
    write(path, 'new/n.txt', 'new\n')
    rmSync(join(path, 'b.txt'))
    const { result } = await end(id, 'discard')
    expect(existsSync(path)).toBe(false)
    expect(git(main, 'branch', '--list', 'fairlead/*')).toBe('')
    expect(git(main, 'worktree', 'list').split('\n')).toHaveLength(1)
    expect(stage.host.session(id).isRunning).toBe(false)
    await expect(stage.send(id, { text: 'go on' })).rejects.toThrow(/no longer the session's/)
    await expect(status(id)).rejects.toMatchObject({ code: 'gone' })
    const { entries } = await stage.call('listTrash', {})
    expect(entries).toMatchObject([
      { id: result.trash, branch: 'fairlead/x', path, checkout: main, title: 'Title of x' },
    ])
    git(main, 'gc', '-q', '--prune=now')
    const restored = await stage.call('restoreWorktree', { body: { checkout: main, id: result.trash } })
    expect(restored.result).toEqual({ path, branch: 'fairlead/x' })
    expect(git(path, 'rev-parse', 'HEAD')).toBe(head)
    expect(git(path, 'status', '--porcelain').split('\n')).toEqual([' M a.txt', ' D b.txt', '?? new/'])
    expect(read(path, 'a.txt')).toBe('not committed\n')
    expect(read(path, 'new/n.txt')).toBe('new\n')
    await stage.send(id, { text: 'go on' })
    expect((await stage.settled(id)).turns.past.size).toBe(1)
  })

  test('keep: the branch stays, and what was not committed is in the trash', async () => {
    const { id, path } = await worktree()
    const head = commit(path, { 'a.txt': 'committed\n' }, 'mine')
    write(path, 'new.txt', 'new\n')
    const { result } = await end(id, 'keep')
    expect(existsSync(path)).toBe(false)
    expect(git(main, 'rev-parse', 'fairlead/x')).toBe(head)
    expect(git(main, 'show', `refs/fairlead/trash/${result.trash}:new.txt`)).toBe('new')
  })

  test('the trash keeps an entry for 30 days, or until it is pruned', async () => {
    let now = Date.now()
    stage = await stage.again({ now: () => now })
    for (const name of ['x', 'y', 'z']) await end((await worktree(name)).id, 'discard')
    const { entries } = await stage.call('listTrash', {})
    expect(entries.map(({ branch }) => branch).sort()).toEqual(['fairlead/x', 'fairlead/y', 'fairlead/z'])
    const ids = [entries[0]?.id as string]
    await stage.call('pruneTrash', { body: { checkout: main, ids } })
    const left = async () => (await stage.call('listTrash', {})).entries.length
    expect(await left()).toBe(2)
    now += 29 * 24 * 60 * 60_000
    await stage.call('pruneTrash', { body: { checkout: main } })
    expect(await left()).toBe(2)
    now += 2 * 24 * 60 * 60_000
    stage = await stage.again()
    await expect.poll(left).toBe(0)
    await expect(stage.call('pruneTrash', { body: { checkout: '/' } })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('a worktree with submodules is removed with what git notes of them', async () => {
    const inner = join(stage.folder, 'inner')
    repository(inner, { 'inner.txt': 'inner\n' })
    git(main, 'submodule', '--quiet', 'add', inner, 'lib')
    commit(main, {}, 'with a submodule')
    const { id, path } = await worktree()
    await end(id, 'discard')
    expect(existsSync(path)).toBe(false)
    expect(git(join(main, 'lib'), 'worktree', 'list').split('\n')).toHaveLength(1)
    expect(git(main, 'status', '--porcelain')).toBe('')
  })
})

describe('worktrees without a session', () => {
  test('are listed first, and can be ended; one of a session, or of a person, cannot', async () => {
    const [kept, gone] = [await worktree('kept'), await worktree('gone')]
    const other = join(stage.folder, 'other')
    git(main, 'worktree', 'add', '-q', '-b', 'mine', other)
    await stage.call('deleteSession', { params: { id: gone.id } })
    stage = await stage.again()
    const { worktrees } = await stage.call('listWorktrees', {})
    expect(worktrees).toMatchObject([
      { path: gone.path, branch: 'fairlead/gone', checkout: main, head: base },
      { path: kept.path, session: kept.id },
    ])
    expect(worktrees[0]).not.toHaveProperty('session')
    const endOrphan = (path: string) => stage.call('endOrphan', { body: { path, branch: 'discard' } })
    await expect(endOrphan(kept.path)).rejects.toMatchObject({ code: 'conflict' })
    for (const path of [other, main, '/'])
      await expect(endOrphan(path)).rejects.toMatchObject({ code: 'not-found' })
    await endOrphan(gone.path)
    expect(existsSync(gone.path)).toBe(false)
    expect((await stage.call('listTrash', {})).entries).toMatchObject([{ branch: 'fairlead/gone' }])
    expect(existsSync(other)).toBe(true)
  })

  test('a repository that is gone keeps nothing else from being listed', async () => {
    const other = join(stage.folder, 'second')
    mkdirSync(other)
    repository(other)
    await stage.create(undefined, { cwd: other, worktree: { name: 'y' } })
    await worktree()
    rmSync(other, { recursive: true })
    expect((await stage.call('listWorktrees', {})).worktrees).toMatchObject([{ branch: 'fairlead/x' }])
  })
})
