/**
 * The state of a folder as a commit: its files, new ones included, and its index. Files are kept as they are, byte by byte: no filter
 * and no conversion of line ends. Neither the index nor the stash is touched. What git ignores is not kept.
 */
import { lstatSync, readdirSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HOST_IDENTITY } from './identity.ts'
import { type Submodule, submodulesOf, unknownRepositories } from './inner-repositories.ts'
import type { OpenRepository } from './open-repository.ts'
import { commitOf } from './refs.ts'
import { expectOk, type More, type SafeGit } from './run.ts'

const TIMEOUT = 10 * 60_000
/** Stronger than all that the repository says. */
const RAW = '* -text -filter -ident !working-tree-encoding !eol\n'
/** Settings of the repository with which git would overlook a change, or take two files for one. */
const EXACT = [
  ...['core.autocrlf=false', 'core.safecrlf=false', 'core.filemode=true', 'core.symlinks=true'],
  ...['core.trustctime=true', 'core.checkstat=default'],
  ...(process.platform === 'linux' ? ['core.ignorecase=false'] : []),
].flatMap((it) => ['-c', it])

export interface Snapshot {
  readonly commit: string
  readonly tree: string
  /** The commit that the folder was at; undefined before the first one. */
  readonly head?: string
}

/**
 * `cache`: a file of the host that remembers what was read, so that the next snapshot of this folder reads only what changed.
 * The parents of the commit are the one that the folder is at, and one with the index where that differs.
 */
export async function takeSnapshot(
  repository: OpenRepository,
  { message, cache }: { message: string; cache?: string },
): Promise<Snapshot> {
  const head = await commitOf(repository.refs, 'HEAD')
  return repository.files(async (git, folder) => {
    const index = cache ?? join(folder, 'snapshot-index')
    await mkdir(dirname(index), { recursive: true, mode: 0o700 })
    await asTheyAre(folder)
    const raw = { env: { GIT_INDEX_FILE: index }, timeoutMs: TIMEOUT }
    // Of a git that was killed. Nobody else writes to the file.
    await rm(`${index}.lock`, { force: true })
    await addAll(git, repository.top, raw).catch(async (error) => {
      // It may be damaged: the next snapshot reads everything anew.
      await rm(index, { force: true })
      throw error
    })
    const tree = await idFrom(git, ['write-tree'], raw.env)
    // It cannot be written while a merge has conflicts.
    const staged = await idFrom(git, ['write-tree']).catch(() => undefined)
    const parents = head === undefined ? [] : [head]
    const isStaged = staged !== undefined && head !== undefined && staged !== (await treeOf(git, head))
    if (isStaged) parents.push(await commitTree(git, staged, parents, 'index'))
    const commit = await commitTree(git, tree, parents, message)
    return { commit, tree, ...(head !== undefined && { head }) }
  })
}

/**
 * All that git would show, and what it ignores only if the repository's own index has it. A repository within that the index does
 * not name is left out: git would note its commit only, and without one it would add nothing at all.
 */
async function addAll(git: SafeGit, top: string, raw: More): Promise<void> {
  const links = new Map(
    [...(await submodulesOf(git, raw)), ...(await submodulesOf(git))].map((it) => [it.path, it]),
  )
  const submodules: Submodule[] = []
  for (const submodule of links.values())
    if (isPlainFolder(join(top, submodule.path)))
      await expectOk(git, ['update-index', '--force-remove', '--', submodule.path], raw)
    else submodules.push(submodule)
  // For a submodule `git add` would start a git there, which runs what its settings name.
  const left = [...(await unknownRepositories(git)), ...submodules.map(({ path }) => path)]
  const but = left.map((path) => `:(top,literal,exclude)${path}`)
  await expectOk(git, [...EXACT, 'add', '--all', '--', '.', ...but], raw)
  const ignored = ['ls-files', '--cached', '--ignored', '--exclude-standard', '-z']
  const { stdout: input } = await expectOk(git, ignored, { encoding: 'latin1' })
  const update = [...EXACT, 'update-index', '--add', '--remove', '-z', '--stdin']
  if (input !== '') await expectOk(git, update, { ...raw, input, encoding: 'latin1' })
  for (const { path, commit } of submodules) {
    const isNoted =
      !isEmptyFolder(join(top, path)) && (await git(update, { ...raw, input: `${path}\0` })).code === 0
    const link = { ...raw, input: `160000 ${commit}\t${path}\0` }
    if (!isNoted) await expectOk(git, ['update-index', '-z', '--index-info'], link)
  }
}

/** One with files that is no repository, in place of a submodule. */
function isPlainFolder(path: string): boolean {
  const names = namesIn(path)
  return names !== undefined && names.length > 0 && !names.includes('.git')
}

function isEmptyFolder(path: string): boolean {
  return namesIn(path)?.length === 0
}

/** Undefined if it is no folder; a link is none. */
function namesIn(path: string): string[] | undefined {
  try {
    return lstatSync(path).isDirectory() ? readdirSync(path) : undefined
  } catch {
    return undefined
  }
}

/** Files that git writes and reads in this private folder are not converted. */
export async function asTheyAre(folder: string): Promise<void> {
  await writeFile(join(folder, 'info', 'attributes'), RAW, { mode: 0o600 })
}

/** Makes the files of a folder those of a snapshot. Its index and its branch stay; what git ignores is not touched. */
export async function restoreFiles(repository: OpenRepository, from: string, to: string): Promise<void> {
  await repository.files(async (git, folder) => {
    await asTheyAre(folder)
    const env = { GIT_INDEX_FILE: join(folder, 'snapshot-index') }
    const more = { env, timeoutMs: TIMEOUT }
    await expectOk(git, ['read-tree', from], more)
    await git([...EXACT, 'update-index', '-q', '--refresh'], more)
    await expectOk(git, [...EXACT, 'read-tree', '-m', '-u', from, to], more)
  })
}

/** From whatever the files are, such as those that git has just written with the line ends that the repository asks for. */
export async function restoreOver(repository: OpenRepository, to: string): Promise<void> {
  const { commit } = await takeSnapshot(repository, { message: 'before' })
  await restoreFiles(repository, commit, to)
}

export async function commitTree(
  git: SafeGit,
  tree: string,
  parents: readonly string[],
  message: string,
  env: NodeJS.ProcessEnv = HOST_IDENTITY,
): Promise<string> {
  const args = ['commit-tree', tree, ...parents.flatMap((it) => ['-p', it]), '-F', '-']
  return (await expectOk(git, args, { input: message, env })).stdout.trim()
}

export async function treeOf(git: SafeGit, commit: string): Promise<string> {
  return (await expectOk(git, ['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`])).stdout
    .trim()
    .split('\n')
    .at(-1) as string
}

async function idFrom(git: SafeGit, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string> {
  return (await expectOk(git, args, { ...(env && { env }), timeoutMs: TIMEOUT })).stdout.trim()
}
