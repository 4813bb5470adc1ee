/** Where a new worktree goes, what its branch is called and where it begins. Nothing is created yet. */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { ApiError } from '../../api/errors.ts'
import type { NewWorktree, ProjectSettings, Worktree } from '../../api/work.ts'
import type { AllowedFolders } from '../folders/allowed.ts'
import { isWithin } from '../folders/roots.ts'
import type { Git } from '../git/git.ts'
import type { OpenRepository } from '../git/open-repository.ts'
import { branchCommit, checkBranchName, commitOf, currentBranch, refsBelow } from '../git/refs.ts'
import type { SafeGit } from '../git/run.ts'

const PREFIX = 'fairlead/'
const MAX_SLUG = 40

export interface PlanContext {
  readonly git: Git
  readonly folders: AllowedFolders
  readonly settings: (project: string) => ProjectSettings
  /** The host's data folder. */
  readonly dataFolder: string
  /** Paths that other sessions have, or are about to get. */
  readonly isTaken: (path: string) => boolean
}
export interface Plan {
  readonly worktree: Worktree
  /** The session's folder: within the worktree, what the named folder is within the repository. */
  readonly cwd: string
}
export interface PlanRequest {
  readonly cwd: string
  readonly asked: NewWorktree
  /** The name is made from it if none is given. */
  readonly text: string
}

export async function planWorktree({ cwd, asked, text }: PlanRequest, context: PlanContext): Promise<Plan> {
  const repository = await context.git.open(cwd)
  const { refs, checkout, top } = repository
  await checkMain(context.git, checkout)
  const settings = context.settings(checkout)
  const start = await startOf(repository, asked.base)
  const parent = await parentFor(checkout, settings, context)
  const taken = await refsBelow(refs, `refs/heads/${PREFIX}`)
  const isFree = (name: string) =>
    !taken.has(`refs/heads/${PREFIX}${name}`) &&
    !context.isTaken(join(parent, name)) &&
    !existsSync(join(parent, name))
  const name = asked.name ?? freeName(slugOf(text), isFree)
  if (!isFree(name))
    throw new ApiError(
      'conflict',
      `worktree: ${join(parent, name)} or the branch ${PREFIX}${name} exists already`,
    )
  const branch = `${PREFIX}${name}`
  await checkBranchName(refs, branch)
  const path = join(parent, name)
  const inside = relative(realpathSync(top), cwd)
  return {
    worktree: { path, branch, ...start, checkout, status: 'planned' },
    cwd: (await hasFolder(refs, start.base, inside)) ? join(path, inside) : path,
  }
}

async function startOf(
  { refs }: OpenRepository,
  asked: string | undefined,
): Promise<Pick<Worktree, 'base' | 'baseBranch'>> {
  const branch = asked ?? (await currentBranch(refs))
  const isBranch = branch !== undefined && (await branchCommit(refs, branch)) !== undefined
  const base = await commitOf(refs, isBranch ? `refs/heads/${branch}` : (asked ?? 'HEAD'))
  if (base === undefined)
    throw new ApiError(
      'bad-request',
      asked === undefined
        ? 'worktree: the repository has no commit yet: commit something first'
        : `worktree.base: there is no branch or commit ${asked}`,
    )
  return { base, ...(isBranch && { baseBranch: branch }) }
}

/** The nearest folder that exists must be in the roots: no link leads out, because nothing below it exists. */
export async function parentFor(
  checkout: string,
  settings: ProjectSettings,
  context: Pick<PlanContext, 'folders' | 'dataFolder'>,
): Promise<string> {
  const usual = join(dirname(checkout), `${basename(checkout)}.worktrees`)
  const wanted = settings.worktrees === undefined ? usual : resolve(checkout, settings.worktrees)
  let existing = wanted
  while (!existsSync(existing)) existing = dirname(existing)
  const real = await context.folders.check(existing, 'worktree').catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'forbidden') throw error
    throw new ApiError('forbidden', `${error.message}. Set the project's folder for worktrees to one of them`)
  })
  const parent = join(real, relative(existing, wanted))
  if (isWithin(parent, context.dataFolder) || parent.split('/').includes('.git'))
    throw new ApiError('forbidden', `worktree: ${parent} is a folder that only the host, or git, may use`)
  return parent
}

/** A worktree of a bare repository has none. */
async function checkMain(git: Git, checkout: string): Promise<void> {
  const isThere = (await git.checkout(checkout)) === checkout
  if (!isThere)
    throw new ApiError(
      'not-possible',
      `worktree: ${checkout} has no checkout of its own, as bare repositories have none: the host creates worktrees beside one only`,
    )
}

/** A folder that git does not have is not in the worktree either. */
async function hasFolder(refs: SafeGit, base: string, inside: string): Promise<boolean> {
  const name = `${base}:${inside.split(sep).join('/')}`
  const { code, stdout } = await refs(['cat-file', '-t', '--end-of-options', name])
  return code === 0 && stdout.trim() === 'tree'
}

function freeName(slug: string, isFree: (name: string) => boolean): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? slug : `${slug}-${n}`
    if (isFree(name)) return name
  }
}

/** A name from the beginning of a text: small letters, digits and dashes. */
function slugOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain
    .slice(0, 500)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, MAX_SLUG) : `${slug}-${word}`
    if (longer.length > MAX_SLUG) break
    slug = longer
  }
  return slug || 'work'
}
