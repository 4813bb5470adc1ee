/**
 * The pull request of a session's branch, and its checks. The tool runs in a folder of the system and is told the repository by
 * name, so that nothing in the repository itself runs.
 */
import { tmpdir } from 'node:os'
import type { PullRequestStatus } from '../../api/review.ts'
import { isObject, type JsonObject, parseObject } from '../../protocol/json.ts'
import type { Git } from '../git/git.ts'
import { commitOf, currentBranch } from '../git/refs.ts'
import { remoteUrl } from '../git/remotes.ts'
import type { SafeGit } from '../git/run.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { openFolder } from '../worktrees/worktree.ts'
import { isGitlab, placeIn } from './pull-request.ts'

type Request = NonNullable<PullRequestStatus['request']>
type Check = Request['checks'][number]

const FIELDS = 'number,url,title,state,isDraft,statusCheckRollup'

export async function pullRequestOf(
  git: Git,
  { row }: Pick<HostSession, 'row'>,
  remote = 'origin',
): Promise<PullRequestStatus> {
  const { refs } = await openFolder(git, row)
  const [branch, url] = [await currentBranch(refs), await remoteUrl(refs, remote)]
  // Only a name that cannot be taken for an option.
  if (branch === undefined || branch.startsWith('-') || url === undefined) return {}
  const place = placeIn(url)
  if (!place || !(await isPushed(refs, remote, branch))) return {}
  const repository = `https://${place.host}/${place.path}`
  const tool = isGitlab(place) ? 'glab' : 'gh'
  const args =
    tool === 'glab'
      ? ['mr', 'view', branch, `--repo=${repository}`, '--output=json']
      : ['pr', 'view', branch, `--repo=${repository}`, `--json=${FIELDS}`]
  const answer = await git.other(tool, args, { cwd: tmpdir(), server: place.host })
  if (!answer) return {}
  // It says so in words only, and ends as it does for any other problem.
  if (answer.code !== 0) return { tool }
  const found = parseObject(answer.stdout)
  const request = found && (tool === 'glab' ? ofGitlab(found) : ofGithub(found))
  return { tool, ...(request && { request }) }
}

/** As far as the repository knows: a branch that the server does not have has no pull request. */
async function isPushed(refs: SafeGit, remote: string, branch: string): Promise<boolean> {
  if (await commitOf(refs, `refs/remotes/${remote}/${branch}`)) return true
  // Where only some branches are fetched, git notes no more than where it pushed to.
  const { code } = await refs(['config', '--get', `branch.${branch}.merge`])
  return code === 0
}

function ofGithub(found: JsonObject): Request | undefined {
  const { number, url, title = '', state, isDraft, statusCheckRollup } = found
  if (typeof number !== 'number' || !isWebAddress(url)) return undefined
  const checks = (Array.isArray(statusCheckRollup) ? statusCheckRollup : [])
    .filter(isObject)
    .map(checkOfGithub)
  const open = isDraft === true ? 'draft' : 'open'
  const states: Record<string, Request['state']> = { OPEN: open, MERGED: 'merged', CLOSED: 'closed' }
  return { number, url, title: String(title), state: states[String(state)] ?? 'open', checks }
}

/** A check run has `status` and `conclusion`, a commit status has `state` only. */
function checkOfGithub(it: JsonObject): Check {
  const said = String(it.conclusion || it.state || it.status || '').toLowerCase()
  const url = it.detailsUrl ?? it.targetUrl
  return {
    name: String(it.name ?? it.context ?? ''),
    status: statusOf(said),
    ...(isWebAddress(url) && { url }),
  }
}

function ofGitlab(found: JsonObject): Request | undefined {
  const { iid, web_url: url, title = '', state, draft, head_pipeline: pipeline } = found
  if (typeof iid !== 'number' || !isWebAddress(url)) return undefined
  const states: Record<string, Request['state']> = { merged: 'merged', closed: 'closed' }
  const open = draft === true ? 'draft' : 'open'
  const checks: Check[] = isObject(pipeline)
    ? [
        {
          name: 'pipeline',
          status: statusOf(String(pipeline.status ?? '')),
          ...(isWebAddress(pipeline.web_url) && { url: pipeline.web_url }),
        },
      ]
    : []
  return { number: iid, url, title: String(title), state: states[String(state)] ?? open, checks }
}

const STATUS: Readonly<Record<string, Check['status']>> = {
  ...{ success: 'passed', neutral: 'passed' },
  ...{ failure: 'failed', failed: 'failed', error: 'failed', timed_out: 'failed', startup_failure: 'failed' },
  ...{ action_required: 'failed', cancelled: 'failed', canceled: 'failed', stale: 'failed' },
  skipped: 'skipped',
}

function statusOf(said: string): Check['status'] {
  return STATUS[said] ?? 'pending'
}

function isWebAddress(it: unknown): it is string {
  return typeof it === 'string' && /^https?:\/\//.test(it)
}
