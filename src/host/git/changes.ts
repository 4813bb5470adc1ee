/** What changed in a folder since a commit: tracked files, and new ones that are not ignored. */
import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import type { Changes } from '../../api/resources.ts'
import { type Answer, expectOk, type SafeGit } from './run.ts'

export const MAX_DIFF = 2 * 1024 * 1024
const MAX_NEW_FILES = 200
export const STATUS: Readonly<Record<string, string>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'modified',
}
/** Of a submodule only the commit is compared: for its files git would start a git that reads the submodule's settings. */
export const DIFF = [
  ...['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'],
  ...['--ignore-submodules=dirty', '--submodule=short'],
]
const RELATIVE = [...DIFF, '--relative']

export async function changesIn(
  git: SafeGit,
  { cwd, base, top }: { cwd: string; base: string; top: string },
): Promise<Changes> {
  const inside = relative(top, await realpath(cwd))
    .split(sep)
    .join('/')
  const untracked = await newFiles(git)
  const shown = untracked.slice(0, MAX_NEW_FILES)
  await enterNewFiles(git, base, shown)
  const [named, counted, patch] = await Promise.all([
    names(git, [...RELATIVE, '--raw', '-z', base, '--', '.']),
    git([...RELATIVE, '--numstat', '-z', base, '--', '.']),
    git([...RELATIVE, '--patch', base, '--', '.'], { maxBytes: 2 * MAX_DIFF }),
  ])
  const isNew = new Set(shown.map((path) => path.slice(inside === '' ? 0 : inside.length + 1)))
  const counts = countsIn(counted.stdout)
  const changed = statusesIn(named.stdout).map(([path, letter]) => ({
    path,
    status: isNew.has(path) ? 'new' : (STATUS[letter] ?? 'modified'),
    ...(counts.get(path) ?? { added: 0, removed: 0, isBinary: false }),
  }))
  const folders = [...isNew]
    .filter((path) => path.endsWith('/'))
    .map((path) => ({ path, status: 'new', added: 0, removed: 0, isBinary: false }))
  const files = [...changed, ...folders].sort((a, b) => a.path.localeCompare(b.path))
  const notes = [
    ...(untracked.length > shown.length
      ? [`${untracked.length - shown.length} more new files are not shown.`]
      : []),
    ...(counted.code === 0 && patch.code === 0 ? [] : [unreadable(counted.stderr || patch.stderr)]),
    ...(await filterNotes(git, files)),
  ]
  return {
    isRepository: true,
    base,
    files,
    diff: patch.code === 0 ? patch.stdout.slice(0, MAX_DIFF) : '',
    isCut: patch.isCut || patch.stdout.length > MAX_DIFF,
    ...(notes.length > 0 && { note: notes.join(' ') }),
  }
}

/** Without files that only look changed. For that git compares contents; if some are missing, it lists those files, too. */
export async function names(git: SafeGit, args: readonly string[]): Promise<Answer> {
  const answer = await git(args)
  return answer.code === 0 ? answer : expectOk(git, ['-c', 'diff.autoRefreshIndex=false', ...args])
}

/** Relative to the top of the repository. A nested repository ends with a slash. */
export async function newFiles(git: SafeGit, path = '.'): Promise<string[]> {
  const args = ['ls-files', '--others', '--exclude-standard', '--full-name', '-z', '--', path]
  const { stdout } = await expectOk(git, args)
  return stdout.split('\0').filter(Boolean)
}

/**
 * An entry in the (private) index makes git compare a new file like any other. The contents of the entry do not matter. A nested
 * repository, which ends with a slash, cannot have one.
 */
export async function enterNewFiles(git: SafeGit, base: string, paths: readonly string[]): Promise<void> {
  const entries = paths.filter((path) => !path.endsWith('/')).map((path) => `100644 ${base}\t${path}\0`)
  if (entries.length === 0) return
  await expectOk(git, ['update-index', '-z', '--index-info'], { input: entries.join('') })
}

/** `:modes ids letter NUL path NUL` */
export function statusesIn(raw: string): [path: string, letter: string][] {
  const parts = raw.split('\0')
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, i) => [
    parts[2 * i + 1] as string,
    parts[2 * i]?.at(-1) ?? 'M',
  ])
}

/** `added TAB removed TAB path NUL`, with dashes for a binary file; of a rename the path is empty, and both names follow. */
export function countsIn(
  numstat: string,
): Map<string, { added: number; removed: number; isBinary: boolean }> {
  const parts = numstat.split('\0')
  const counts = new Map<string, { added: number; removed: number; isBinary: boolean }>()
  for (let at = 0; at < parts.length; at++) {
    const [, added = '', removed = '', name = ''] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(parts[at] ?? '') ?? []
    if (added === '') continue
    if (name === '') at += 2
    const path = name || parts[at]
    if (path)
      counts.set(path, { added: Number(added) || 0, removed: Number(removed) || 0, isBinary: added === '-' })
  }
  return counts
}

export function unreadable(stderr: string): string {
  const said = stderr.trim().split('\n')[0]?.slice(0, 200) ?? ''
  return `Lines cannot be compared (${said}): in a partial clone git would have to fetch, and the host fetches nothing.`
}

/** Explains why the changes differ from what git shows in a terminal, as with git-lfs. */
async function filterNotes(git: SafeGit, files: Changes['files']): Promise<string[]> {
  const attributes = await attributesOf(
    git,
    files.map(({ path }) => path),
    ['filter'],
  )
  return notesOnFilters(attributes)
}

export interface Attribute {
  readonly path: string
  readonly name: string
  readonly value: string
}

/** `path NUL attribute NUL value NUL` */
export async function attributesOf(
  git: SafeGit,
  paths: readonly string[],
  wanted: readonly string[],
): Promise<Attribute[]> {
  if (paths.length === 0) return []
  const input = paths.map((path) => `${path}\0`).join('')
  const { code, stdout } = await git(['check-attr', '-z', '--stdin', ...wanted], { input })
  if (code !== 0) return []
  const parts = stdout.split('\0')
  return Array.from({ length: Math.floor(parts.length / 3) }, (_, at) => ({
    path: parts[3 * at] as string,
    name: parts[3 * at + 1] as string,
    value: parts[3 * at + 2] as string,
  }))
}

export function notesOnFilters(attributes: readonly Attribute[]): string[] {
  const values = attributes.filter(({ name }) => name === 'filter').map(({ value }) => value)
  const names = [...new Set(values)].filter((it) => !['unspecified', 'unset', 'set'].includes(it))
  if (names.length === 0) return []
  const listed = names.slice(0, 5).map((it) => it.slice(0, 40))
  return [
    `This repository uses filters that the host does not run (${listed.join(', ')}): files under them are compared as they lie in the folder.`,
  ]
}
