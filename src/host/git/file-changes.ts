/** What changed between a commit and another one, or the files as they are: the list without lines, then one file at a time. */
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FileView } from '../../api/resources.ts'
import type { ReviewDiff, ReviewFiles } from '../../api/review-files.ts'
import {
  attributesOf,
  countsIn,
  DIFF,
  enterNewFiles,
  names,
  newFiles,
  notesOnFilters,
  unreadable,
} from './changes.ts'
import { GitError } from './error.ts'
import { isGeneratedName } from './generated.ts'
import type { OpenRepository } from './open-repository.ts'
import { expectOk, type SafeGit } from './run.ts'
import { asTheyAre } from './snapshot.ts'

/** Without `to` the files are compared as they are in the folder. */
export interface Range {
  readonly from: string
  readonly to?: string
  /** `from` is a snapshot, which has the files byte by byte. What lies between two commits is always compared so. */
  readonly isRaw?: boolean
}
type File = Omit<ReviewFiles['files'][number], 'by'>

const COMMITS = ['diff-tree', '-r', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames']
/** Of the same name, or alike; with more files than this that came or went, only those with the same contents. */
const RENAMES = ['--find-renames', '-l400']
const MAX_NEW_FILES = 20_000
const MAX_WHOLE = 4 * 1024 * 1024
const MAX_DIFF = 8 * 1024 * 1024
const MAX_CONTENTS = 1024 * 1024
const TIMEOUT = 60_000
/** Lines of so many files, and of so much, are counted in a moment. */
const MAX_QUICK_FILES = 200
const MAX_QUICK_SIZE = 512 * 1024
const NOT_COUNTED = { code: 0, stdout: '', stderr: '' }
const STATUS: Readonly<Record<string, File['status']>> = { A: 'added', D: 'deleted', R: 'renamed' }

/**
 * `isLast`: the range begins at the last commit, so that the index says what the next one has.
 * `isQuick`: lines are not counted if that takes longer than all the rest.
 */
export function changedFiles(
  repository: OpenRepository,
  range: Range,
  { isLast, isQuick }: { isLast: boolean; isQuick: boolean },
): Promise<{ files: File[]; isCounted: boolean; note?: string }> {
  return repository.files(async (git, folder) => {
    const staged = isLast ? await stagedFiles(git, range.from) : new Map<string, 'all' | 'part'>()
    const [conflicted, { args, fresh, left }] = await Promise.all([
      range.to === undefined ? conflictedFiles(git) : new Set<string>(),
      compared(git, folder, range),
    ])
    const named = await names(git, [...args, ...RENAMES, '--raw', '--no-abbrev', '-z', ...endOf(range)])
    const entries = entriesIn(named.stdout)
    const paths = [...entries.keys(), ...fresh.filter((path) => path.endsWith('/'))]
    const isCounted = !(isQuick && (await isLarge(repository.top, paths)))
    const [counted, hashes, attributes] = await Promise.all([
      isCounted
        ? git([...args, ...RENAMES, '--numstat', '-z', ...endOf(range)], { timeoutMs: TIMEOUT })
        : NOT_COUNTED,
      range.to === undefined ? hashesOf(git, entries) : new Map<string, string>(),
      attributesOf(git, paths, ['linguist-generated', 'filter']),
    ])
    const counts = countsIn(counted.stdout)
    const generated = new Set(
      attributes.filter(({ name, value }) => name !== 'filter' && value === 'set').map(({ path }) => path),
    )
    const isNew = new Set(fresh)
    const files = paths.map((path): File => {
      const entry = entries.get(path)
      const count = counts.get(path) ?? { added: 0, removed: 0, isBinary: false }
      const now = hashes.get(path) ?? entry?.now ?? `${count.added} ${count.removed}`
      const part = staged.get(path)
      return {
        path,
        ...(entry?.from !== undefined && { from: entry.from }),
        status: conflicted.has(path)
          ? 'conflicted'
          : isNew.has(path) && (entry === undefined || entry.letter === 'A')
            ? 'new'
            : (STATUS[entry?.letter ?? ''] ?? 'modified'),
        ...count,
        isGenerated: generated.has(path) || isGeneratedName(path),
        hash: `${entry?.before.slice(0, 16) ?? ''}-${now.slice(0, 16)}`,
        ...(part && { staged: part }),
      }
    })
    const notes = [
      ...(left > 0 ? [`${left} more new files are not shown.`] : []),
      ...(counted.code === 0 ? [] : [unreadable(counted.stderr)]),
      ...(range.to === undefined ? notesOnFilters(attributes) : []),
    ]
    return { files, isCounted, ...(notes.length > 0 && { note: notes.join(' ') }) }
  })
}

/** Whether counting their lines takes long. A file that is gone has none. */
async function isLarge(top: string, paths: readonly string[]): Promise<boolean> {
  if (paths.length > MAX_QUICK_FILES) return true
  const sizes = await Promise.all(paths.map((path) => stat(join(top, path)).then(sizeOf, () => 0)))
  return sizes.reduce((sum, size) => sum + size, 0) > MAX_QUICK_SIZE
}

const sizeOf = ({ size }: { size: number }): number => size

/** `from`: the name before, of a file that was renamed. */
export function diffOfFile(
  repository: OpenRepository,
  range: Range,
  { path, from }: { path: string; from?: string | undefined },
): Promise<ReviewDiff> {
  return repository.files(async (git, folder) => {
    const { args } = await compared(git, folder, range, path)
    const wanted = from === undefined ? [path] : [from, path]
    const renames = from === undefined ? [] : RENAMES
    const diff = (lines: number, maxBytes: number) =>
      expectOk(git, [...args, ...renames, '--patch', `--unified=${lines}`, ...endOf(range, wanted)], {
        maxBytes,
        timeoutMs: TIMEOUT,
      })
    const whole = await diff(MAX_WHOLE, MAX_WHOLE)
    if (!whole.isCut) return { patch: whole.stdout, isWhole: true, isCut: false }
    const { stdout, isCut } = await diff(3, MAX_DIFF)
    return { patch: isCut ? stdout.slice(0, stdout.lastIndexOf('\n') + 1) : stdout, isWhole: false, isCut }
  })
}

/** A file as it is in a commit. */
export async function fileInCommit(
  repository: OpenRepository,
  commit: string,
  path: string,
): Promise<FileView> {
  return repository.files(async (git) => {
    const answer = await git(['cat-file', 'blob', `${commit}:${path}`], {
      maxBytes: MAX_CONTENTS,
      encoding: 'latin1',
    })
    if (answer.code !== 0) throw new GitError('failed', `${basename(path)} is not in ${commit.slice(0, 10)}`)
    const bytes = Buffer.from(answer.stdout, 'latin1')
    const encoding = bytes.includes(0) ? 'base64' : 'utf8'
    return { path, contents: bytes.toString(encoding), isCut: answer.isCut, encoding }
  })
}

/** Prepares the private folder. `fresh`: files that git does not have yet; `left`: how many more there are. */
async function compared(
  git: SafeGit,
  folder: string,
  { from, to, isRaw = to !== undefined }: Range,
  path?: string,
): Promise<{ args: readonly string[]; fresh: readonly string[]; left: number }> {
  if (isRaw) await asTheyAre(folder)
  if (to !== undefined) return { args: COMMITS, fresh: [], left: 0 }
  const all = await newFiles(git, path)
  const fresh = all.slice(0, MAX_NEW_FILES)
  await enterNewFiles(git, from, fresh)
  return { args: DIFF, fresh, left: all.length - fresh.length }
}

function endOf({ from, to }: Range, paths: readonly string[] = []): string[] {
  return [from, ...(to === undefined ? [] : [to]), ...(paths.length === 0 ? [] : ['--', ...paths])]
}

interface Entry {
  readonly before: string
  /** Undefined for a file of the folder, which git has not hashed. */
  readonly now: string | undefined
  readonly letter: string
  readonly isPlain: boolean
  /** The name before. */
  readonly from?: string
}

/** `:mode mode id id letter NUL path NUL`; of a rename the letter has a number, and the name before comes first. */
function entriesIn(raw: string): Map<string, Entry> {
  const parts = raw.split('\0')
  const entries = new Map<string, Entry>()
  for (let at = 0; at + 1 < parts.length; ) {
    const [, mode = '', before = '', now = '', letters = 'M'] = (parts[at] as string).split(' ')
    const letter = letters.charAt(0)
    const from = letter === 'R' ? parts[at + 1] : undefined
    at += from === undefined ? 2 : 3
    const path = parts[at - 1] as string
    const isKnown = /[1-9a-f]/.test(now) || letter === 'D'
    entries.set(path, {
      ...{ before, now: isKnown ? now : undefined, letter, isPlain: mode.startsWith('100') },
      ...(from !== undefined && { from }),
    })
  }
  return entries
}

/** Of files in the folder. A name with a line break has none, nor has any file if one is gone meanwhile. */
async function hashesOf(git: SafeGit, entries: ReadonlyMap<string, Entry>): Promise<Map<string, string>> {
  const paths = [...entries]
    .filter(([path, it]) => it.now === undefined && it.isPlain && !path.includes('\n'))
    .map(([path]) => path)
  if (paths.length === 0) return new Map()
  const { code, stdout } = await git(['hash-object', '--no-filters', '--stdin-paths'], {
    input: `${paths.join('\n')}\n`,
    timeoutMs: TIMEOUT,
  })
  if (code !== 0) return new Map()
  const ids = stdout.split('\n')
  return new Map(paths.map((path, at) => [path, ids[at] ?? '']))
}

/** `mode id stage TAB path NUL`, for each side of a conflict. */
async function conflictedFiles(git: SafeGit): Promise<ReadonlySet<string>> {
  const { stdout } = await expectOk(git, ['ls-files', '--unmerged', '-z'])
  return new Set(stdout.split('\0').map((it) => it.slice(it.indexOf('\t') + 1)))
}

/** Before new files are entered into the private index. */
async function stagedFiles(git: SafeGit, head: string): Promise<Map<string, 'all' | 'part'>> {
  const [staged, rest] = await Promise.all([
    expectOk(git, [...DIFF, '--cached', '--name-only', '-z', head]),
    git([...DIFF, '--name-only', '-z']),
  ])
  const unstaged = new Set(rest.stdout.split('\0'))
  const paths = staged.stdout.split('\0').filter(Boolean)
  return new Map(paths.map((path) => [path, unstaged.has(path) ? 'part' : 'all']))
}
