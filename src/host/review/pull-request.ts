/** A pull request through `gh`, a merge request through `glab`; without the tool, the page on which a person opens one. */
import { ApiError } from '../../api/errors.ts'
import type { PullRequestCommand } from '../../api/review.ts'
import { expectDone, outputOf } from '../git/confirmed.ts'
import type { Git } from '../git/git.ts'
import { currentBranch } from '../git/refs.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { worktreeOf } from '../worktrees/worktree.ts'
import type { Review } from './review.ts'

export interface PullRequest {
  readonly url: string
  readonly isOpened: boolean
  readonly output: string
}
type Ask = Omit<PullRequestCommand, 'commandId'>

export async function openPullRequest(
  review: Review,
  git: Git,
  session: Pick<HostSession, 'id' | 'row'>,
  ask: Ask,
): Promise<PullRequest> {
  const { repository, git: plain } = await review.open(session)
  const { remote = 'origin', title, body = '', draft = false } = ask
  const [branch, base] = [
    await currentBranch(repository.refs),
    ask.base ?? worktreeOf(session.row)?.baseBranch,
  ]
  if (branch === undefined) throw new ApiError('not-possible', 'the folder is on no branch')
  if (base === undefined) throw new ApiError('bad-request', 'base: name the branch that the changes are for')
  const { stdout } = await expectDone(plain, ['remote', 'get-url', '--', remote])
  const place = placeOf(stdout.trim())
  const isMerge = isGitlab(place)
  const args = isMerge
    ? [
        ...['mr', 'create', '--yes', `--source-branch=${branch}`, `--target-branch=${base}`],
        ...[`--title=${title}`, `--description=${body}`, ...(draft ? ['--draft'] : [])],
      ]
    : [
        ...['pr', 'create', `--head=${branch}`, `--base=${base}`, `--title=${title}`, '--body-file=-'],
        ...(draft ? ['--draft'] : []),
      ]
  const tool = isMerge ? 'glab' : 'gh'
  const answer = await git.other(tool, args, { cwd: repository.top, server: place.host, input: body })
  if (!answer) return { url: compareLink(place, branch, base), isOpened: false, output: '' }
  const output = outputOf(answer)
  if (answer.code !== 0)
    throw new ApiError('not-possible', `${tool} failed: ${output.split('\n').at(-1) ?? ''}`, { output })
  const url = /https:\/\/\S+/.exec(answer.stdout)?.[0]
  return { url: url ?? compareLink(place, branch, base), isOpened: true, output }
}

/** By its name: a GitLab can be anywhere. */
export function isGitlab({ host }: Place): boolean {
  return host.includes('gitlab')
}

interface Place {
  readonly host: string
  readonly path: string
}

/** Throws if it is not the address of a server. */
function placeOf(url: string): Place {
  const place = placeIn(url)
  if (place) return place
  throw new ApiError(
    'not-possible',
    'the remote is no address of a server on which a pull request could be opened',
  )
}

/** Of `https://host/path.git`, `ssh://git@host/path.git` or `git@host:path.git`. */
export function placeIn(url: string): Place | undefined {
  const found =
    /^(?:[a-z+]+:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/|(?:[^@/]+@)?([^/:]+):(?!\/\/))(.+?)(?:\.git)?\/?$/.exec(
      url,
    )
  const [, first, second, path] = found ?? []
  const host = first ?? second
  return host === undefined || path === undefined ? undefined : { host, path }
}

function compareLink(place: Place, branch: string, base: string): string {
  const { host, path } = place
  const [from, to] = [branch, base].map(encodeURIComponent)
  if (!isGitlab(place)) return `https://${host}/${path}/compare/${to}...${from}?expand=1`
  const query = `merge_request%5Bsource_branch%5D=${from}&merge_request%5Btarget_branch%5D=${to}`
  return `https://${host}/${path}/-/merge_requests/new?${query}`
}
