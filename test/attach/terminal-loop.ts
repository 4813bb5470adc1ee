/**
 * The loop after the edit in a terminal: a session in a worktree of its own, an approval, the Changes pane with comments, a second turn,
 * commit and merge. What the model says is in `TERMINAL_LOOP`; who plays it is the test's choice.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Scenario } from '../../src/simulator/scenario.ts'
import type { DaemonProcess } from '../host/daemon-process.ts'
import { git, read } from '../host/work/repository.ts'
import { FAIRLEAD } from './stage.ts'
import { Tmux } from './tmux.ts'

export const TERMINAL_LOOP: Scenario = {
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

/** `agent`: the name of one of the host. Its folder is a repository. */
export async function terminalLoop(daemon: DaemonProcess, cwd: string, agent?: string): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: daemon.folder, FAIRLEAD_HOME: daemon.data }
  const option = agent === undefined ? '' : `--agent ${agent} `
  const terminal = new Tmux({ cwd, env, columns: 110, rows: 32 })
  onTestFinished(() => terminal.close())
  await terminal.back()
  terminal.run(`f() { ${process.execPath} ${FAIRLEAD} "$@"; }`)
  terminal.run(`f new --worktree=loop ${option}--title greeting "add a greeting"; f attach greeting`)
  await terminal.until(/━━ .*Write/)
  terminal.keys('y')
  await terminal.until('The greeting is there.')
  const path = join(`${cwd}.worktrees`, 'loop')
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
  expect(git(cwd, 'log', '-1', '--format=%s')).toBe('Greet')
  expect(read(cwd, 'greet.txt')).toBe('hello\nworld\nbye\n')
  expect(git(cwd, 'branch', '--list', 'fairlead/*')).toBe('')
  expect(existsSync(path)).toBe(false)
}
