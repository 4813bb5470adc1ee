/** What a session changed in its folder: git's word, against the commit that the folder was at when the session began. */
import { execFile } from 'node:child_process'
import type { Changes } from '../../api/resources.ts'

const MOST_DIFF = 2 * 1024 * 1024
/** The tree without anything, for a repository without a commit. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

export async function gitBase(cwd: string): Promise<string | undefined> {
  if ((await git(cwd, ['rev-parse', '--is-inside-work-tree'])).code !== 0) return undefined
  const head = await git(cwd, ['rev-parse', '--verify', 'HEAD'])
  return head.code === 0 ? head.stdout.trim() : EMPTY_TREE
}

export async function changesSince(cwd: string, base: string | undefined): Promise<Changes> {
  if (base === undefined || (await git(cwd, ['rev-parse', '--is-inside-work-tree'])).code !== 0)
    return { isRepository: false, files: [], diff: '', isCut: false }
  const [counted, named, untracked, diff] = await Promise.all([
    git(cwd, ['diff', '--numstat', '-z', '--no-renames', base, '--', '.']),
    git(cwd, ['diff', '--name-status', '-z', '--no-renames', base, '--', '.']),
    git(cwd, ['ls-files', '--others', '--exclude-standard', '-z', '--', '.']),
    git(cwd, ['diff', '--no-color', '--no-ext-diff', '--no-renames', base, '--', '.']),
  ])
  const status = new Map(pairs(named.stdout).map(([letter, path]) => [path, letter]))
  const changed = counted.stdout
    .split('\0')
    .filter(Boolean)
    .map((line) => {
      const [added = '', removed = '', path = ''] = line.split('\t')
      return {
        path,
        status: STATUS[status.get(path) ?? 'M'] ?? 'modified',
        added: Number(added) || 0,
        removed: Number(removed) || 0,
        isBinary: added === '-',
      }
    })
  const added = await Promise.all(
    untracked.stdout
      .split('\0')
      .filter(Boolean)
      .slice(0, 200)
      .map((path) => newFile(cwd, path)),
  )
  const whole = [diff.stdout, ...added.map((it) => it.diff)].join('')
  return {
    isRepository: true,
    base,
    files: [...changed, ...added.map((it) => it.file)].sort((a, b) => a.path.localeCompare(b.path)),
    diff: whole.slice(0, MOST_DIFF),
    isCut: whole.length > MOST_DIFF || diff.isCut,
  }
}

const STATUS: Readonly<Record<string, string>> = { A: 'added', D: 'deleted', M: 'modified', T: 'modified' }

async function newFile(cwd: string, path: string) {
  // It has no other side: git then ends with 1.
  const { stdout } = await git(cwd, [
    'diff',
    '--no-color',
    '--no-ext-diff',
    '--no-index',
    '--',
    '/dev/null',
    path,
  ])
  const lines = stdout.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++')).length
  const isBinary = stdout.includes('\nBinary files ')
  return { diff: stdout, file: { path, status: 'new', added: lines, removed: 0, isBinary } }
}

function pairs(text: string): [string, string][] {
  const parts = text.split('\0').filter(Boolean)
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, i) => [
    parts[2 * i] as string,
    parts[2 * i + 1] as string,
  ])
}

interface Answer {
  readonly code: number
  readonly stdout: string
  readonly isCut: boolean
}

/** Settings of the repository must not run programs here, and git must not wait for a lock or a terminal. */
export function git(cwd: string, args: readonly string[]): Promise<Answer> {
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false']
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_PAGER: 'cat' }
  return new Promise((resolve) => {
    execFile(
      'git',
      [...safe, ...args],
      { cwd, env, maxBuffer: 16 * MOST_DIFF, timeout: 20_000 },
      (error, stdout) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 128 : 0
        resolve({ code, stdout, isCut: error !== null && String(error.code).includes('MAXBUFFER') })
      },
    )
  })
}
