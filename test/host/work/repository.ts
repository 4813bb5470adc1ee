/** A real repository for tests of work in it, as a person would make it with git. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const IDENTITY = [
  '-c',
  'user.name=Ada',
  '-c',
  'user.email=ada@example.com',
  '-c',
  'protocol.file.allow=always',
]
const ENV = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' }

/** Answers what git prints. */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', [...IDENTITY, ...args], {
    cwd,
    env: ENV,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd()
}

export function write(cwd: string, name: string, text: string, mode?: number): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true })
  writeFileSync(join(cwd, name), text, mode === undefined ? {} : { mode })
}
export const read = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8')

export function commit(cwd: string, files: Record<string, string>, message = 'change'): string {
  for (const [name, text] of Object.entries(files)) write(cwd, name, text)
  git(cwd, 'add', '-A')
  git(cwd, 'commit', '-qm', message)
  return git(cwd, 'rev-parse', 'HEAD')
}

/** On the branch `main`, with one commit, and with a name for commits. */
export function repository(cwd: string, files: Record<string, string> = { 'a.txt': 'one\n' }): string {
  mkdirSync(cwd, { recursive: true })
  git(cwd, 'init', '-q', '-b', 'main')
  git(cwd, 'config', 'user.name', 'Ada')
  git(cwd, 'config', 'user.email', 'ada@example.com')
  return commit(cwd, files, 'first')
}
