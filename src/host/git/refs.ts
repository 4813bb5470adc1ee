/** Names of commits and branches. What a person types is passed behind `--end-of-options`, so that it is never an option. */
import { GitError } from './error.ts'
import { expectOk, type SafeGit } from './run.ts'

const HEADS = 'refs/heads/'
const MAX_ALL_MESSAGES = 256 * 1024 * 1024

export interface CommitText {
  readonly id: string
  readonly message: string
  readonly parent?: string
}

/** Undefined if there is none of this name. */
export async function commitOf(refs: SafeGit, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]
  const { code, stdout } = await refs(args)
  const id = stdout.trim()
  return code === 0 && /^[0-9a-f]{40,64}$/.test(id) ? id : undefined
}

/** The branch that a folder is on, without `refs/heads/`; undefined where it is on none. */
export async function currentBranch(refs: SafeGit): Promise<string | undefined> {
  const { code, stdout } = await refs(['symbolic-ref', '--quiet', 'HEAD'])
  const name = stdout.trim()
  return code === 0 && name.startsWith(HEADS) ? name.slice(HEADS.length) : undefined
}

/** The commit of a branch; undefined if there is none of this name. */
export function branchCommit(refs: SafeGit, branch: string): Promise<string | undefined> {
  return commitOf(refs, `${HEADS}${branch}`)
}

/** Refs below a prefix, with their commits. */
export async function refsBelow(refs: SafeGit, prefix: string): Promise<Map<string, string>> {
  const { stdout } = await expectOk(refs, ['for-each-ref', '--format=%(refname) %(objectname)', prefix])
  const rows = stdout.split('\n').filter(Boolean)
  return new Map(rows.map((row) => row.split(' ') as [string, string]))
}

const MAX_MESSAGE = 1_000_000

/** The commits that there are, with their first parents and messages. Other objects, and those that are missing, are left out. */
export async function commitsOf(refs: SafeGit, ids: readonly string[]): Promise<CommitText[]> {
  const list = (ones: readonly string[]) => ones.map((id) => `${id}\n`).join('')
  const checked = await expectOk(refs, ['cat-file', '--batch-check'], { input: list([...new Set(ids)]) })
  const found = checked.stdout.split('\n').flatMap((line) => {
    const [id, type, size] = line.split(' ')
    return id !== undefined && type === 'commit' && Number(size) < MAX_MESSAGE ? [id] : []
  })
  const more = { input: list(found), encoding: 'latin1', maxBytes: MAX_ALL_MESSAGES } as const
  const { stdout } = await expectOk(refs, ['cat-file', '--batch'], more)
  const commits: CommitText[] = []
  for (let at = 0; ; ) {
    const [head, id, size] = /^([0-9a-f]+) commit (\d+)\n/.exec(stdout.slice(at, at + 200)) ?? []
    if (head === undefined || id === undefined) return commits
    const text = stdout.slice(at + head.length, at + head.length + Number(size))
    const message = Buffer.from(text.slice(text.indexOf('\n\n') + 2), 'latin1').toString()
    const parent = /^parent ([0-9a-f]+)$/m.exec(text.slice(0, text.indexOf('\n\n')))?.[1]
    commits.push({ id, message, ...(parent !== undefined && { parent }) })
    at += head.length + Number(size) + 1
  }
}

const MAX_BRANCHES = 300

/** Names of local branches, the latest commit first. */
export async function branchesOf(refs: SafeGit): Promise<string[]> {
  const args = ['for-each-ref', '--sort=-committerdate', `--count=${MAX_BRANCHES}`, '--format=%(refname)']
  const { stdout } = await expectOk(refs, [...args, HEADS])
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((ref) => ref.slice(HEADS.length))
}

/** Moves a ref, or creates it. `before`: what it must be now; an empty text: it must not exist. */
export async function setRef(refs: SafeGit, ref: string, commit: string, before?: string): Promise<void> {
  const zero = '0'.repeat(commit.length)
  const old = before === undefined ? [] : [before || zero]
  await expectOk(refs, ['update-ref', '-m', 'fairlead', ref, commit, ...old])
}

export async function deleteRef(refs: SafeGit, ref: string, before?: string): Promise<void> {
  await expectOk(refs, ['update-ref', '-d', ref, ...(before === undefined ? [] : [before])])
}

export async function checkBranchName(refs: SafeGit, branch: string): Promise<void> {
  const { code } = await refs(['check-ref-format', `${HEADS}${branch}`])
  if (code !== 0) throw new GitError('failed', `${branch} is no name for a branch`)
}

/** How many commits `head` has that `base` has not, and the other way round. */
export async function aheadBehind(
  refs: SafeGit,
  base: string,
  head: string,
): Promise<{ ahead: number; behind: number }> {
  const { stdout } = await expectOk(refs, ['rev-list', '--left-right', '--count', `${base}...${head}`])
  const [behind = 0, ahead = 0] = stdout.trim().split(/\s+/).map(Number)
  return { ahead, behind }
}

export interface WorktreeEntry {
  readonly path: string
  readonly head?: string
  readonly branch?: string
}

/** All worktrees of a repository, the main checkout first. */
export async function worktreesOf(refs: SafeGit): Promise<WorktreeEntry[]> {
  const { stdout } = await expectOk(refs, ['worktree', 'list', '--porcelain', '-z'])
  return stdout
    .split('\0\0')
    .filter(Boolean)
    .map((block) => {
      const fields = new Map(block.split('\0').map((line) => line.split(/ (.*)/s, 2) as [string, string]))
      const [head, branch] = [fields.get('HEAD'), fields.get('branch')]
      return {
        path: fields.get('worktree') ?? '',
        ...(head !== undefined && { head }),
        ...(branch?.startsWith(HEADS) && { branch: branch.slice(HEADS.length) }),
      }
    })
}
