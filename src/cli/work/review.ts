import { patchOfChange } from '../../api/change-patch.ts'
import type { ApiClient } from '../../api/client.ts'
import type { CommentList } from '../../api/comments.ts'
import type { PullRequestStatus } from '../../api/review.ts'
import { changeInWords, linesInWords } from '../../api/review-comments.ts'
import type { ReviewFiles, ReviewScope } from '../../api/review-files.ts'
import { defined } from '../../protocol/json.ts'
import { defineCommand, UsageError, wholeNumber } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import { NameError, resolveSession } from '../sessions/resolve-session.ts'
import { shortIds } from '../show/short-id.ts'
import { printable } from '../terminal/cells.ts'
import { shorten } from '../terminal/truncate.ts'
import { fileLines, numberedPatch } from './patch.ts'

const SCOPES = ['base', 'uncommitted', 'turn'] as const
const WHEN = ['next', 'now', 'after-turn'] as const

export const review = defineCommand(
  {
    name: 'review',
    operands: 'SESSION',
    most: 1,
    least: 1,
    completes: ['session'],
    about: `
Lists the files that a session has changed, and the comments on their lines. --file shows the changes of one file with line
numbers, each change with its own number.

--comment writes a comment on lines, such as src/a.ts:12-15, with the text of -m. Comments are drafts until --send gives them to
the session, all in one prompt. Afterwards the list says which of their lines have been changed since.

--stage, --unstage and --revert work on files, and with --change on one change of one file. What was there before a revert
is kept in the repository.`,
    options: {
      scope: {
        type: 'string',
        value: 'SCOPE',
        about: 'since the base (default), uncommitted, or turn: what the last turn changed',
        choices: SCOPES,
      },
      turn: { type: 'string', value: 'N', about: 'what this turn changed' },
      since: {
        type: 'string',
        value: 'N',
        about:
          'compare with the state after this turn (0: before the first), or with `base`; with --turn: up to that turn',
      },
      file: { type: 'string', short: 'f', value: 'PATH', about: 'show the changes of this file' },
      comment: { type: 'string', short: 'c', value: 'PATH:LINES', about: 'comment on these lines' },
      message: { type: 'string', short: 'm', value: 'TEXT', about: 'the text of the comment' },
      old: { type: 'boolean', about: 'with --comment: lines of the version before the changes' },
      send: { type: 'boolean', about: 'send the drafts to the session, as one prompt' },
      when: {
        type: 'string',
        value: 'WHEN',
        about: 'with --send, during a turn: next, now or after-turn',
        choices: WHEN,
      },
      resolve: { type: 'string', multiple: true, value: 'ID', about: 'this comment is done (repeatable)' },
      remove: { type: 'string', multiple: true, value: 'ID', about: 'remove this comment (repeatable)' },
      stage: { type: 'string', multiple: true, value: 'PATH', about: 'stage this file (repeatable)' },
      unstage: { type: 'string', multiple: true, value: 'PATH', about: 'unstage this file (repeatable)' },
      revert: {
        type: 'string',
        multiple: true,
        value: 'PATH',
        about: 'make this file what it is in the last commit (repeatable)',
      },
      change: { type: 'string', value: 'N', about: 'only this change of the file' },
      pr: { type: 'boolean', about: 'also the pull request and its checks' },
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: [
      'fairlead review login',
      'fairlead review login --file src/login.ts',
      'fairlead review login -c src/login.ts:12-15 -m "Why not reuse the session?"',
      'fairlead review login --send',
      'fairlead review login --since 2 --turn 5',
      'fairlead review login --scope uncommitted --revert src/login.ts --change 2',
    ],
  },
  async ({ values, operands: [name = ''] }, io) => {
    const { file, json = false } = values
    const turn = wholeNumber('--turn', values.turn, 1)
    const change = wholeNumber('--change', values.change, 1)
    const since = values.since === 'base' ? values.since : wholeNumber('--since', values.since)
    const scope: ReviewScope = {
      ...(turn === undefined
        ? { scope: (values.scope as ReviewScope['scope']) ?? 'base' }
        : { scope: 'turn', turn }),
      ...defined({ since }),
    }
    if (since !== undefined && scope.scope === 'uncommitted')
      throw new UsageError('--since does not go with --scope uncommitted')
    const comment = values.comment === undefined ? undefined : placeIn(values.comment)
    if ((comment === undefined) !== (values.message === undefined))
      throw new UsageError('--comment and -m TEXT go together')
    const work = workOf(values)
    if (change !== undefined && work.length !== 1)
      throw new UsageError('--change goes with one --stage, --unstage or --revert')
    const { api } = await connect(io)
    const { id } = await resolveSession(api, name)
    const params = { id }
    for (const { action, path } of work) await apply(api, id, { action, path, change })
    if (comment)
      await api.call('addComment', {
        params,
        body: { ...comment, side: values.old ? 'old' : 'new', text: values.message ?? '' },
      })
    for (const [given, status] of [
      ...(values.resolve ?? []).map((it) => [it, 'resolved'] as const),
      ...(values.remove ?? []).map((it) => [it, undefined] as const),
    ]) {
      const { comments } = await api.call('listComments', { params })
      const at = { id, comment: commentNamed(comments, given) }
      if (status) await api.call('patchComment', { params: at, body: { status } })
      else await api.call('removeComment', { params: at })
    }
    if (values.send) {
      const when = values.when as (typeof WHEN)[number] | undefined
      const { result } = await api.call('sendComments', { params, body: defined({ when }) })
      io.err(`Sent ${result.comments.length} to ${id.slice(0, 8)}.\n`)
    }
    if (file !== undefined) {
      const diff = await api.call('diffReviewFile', { params, query: { ...scope, path: file } })
      if (json) io.out(`${JSON.stringify(diff)}\n`)
      else if (diff.patch === '') io.err('Nothing has changed there, or it is not text.\n')
      else io.out(numberedPatch(diff.patch, io))
      return 0
    }
    const files = await api.call('listReviewFiles', { params, query: scope })
    const { comments } = await api.call('listComments', { params })
    const request = values.pr ? await api.call('getPullRequest', { params, query: {} }) : undefined
    if (json)
      io.out(`${JSON.stringify({ session: id, ...files, comments, ...defined({ pullRequest: request }) })}\n`)
    else io.out([filesText(files), commentsText(comments), requestText(request)].filter(Boolean).join('\n'))
    if (!json && files.note) io.err(`${files.note}\n`)
    return 0
  },
)

type Work = { readonly action: 'stage' | 'unstage' | 'revert'; readonly path: string }

function workOf(values: { readonly [K in Work['action']]?: readonly string[] }): Work[] {
  const actions = ['stage', 'unstage', 'revert'] as const
  return actions.flatMap((action) => (values[action] ?? []).map((path) => ({ action, path })))
}

async function apply(
  api: ApiClient,
  id: string,
  { action, path, change }: Work & { change: number | undefined },
): Promise<void> {
  const params = { id }
  const unstage = action === 'unstage'
  const body = change === undefined ? { paths: [path] } : { patch: await partOf(api, id, path, change) }
  if (action === 'revert') await api.call('revert', { params, body })
  else await api.call('stage', { params, body: { ...body, unstage } })
}

async function partOf(api: ApiClient, id: string, path: string, change: number): Promise<string> {
  const query = { scope: 'uncommitted', path } as const
  const { patch } = await api.call('diffReviewFile', { params: { id }, query })
  const part = patchOfChange(patch, change - 1)
  if (part === undefined) throw new NameError(`${path} has no change ${change} that is not committed`)
  return part
}

/** `PATH:12` or `PATH:12-15`. */
function placeIn(text: string): { path: string; first: number; last?: number } {
  const [, path, first, last] = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/s.exec(text) ?? []
  if (path === undefined) throw new UsageError(`--comment takes PATH:LINE or PATH:FIRST-LAST, not '${text}'`)
  return { path, first: Number(first), ...(last !== undefined && { last: Number(last) }) }
}

function commentNamed(comments: CommentList['comments'], given: string): string {
  const found = comments.filter(({ id }) => id.startsWith(given))
  const [only] = found
  if (only && found.length === 1) return only.id
  throw new NameError(`'${given}' fits ${found.length} comments; \`fairlead review SESSION\` lists them`)
}

function filesText({ isRepository, files }: ReviewFiles): string {
  if (!isRepository) return 'The folder has no repository.\n'
  if (files.length === 0) return 'Nothing has changed.\n'
  return fileLines(
    files.map(({ staged, isGenerated, ...file }) => ({
      ...file,
      marks: [
        ...(staged ? [staged === 'all' ? 'staged' : 'partly staged'] : []),
        ...(isGenerated ? ['generated'] : []),
      ],
    })),
  )
}

function commentsText(comments: CommentList['comments']): string {
  const short = shortIds(comments.map(({ id }) => id))
  return comments
    .map((comment) => {
      const { id, path, side, status, text, place } = comment
      const lines = `${side === 'old' ? 'removed ' : ''}${linesInWords(comment)}`
      const change = changeInWords(comment, place).toLowerCase()
      const now = change === '' ? '' : `: ${change}`
      return `${short(id)}  ${status}  ${printable(path)}, ${lines}${now}\n    ${shorten(text, 400)}\n`
    })
    .join('')
}

function requestText(status: PullRequestStatus | undefined): string {
  if (!status) return ''
  if (!status.tool)
    return 'Nobody to ask: the branch was never pushed, there is no server, or neither gh nor glab is installed.\n'
  const { request } = status
  if (!request) return 'No pull request.\n'
  const checks = request.checks.map(({ name, status: said }) => `  ${said.padEnd(8)} ${printable(name)}\n`)
  return `#${request.number} ${request.state}  ${printable(request.title)}  ${printable(request.url)}\n${checks.join('')}`
}
