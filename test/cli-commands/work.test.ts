// new --worktree, changes, commit, merge, worktree: the loop in the terminal, on a real host and a real repository.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commit, git, read, repository, write } from '../host/work/repository.ts'
import { HostStage } from './host-stage.ts'

let stage: HostStage
let main: string
let repositories = 0
beforeAll(async () => {
  stage = await HostStage.open()
})
beforeEach(() => {
  main = join(stage.daemon.cwd, `repository-${++repositories}`)
  mkdirSync(main)
  repository(main)
})
afterAll(() => stage.close())

const lines = (text: string) => text.trim().split('\n')
const run = async (...args: string[]) => {
  const outcome = await stage.call(args, { cwd: main })
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
  const ofFirstTurn = () => stage.call(['changes', id, '--turn', '1', '--stat'])
  // The session may be idle for a moment before its first turn begins.
  await expect.poll(ofFirstTurn).toMatchObject({ code: 0, err: 'Nothing has changed.\n' })
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

test('review: files, comments on lines, what a later change touched, one change staged and reverted', async () => {
  const { id, path } = await worktree('review')
  write(path, 'a.txt', `${['1', 'two', '3', '4', '5', '6', '7', '8', 'nine'].join('\n')}\n`)
  git(path, 'add', '-A')
  git(path, 'commit', '-qm', 'lines')
  write(path, 'a.txt', `${['one', 'two', '3', '4', '5', '6', '7', '8', '9'].join('\n')}\n`)
  expect((await run('review', id, '--scope', 'uncommitted')).out).toBe('+2 -2        a.txt\n')
  const numbered = await run('review', id, '--scope', 'uncommitted', '--file', 'a.txt')
  expect(lines(numbered.out)).toEqual([
    'change 1',
    ' 1    -1',
    '    1 +one',
    ...[' 2  2  two', ' 3  3  3', ' 4  4  4', '⋯', ' 6  6  6', ' 7  7  7', ' 8  8  8'],
    'change 2',
    ' 9    -nine',
    '    9 +9',
  ])
  await run('review', id, '--stage', 'a.txt', '--change', '2')
  expect(git(path, 'diff', '--cached', '--unified=0')).toMatch(/-nine\n\+9$/)
  expect((await run('review', id, '--scope', 'uncommitted')).out).toContain('(partly staged)')
  await run('review', id, '--unstage', 'a.txt')
  await run('review', id, '--revert', 'a.txt', '--change', '1')
  expect(read(path, 'a.txt')).toMatch(/^1\ntwo[\s\S]*\n9\n$/)
  await run('review', id, '-c', 'a.txt:2-3', '-m', 'Why two?')
  expect(lines((await run('review', id, '-c', 'a.txt:9', '-m', 'And nine?')).out).slice(-4)).toEqual([
    expect.stringMatching(/^\w+ {2}draft {2}a.txt, lines 2–3$/),
    '    Why two?',
    expect.stringMatching(/^\w+ {2}draft {2}a.txt, line 9$/),
    '    And nine?',
  ])
  expect((await run('review', id, '--send')).err).toContain('Sent 2 to')
  await stage.inGroup(id, 'idle')
  write(path, 'a.txt', `0\n${read(path, 'a.txt').replace('\n9\n', '\nNINE\n')}`)
  const [list] = await stage.json<{ comments: { id: string; status: string; place: object }[] }>('review', id)
  expect(list?.comments).toMatchObject([
    { status: 'sent', place: { status: 'moved', first: 3, last: 4 } },
    { status: 'sent', place: { status: 'touched' } },
  ])
  const [first, second] = list?.comments ?? []
  const { out } = await run('review', id, '--resolve', first?.id ?? '', '--remove', second?.id ?? '')
  expect(out).toMatch(/resolved {2}a.txt, lines 2–3: moved to lines 3–4/)
  expect(out).not.toContain('And nine?')
  for (const args of [
    ['-c', 'a.txt', '-m', 'x'],
    ['-c', 'a.txt:1'],
    ['--change', '1'],
  ])
    expect((await stage.call(['review', id, ...args])).code).toBe(2)
})

test('a message that the session suggests, and conflicts that it is asked to resolve', async () => {
  const { id, path } = await worktree('asked')
  write(path, 'a.txt', 'asked\n')
  expect((await stage.call(['commit', id, '--suggest'])).err).toContain('--yes')
  const { out, err } = await run('commit', id, '--suggest', '--yes', '--confirm')
  const subject = git(path, 'log', '-1', '--format=%s')
  expect(git(path, 'rev-parse', 'HEAD')).toBe(out.trim())
  expect(err).toContain(`  ${subject}\n`)
  write(main, 'a.txt', 'meanwhile\n')
  git(main, '-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'meanwhile')
  const asked = await stage.call(['merge', id, '--resolve'])
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('was asked to resolve') })
  await stage.inGroup(id, 'idle')
  expect((await run('export', id)).out).toContain('Merge the branch `main` into `fairlead/asked`')
})

test('projects: settings, scripts that are confirmed, and a run whose output is followed', async () => {
  await run('project', 'add', main)
  const { out } = await run('project')
  expect(lines(out)[0]).toMatch(/^NAME +SESSIONS +PAST +USED +FOLDER$/)
  expect(out).toContain(main)
  commit(main, {
    'scripts/run': '#!/bin/sh\necho "serving $FAIRLEAD_BRANCH"; [ -e stay ] && sleep 1000; exit 3\n',
  })
  const set = ['--run', 'scripts/run', '--model', 'opus', '--own-worktree', 'on', '--copy', '.env']
  expect((await run('project', 'set', main, ...set)).out).toMatch(/run script: +scripts\/run: not confirmed/)
  expect((await stage.call(['project', 'run', main])).err).toContain('not confirmed')
  const ran = await stage.call(['project', 'run', main, '--confirm'])
  expect(ran).toMatchObject({ code: 1, out: 'serving main\n' })
  expect(ran.err).toContain('it ended with exit code 3')
  expect((await stage.call(['project', 'output', main])).out).toBe('serving main\n')
  write(main, 'stay', '')
  const followed = stage.start(['project', 'run', main])
  await followed.printed('serving main')
  followed.interrupt()
  expect(await followed.code).toBe(130)
  await run('project', 'stop', main)
  expect(await stage.json('project', 'output', main).catch((error: Error) => error.message)).toContain(
    'was stopped',
  )
  const { out: shown } = await run('project', 'set', main, '--unset', 'model', '--unset', 'run')
  expect(shown).toMatch(/ownWorktree: +true/)
  expect(shown).not.toContain('opus')
  expect((await stage.call(['project', 'set', main, '--unset', 'modle'])).err).toContain('did you mean model')
})
