/** The loop after the edit, in a terminal: a worktree, an approval, the Changes pane with comments, a second turn, commit, merge. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { git, read, repository } from '../host/work/repository.ts'
import { FAIRLEAD, newDaemon } from './stage.ts'
import { PATIENCE, Tmux } from './tmux.ts'

const daemon = newDaemon()
const scenario = {
  scripts: [
    {
      prompt: 'add a greeting',
      replies: [
        [{ tool: 'Write', input: { file_path: 'greet.txt', content: 'hi\nworld\nbye\n' }, run: true }],
        [{ text: 'The greeting is there.' }],
      ],
    },
    {
      prompt: 'review comments',
      replies: [
        [{ tool: 'Write', input: { file_path: 'greet.txt', content: 'hello\nworld\nbye\n' }, run: true }],
        [{ text: 'The comments are done.' }],
      ],
    },
  ],
}

beforeAll(async () => {
  repository(daemon.cwd)
  await daemon.start()
  const file = join(daemon.folder, 'scenario.json')
  writeFileSync(file, JSON.stringify(scenario))
  const env = { FAIRLEAD_SIM_SCENARIO: file, FAIRLEAD_SIM_SPEED: '0' }
  await daemon.api().call('putAgents', { body: { agents: [{ name: 'test', command: 'sim', env }] } })
})
afterAll(() => daemon.end())

test('new in a worktree, approve, comment on lines, a second turn, commit, merge: the branch is gone', {
  timeout: 10 * PATIENCE,
}, async () => {
  const env = { PATH: process.env.PATH, HOME: daemon.folder, FAIRLEAD_HOME: daemon.data }
  const terminal = new Tmux({ cwd: daemon.cwd, env, columns: 110, rows: 32 })
  onTestFinished(() => terminal.close())
  await terminal.back()
  terminal.run(`f() { ${process.execPath} ${FAIRLEAD} "$@"; }`)
  terminal.run('f new --worktree=loop --agent test --title greeting "add a greeting"; f attach greeting')
  await terminal.until(/━━ .*Write/)
  terminal.keys('y')
  await terminal.until('The greeting is there.')
  const path = join(`${daemon.cwd}.worktrees`, 'loop')
  expect(read(path, 'greet.txt')).toBe('hi\nworld\nbye\n')

  terminal.keys('C-r')
  await terminal.until(/Changes since the base · 1 file[\s\S]*greet\.txt .*new {2}\+3 -0/)
  terminal.keys('Enter')
  await terminal.until(/1 \+hi[\s\S]*2 \+world/)
  terminal.keys('c')
  await terminal.until('Comment on line 1')
  terminal.type('Say hello')
  terminal.keys('Enter')
  await terminal.until('✎ draft: Say hello')
  terminal.keys('j', 'v', 'j', 'c')
  await terminal.until('Comment on lines 2–3')
  terminal.type('Good')
  terminal.keys('Enter')
  await terminal.until(/2 drafts · S sends[\s\S]*✎ draft: Good/)
  terminal.keys('S')
  await terminal.until('Sent 2 as one prompt.')
  terminal.keys('Escape')
  await terminal.until('3 turn')
  terminal.keys('Escape')
  await terminal.until(/━━ .*Write/)
  terminal.keys('y')
  await terminal.until('The comments are done.')
  expect(read(path, 'greet.txt')).toBe('hello\nworld\nbye\n')

  terminal.keys('C-r')
  await terminal.until('2 comments')
  terminal.keys('Enter')
  await terminal.until(/➤ sent \(line changed in turn 2\): Say hello[\s\S]*➤ sent: Good/)
  terminal.keys('C')
  await terminal.until('Commit all changes with this message')
  terminal.type('Add a greeting')
  terminal.keys('Enter')
  await terminal.until('Committed.')
  expect(git(path, 'log', '-1', '--format=%s')).toBe('Add a greeting')
  terminal.keys('C-c')
  await terminal.until('❯')
  terminal.keys('C-c', 'C-c')
  await terminal.back()

  terminal.run('clear; f merge greeting --how squash -m "Greet" --end discard; echo "ended with $?"')
  await terminal.until('ended with 0')
  expect(git(daemon.cwd, 'log', '-1', '--format=%s')).toBe('Greet')
  expect(read(daemon.cwd, 'greet.txt')).toBe('hello\nworld\nbye\n')
  expect(git(daemon.cwd, 'branch', '--list', 'fairlead/*')).toBe('')
  expect(existsSync(path)).toBe(false)
})
