/**
 * Finds the repository of a folder, and those few of its settings that change what git sees but start no program. Git itself
 * searches for it, so a repository of an owner that `safe.directory` does not trust is refused, and a bare repository among
 * the files is ignored. Both calls read settings, but none that would make them run a program.
 */
import { realpath, stat } from 'node:fs/promises'
import { devNull } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin } from '../folders/roots.ts'
import { openPlainFile } from './plain-file.ts'
import type { Answer } from './run.ts'

export interface Repository {
  /** The folder that contains `.git`. */
  readonly top: string
  /** Of this worktree; contains the index. */
  readonly gitDir: string
  /** Shared by all worktrees; contains the objects. */
  readonly commonDir: string
  readonly objectFormat: 'sha1' | 'sha256'
  readonly settings: ReadonlyMap<string, string>
}
/** The empty tree, for a repository without a commit. */
export const EMPTY_TREES = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const
/** Without a reason there simply is no repository. */
export type Found = { readonly repository: Repository } | { readonly reason: string | undefined }
export type RunIn = (args: readonly string[]) => Promise<Answer>

const SAFE = ['safe.bareRepository=explicit', 'core.fsmonitor=false', `core.hooksPath=${devNull}`]
const PREFIX = SAFE.flatMap((setting) => ['-c', setting])
/** Also for calls that change refs. Those leave no object behind that a garbage collection could take at once. */
export const REFS_PREFIX = [...PREFIX, ...['gc.auto=0', 'maintenance.auto=false'].flatMap((it) => ['-c', it])]

export async function findRepository(cwd: string, run: RunIn): Promise<Found> {
  const [places, settings] = await Promise.all([
    run([
      ...PREFIX,
      ...['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-dir', '--git-common-dir'],
      '--show-object-format',
    ]),
    run([...PREFIX, 'config', '--list', '-z', '--show-scope']),
  ])
  if (places.code !== 0) return { reason: reasonIn(places.stderr) }
  const [top, gitDir, commonDir, objectFormat, ...rest] = places.stdout.replace(/\n$/, '').split('\n')
  if (!top || !gitDir || !commonDir || rest.length > 0) return { reason: 'its path has a line break' }
  if (objectFormat !== 'sha1' && objectFormat !== 'sha256')
    return { reason: `its objects have the unknown format ${objectFormat}` }
  const [folder, root] = await Promise.all([cwd, top].map((path) => realpath(path).catch(() => undefined)))
  if (folder === undefined || root === undefined) return { reason: 'its folder is gone' }
  if (!isWithin(folder, root) || !(await holds(top, gitDir)))
    return { reason: 'its settings say that the working tree is another folder (core.worktree)' }
  if (settings.code !== 0) return { reason: reasonIn(settings.stderr) }
  return { repository: { top, gitDir, commonDir, objectFormat, settings: harmless(settings.stdout) } }
}

/** The folder of the repository's own checkout: the same for each of its worktrees. A bare repository has none and stands for it. */
export async function mainCheckout({ top, gitDir, commonDir }: Repository): Promise<string> {
  if (gitDir === commonDir) return top
  const common = await realpath(commonDir)
  return basename(common) === '.git' ? dirname(common) : common
}

/** The commit that the folder is at; undefined before the first one. */
export async function headOf(run: RunIn): Promise<string | undefined> {
  const { code, stdout } = await run([...PREFIX, 'rev-parse', '--verify', '--quiet', 'HEAD'])
  const id = stdout.trim()
  return code === 0 && /^[0-9a-f]{40,64}$/.test(id) ? id : undefined
}

function reasonIn(stderr: string): string | undefined {
  if (/not a git repository|must be run in a work tree|cannot use bare repository/i.test(stderr))
    return undefined
  return stderr.trim().split('\n')[0]?.slice(0, 300) || 'git gave no reason'
}

/** Whether `.git` in the folder, which is a folder or a file that names one, is this git folder. */
async function holds(top: string, gitDir: string): Promise<boolean> {
  const dot = join(top, '.git')
  try {
    const named = (await stat(dot)).isDirectory() ? dot : await gitDirNamedIn(dot)
    return named !== undefined && (await realpath(resolve(top, named))) === (await realpath(gitDir))
  } catch {
    return false
  }
}

async function gitDirNamedIn(path: string): Promise<string | undefined> {
  const file = await openPlainFile(path, 10_000)
  try {
    return /^gitdir: (.*?)[\r\n]*$/s.exec((await file?.readFile('utf8')) ?? '')?.[1]
  } finally {
    await file?.close()
  }
}

const YES_OR_NO = /^(?:true|false|yes|no|on|off|[01])$/i
/** Settings that affect how files are compared, with their allowed values. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'core.filemode': YES_OR_NO,
  'core.symlinks': YES_OR_NO,
  'core.ignorecase': YES_OR_NO,
  'core.precomposeunicode': YES_OR_NO,
  'core.trustctime': YES_OR_NO,
  'core.checkstat': /^(?:default|minimal)$/i,
  'core.autocrlf': /^(?:true|false|yes|no|on|off|[01]|input)$/i,
  'core.eol': /^(?:lf|crlf|native)$/i,
}
/** Settings that count only where the user made them, not the repository. */
const USERS_FILES = new Set(['core.excludesfile', 'core.attributesfile'])

/** Parses `scope NUL name LF value NUL`. The last entry counts; one without a value is true. */
function harmless(list: string): Map<string, string> {
  const settings = new Map<string, string>()
  const parts = list.split('\0')
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [scope, entry = ''] = [parts[i], parts[i + 1]]
    const end = entry.indexOf('\n')
    const name = end < 0 ? entry : entry.slice(0, end)
    const value = end < 0 ? 'true' : entry.slice(end + 1)
    const isUsers = USERS_FILES.has(name) && (scope === 'global' || scope === 'system')
    if (isUsers || FORMS[name]?.test(value)) settings.set(name, value)
  }
  return settings
}
