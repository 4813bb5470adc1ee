/** The commits that a merge, squash or rebase would give. Only objects are written: no folder and no ref changes. */
import { GitError } from './error.ts'
import type { OpenRepository } from './open-repository.ts'
import { type Answer, expectOk, type SafeGit } from './run.ts'
import { commitTree, treeOf } from './snapshot.ts'

type MergeKind = 'merge' | 'squash' | 'rebase'
export interface MergeRequest {
  readonly kind: MergeKind
  /** The commit of the branch that gets the changes. */
  readonly into: string
  readonly from: string
  readonly message: string
  /** Who makes the commits. */
  readonly identity: NodeJS.ProcessEnv
}
/** What the branch would be at, or the files that both sides have changed. */
export type MergeOutcome =
  | { readonly commit: string }
  | { readonly conflicts: readonly string[]; readonly at?: string }

const TIMEOUT = 5 * 60_000

export function mergeCommits(repository: OpenRepository, request: MergeRequest): Promise<MergeOutcome> {
  return repository.files(async (git) => {
    const { kind, into, from, message, identity } = request
    const common = (await git(['merge-base', into, from])).stdout.trim()
    if (common === '') throw new GitError('failed', 'the two branches have no commit in common')
    if (common === from) return { commit: into }
    if (kind === 'rebase') return rebased(git, request, common)
    if (kind === 'merge' && common === into) return { commit: from }
    const merged = await mergedTree(git, into, from)
    if ('conflicts' in merged) return merged
    const parents = kind === 'merge' ? [into, from] : [into]
    return { commit: await commitTree(git, merged.tree, parents, message, identity) }
  })
}

async function rebased(
  git: SafeGit,
  { into, from, identity }: MergeRequest,
  common: string,
): Promise<MergeOutcome> {
  if (common === into) return { commit: from }
  const list = await expectOk(git, [
    'rev-list',
    '--reverse',
    '--topo-order',
    '--no-merges',
    `${into}..${from}`,
  ])
  let onto = into
  for (const commit of list.stdout.split('\n').filter(Boolean)) {
    const merged = await picked(git, commit, onto)
    if ('conflicts' in merged) return { ...merged, at: commit }
    if (merged.tree === (await treeOf(git, onto))) continue
    const { message, author } = await bodyOf(git, commit)
    onto = await commitTree(git, merged.tree, [onto], message, { ...identity, ...author })
  }
  return { commit: onto }
}

/** The change of one commit on top of another: a merge whose common ancestor is the commit's parent. */
async function picked(git: SafeGit, commit: string, onto: string): Promise<MergedTree> {
  const parent = await treeOf(git, `${commit}^`)
  const ancestor = await commitTree(git, parent, [], 'ancestor')
  const [ours, theirs] = await Promise.all(
    [onto, commit].map(async (it) => commitTree(git, await treeOf(git, it), [ancestor], 'side')),
  )
  return mergedTree(git, ours as string, theirs as string)
}

type MergedTree = { readonly tree: string } | { readonly conflicts: readonly string[] }

async function mergedTree(git: SafeGit, into: string, from: string): Promise<MergedTree> {
  const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', into, from]
  const answer = await git(args, { timeoutMs: TIMEOUT })
  const [tree = '', ...names] = answer.stdout.split('\0')
  if (answer.code === 0) return { tree }
  if (answer.code === 1) return { conflicts: [...new Set(names.filter(Boolean))] }
  throw new GitError('failed', reason(answer))
}

function reason({ stderr }: Answer): string {
  if (/usage: git merge-tree/.test(stderr)) return 'git 2.38 or newer is needed to merge'
  return `git merge-tree failed: ${stderr.trim().split('\n')[0]}`
}

async function bodyOf(git: SafeGit, commit: string): Promise<{ message: string; author: NodeJS.ProcessEnv }> {
  const format = ['%an', '%ae', '%aI', '%B'].join('%x00')
  const { stdout } = await expectOk(git, [
    'show',
    '--no-patch',
    '--no-show-signature',
    `--format=${format}`,
    commit,
  ])
  const [name = '', email = '', date = '', ...message] = stdout.split('\0')
  return {
    message: message.join('').trimEnd(),
    author: { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date },
  }
}
