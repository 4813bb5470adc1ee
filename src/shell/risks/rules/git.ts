/** What git can lose: commits of others, and changes that are not committed. */
import { type Call, type CallWord, nameOf, operands, option } from '../call.ts'
import { type Finding, say, type TextPiece } from '../risk.ts'
import { names, type RiskRule, upTo } from './rule.ts'

const VALUED = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--super-prefix',
])

interface GitCall {
  readonly verb: string
  readonly args: readonly CallWord[]
}

/** `git -C x push -f` is a push with `-f`. */
function gitCall({ program, args }: Call): GitCall | undefined {
  if (program !== 'git') return undefined
  for (let at = 0; at < args.length; at += 1) {
    const value = args[at]?.value ?? ''
    if (VALUED.has(value)) at += 1
    else if (!value.startsWith('-')) return { verb: value, args: args.slice(at + 1) }
  }
  return undefined
}

type GitCheck = (git: GitCall, call: Call) => Finding | undefined

function onGit(verbs: string, check: GitCheck): RiskRule['find'] {
  const known = new Set(verbs.split(' '))
  return (call) => {
    const git = gitCall(call)
    return git && known.has(git.verb) ? check(git, call) : undefined
  }
}

const PUSH_VALUED = ['-o', '--push-option', '--repo', '--receive-pack', '--exec']

/** `origin/main`, as far as the line names it. */
function target({ args }: GitCall): TextPiece[] {
  const [remote, ...refs] = operands(args, PUSH_VALUED)
  if (!remote) return say`the branch on the server`
  const branches = refs.map((it) => nameOf(it).replace(/^\+/, '').replace(/^.*:/, ''))
  if (branches.length === 0) return say`${{ code: nameOf(remote) }}`
  return branches.flatMap((branch, at) => [
    ...(at > 0 ? say`, ` : []),
    ...say`${{ code: `${nameOf(remote)}/${branch}` }}`,
  ])
}

const forcePush: GitCheck = (git, call) => {
  const lease = option(git, 'force-with-lease')
  const flag = lease ?? option(git, 'f', 'force', 'mirror')
  const ref = operands(git.args, PUSH_VALUED)
    .slice(1)
    .find(({ value }) => value.startsWith('+'))
  const sign = flag ?? ref
  if (!sign) return undefined
  const limit = lease ? 'if nobody else has pushed since the last fetch' : 'also those of others'
  return { detail: say`Replaces the commits on ${target(git)}, ${limit}.`, ...upTo(call, sign) }
}

const deletesRemote: GitCheck = (git, call) => {
  const flag = option(git, 'd', 'delete', 'prune')
  const refs = operands(git.args, PUSH_VALUED).slice(1)
  const ref = refs.find(({ value }) => /^\+?:./.test(value))
  if (!flag && !ref) return undefined
  return { detail: say`Deletes ${target(git)} on the server.`, ...(ref ? upTo(call, ref) : {}) }
}

/** Commands that throw away what is not committed. */
const discards: GitCheck = (git, call) => {
  const { verb, args } = git
  const rest = operands(args, ['-s', '--source', '-b', '-B', '--orphan'])
  switch (verb) {
    case 'reset': {
      const flag = option(git, 'hard', 'merge', 'keep')
      const to = rest[0] ? say` and moves the branch to ${{ code: nameOf(rest[0]) }}` : []
      if (flag?.value !== '--hard') return undefined
      return {
        detail: say`Throws away all changes that are not committed${to}.`,
        ...upTo(call, rest[0] ?? flag),
      }
    }
    case 'clean': {
      const flag = option(git, 'f', 'force')
      if (!flag || option(git, 'n', 'dry-run')) return undefined
      const more = option(git, 'x', 'X') ? ', also those that it ignores' : ''
      return { detail: say`Deletes the files that git does not track${more}. They can’t be restored.` }
    }
    case 'checkout':
    case 'switch': {
      const flag = option(git, 'f', 'force', 'discard-changes')
      if (flag) return { detail: say`Throws away all changes that are not committed.`, ...upTo(call, flag) }
      const dashes = args.findIndex(({ value }) => value === '--')
      const files =
        dashes >= 0 ? args.slice(dashes + 1) : rest.filter(({ value }) => /^(?:\.|\*)/.test(value))
      if (verb === 'switch' || files.length === 0) return undefined
      return { detail: say`Throws away the changes in ${names(files)} that are not committed.` }
    }
    case 'restore':
      if (option(git, 'S', 'staged') && !option(git, 'W', 'worktree')) return undefined
      return { detail: say`Throws away the changes in ${names(rest)} that are not committed.` }
    case 'stash': {
      const [step] = rest
      if (step?.value !== 'drop' && step?.value !== 'clear') return undefined
      return {
        detail: say`Throws away ${step.value === 'clear' ? 'everything that is' : 'changes that are'} stashed.`,
      }
    }
    case 'worktree': {
      const flag = option(git, 'f', 'force')
      if (rest[0]?.value !== 'remove' || !flag) return undefined
      return { detail: say`Deletes the worktree ${names(rest.slice(1))} with its changes.` }
    }
  }
  return undefined
}

const rewrites: GitCheck = (git) => {
  const { verb, args } = git
  const has = (...values: string[]) => args.some(({ value }) => values.includes(value))
  if (verb === 'branch') {
    const isForced = has('-D') || (option(git, 'd', 'delete') && option(git, 'f', 'force'))
    if (!isForced) return undefined
    return { detail: say`Deletes ${names(operands(args))}, with commits that are nowhere else.` }
  }
  if (verb === 'reflog' && !has('expire', 'delete')) return undefined
  if (verb === 'gc' && !args.some(({ value }) => /^--prune=(?:now|all)$/.test(value))) return undefined
  if (verb === 'update-ref' && !has('-d')) return undefined
  if (verb === 'reflog' || verb === 'gc')
    return { detail: say`Removes commits that could still be restored.` }
  return { detail: say`Replaces commits of this repository with others.` }
}

export const GIT_RULES: readonly RiskRule[] = [
  { kind: 'force-push', title: 'Force push', find: onGit('push', forcePush) },
  { kind: 'deletes-remote', title: 'Deletes a remote branch', find: onGit('push', deletesRemote) },
  {
    kind: 'discards-changes',
    title: 'Discards changes',
    find: onGit('reset clean checkout switch restore stash worktree', discards),
  },
  {
    kind: 'rewrites-history',
    title: 'Rewrites history',
    find: onGit('branch reflog gc update-ref filter-branch filter-repo', rewrites),
  },
]
