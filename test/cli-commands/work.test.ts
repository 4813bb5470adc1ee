// new --worktree, changes, commit, merge, worktree: the loop in the terminal, on a real host and a real repository.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commit, git, read, repository, write } from '../host/work/repository.ts'
import { HostStage } from './host-stage.ts'

let stage: HostStage
let main: string
beforeAll(async () => {
  stage = await HostStage.open()
  main = stage.daemon.cwd
  repository(main)
})
afterAll(() => stage.close())

const lines = (text: string) => text.trim().split('\n')
const run = async (...args: string[]) => {
  const outcome = await stage.call(args)
  expect(outcome).toMatchObject({ code: 0 })
  return outcome
}
async function worktree(name: string): Promise<{ id: string; path: string }> {
  const { out } = await run('new', `--worktree=${name}`, 'hello')
  const id = out.trim()
  await stage.inGroup(id, 'idle')
  return { id, path: join(`${main}.worktrees`, name) }
}

test('the whole loop: a worktree, a change, a commit, a merge, and the branch is gone', async () => {
  const { id, path } = await worktree('loop')
  write(path, 'a.txt', 'two\n')
  write(path, 'new.txt', 'n\n')
  expect((await run('changes', id, '--stat')).out).toBe('+1 -1        a.txt\n+1 -0        new.txt  (new)\n')
  expect((await run('changes', id)).out).toContain('-one\n+two')
  const { out } = await run('commit', id, '-m', 'In the loop')
  expect(out.trim()).toBe(git(path, 'rev-parse', 'HEAD'))
  const dry = await run('merge', id, '--dry-run')
  expect(lines(dry.err)).toEqual([
    'Into main:',
    `  ${out.slice(0, 10)} In the loop`,
    '+1 -1        a.txt',
    '+1 -0        new.txt',
  ])
  expect(read(main, 'a.txt')).toBe('one\n')
  await run('merge', id, '--how', 'squash', '-m', 'One commit', '--end', 'discard')
  expect(git(main, 'log', '-1', '--format=%s')).toBe('One commit')
  expect(read(main, 'a.txt')).toBe('two\n')
  expect(existsSync(path)).toBe(false)
  expect(git(main, 'branch', '--list', 'fairlead/loop')).toBe('')
})

test('the name is made from the prompt where none is given, and --base goes with --worktree only', async () => {
  const { out } = await run('new', '--worktree', '--base', 'main', 'Mend the clock')
  expect(existsSync(join(`${main}.worktrees`, 'mend-the-clock', 'a.txt'))).toBe(true)
  await run('close', out.trim())
  expect(await stage.call(['new', 'x', '--base', 'main'])).toMatchObject({ code: 2 })
})

test('worktrees are listed, discarded, restored and pruned', async () => {
  const { id, path } = await worktree('listed')
  const listed = lines((await run('worktree')).out)
  expect(listed[0]).toMatch(/^SESSION +BRANCH +COMMIT +FOLDER$/)
  expect(listed.find((line) => line.includes('fairlead/listed'))).toContain(id.slice(0, 8))
  write(path, 'wip.txt', 'wip\n')
  const trash = (await run('worktree', 'discard', id)).out.trim()
  expect(existsSync(path)).toBe(false)
  expect((await run('worktree', 'trash')).out).toContain('fairlead/listed')
  expect((await run('worktree', 'restore', trash)).out.trim()).toBe(path)
  expect(read(path, 'wip.txt')).toBe('wip\n')
  await run('close', '--delete', id)
  expect((await run('worktree', 'ls')).out).toMatch(/^\(none\) +fairlead\/listed/m)
  await run('worktree', 'remove', path)
  expect((await run('worktree', 'prune')).out).toBe('0 removed\n')
  expect((await run('worktree', 'prune', '--all')).out).toMatch(/^[1-9]\d* removed\n$/)
  expect((await run('worktree', 'trash')).out).toBe('The trash is empty.\n')
})

test('changes of one turn', async () => {
  const { id, path } = await worktree('turns')
  // Waits until the checkpoint of the first turn is taken.
  expect((await run('changes', id, '--turn', '1', '--stat')).err).toBe('Nothing has changed.\n')
  write(path, 'second.txt', '2\n')
  await run('send', id, '--wait', 'hello')
  expect((await run('changes', id, '--turn', '2', '--stat')).out).toBe('+1 -0        second.txt  (added)\n')
})

test('hooks are refused until --confirm, which prints them', async () => {
  const { id, path } = await worktree('hooks')
  write(main, '.git/hooks/pre-commit', '#!/bin/sh\necho "from the hook"\n', 0o755)
  write(path, 'a.txt', 'hooked\n')
  const refused = await stage.call(['commit', id, '-m', 'x'])
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('nobody has confirmed')
  const { err } = await run('commit', id, '-m', 'x', '--confirm')
  expect(err).toContain('  echo "from the hook"\n')
  expect(lines(err)).toContain('from the hook')
})

test('conflicts are named, and what is wrong with a call is said', async () => {
  const { id, path } = await worktree('conflict')
  commit(path, { 'a.txt': 'mine\n' }, 'mine')
  git(main, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'moves')
  write(main, 'a.txt', 'theirs\n')
  git(main, '-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'theirs')
  const dry = await stage.call(['merge', id, '-n'])
  expect(dry).toMatchObject({ code: 1, err: expect.stringContaining('Both sides have changed a.txt.') })
  expect((await stage.call(['merge', id])).code).toBe(1)
  for (const args of [
    ['worktree', 'discard'],
    ['worktree', 'ls', 'x'],
    ['commit', id],
    ['worktree', 'nothing'],
  ])
    expect((await stage.call(args)).code).toBe(2)
})
