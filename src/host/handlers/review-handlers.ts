import type { Receipt } from '../../api/resources.ts'
import type { Host } from '../host.ts'
import type { CreateReceipt } from '../receipts.ts'
import { openPullRequest } from '../review/pull-request.ts'
import { pullRequestOf } from '../review/pull-request-status.ts'
import type { HostSession } from '../sessions/host-session.ts'
import type { Handlers } from './handler.ts'

interface Command {
  readonly params: { readonly id: string }
  readonly body: { readonly commandId?: string | undefined }
  readonly client: { readonly label: string }
}
type Names =
  | 'listReviewFiles'
  | 'diffReviewFile'
  | 'readReviewFile'
  | 'stage'
  | 'revert'
  | 'commit'
  | 'push'
  | 'openPullRequest'
  | 'getPullRequest'
  | 'listComments'
  | 'addComment'
  | 'patchComment'
  | 'removeComment'
  | 'sendComments'

export function reviewHandlers(host: Host): Pick<Handlers, Names> {
  const { review, reviewFiles, comments } = host.work
  /** Stores receipt, audit row and a notice of the session in one commit. */
  const done = async <Result>(
    session: HostSession,
    { client, createReceipt }: { client: { label: string }; createReceipt: CreateReceipt<Result> },
    { what, text, result, detail }: { what: string; text: string; result: Result; detail: object },
  ): Promise<Result> => {
    const audit = [{ at: Date.now(), session: session.id, what, by: client.label, detail }]
    await session.change({}, [{ kind: 'notice', level: 'info', text, code: 'work' }], {
      receipt: createReceipt(result),
      audit,
    })
    return result
  }
  const run = <Result>(
    { params, body, client }: Command,
    work: (session: HostSession) => Promise<{ what: string; text: string; result: Result; detail: object }>,
  ): Promise<Receipt<Result>> =>
    host.receipts.run<Result>(body.commandId, params.id, async (createReceipt) => {
      const session = host.session(params.id)
      return done(session, { client, createReceipt }, await work(session))
    })
  return {
    listReviewFiles: ({ params, query: { quick, ...scope }, signal }) =>
      reviewFiles.list(host.session(params.id), scope, { isQuick: quick === 'true', signal }),
    diffReviewFile: ({ params, query }) => reviewFiles.diff(host.session(params.id), query, query),
    readReviewFile: ({ params, query }) => reviewFiles.read(host.session(params.id), query, query),
    stage: ({ params: { id }, body, client: { label } }) =>
      host.receipts.run(body.commandId, id, async (createReceipt) => {
        await review.stage(host.session(id), body)
        const { paths = [], unstage = false } = body
        const what = unstage ? 'unstaged' : 'staged'
        const audit = [{ at: Date.now(), session: id, what, by: label, detail: { paths } }]
        host.store.commit([{ session: id, audit, receipt: createReceipt() }])
      }),
    revert: (request) =>
      run(request, async (session) => {
        const { paths = [], patch } = request.body
        const before = await review.revert(session, request.body)
        const text =
          patch === undefined ? `Reverted: ${paths.join(', ')}.` : 'A part of the changes was reverted.'
        return { what: 'reverted', text, result: { before }, detail: { paths, before } }
      }),
    commit: (request) =>
      run(request, async (session) => {
        const result = await review.commit(session, request.body)
        const { message = '', amend = false } = request.body
        const subject = message.split('\n')[0] ?? ''
        const text = `${amend ? 'Amended' : 'Committed'} ${result.commit.slice(0, 10)} ${subject}`.trimEnd()
        return {
          what: 'committed',
          text: `${text}\n${result.output}`,
          result,
          detail: { commit: result.commit, amend },
        }
      }),
    push: (request) =>
      run(request, async (session) => {
        const result = await review.push(session, request.body)
        const { remote, branch, output } = result
        const text = `Pushed ${branch} to ${remote}.\n${output}`
        return {
          what: 'pushed',
          text,
          result,
          detail: { remote, branch, force: request.body.force ?? false },
        }
      }),
    listComments: ({ params }) => comments.list(host.session(params.id)),
    addComment: ({ params: { id }, body, client }) =>
      host.receipts.run<{ id: string }>(body.commandId, id, (createReceipt) =>
        comments.add(host.session(id), body, client.label, (comment) => ({
          receipt: createReceipt({ id: comment }),
        })),
      ),
    patchComment: ({ params: { id, comment }, body }) =>
      host.receipts.run(body.commandId, id, (createReceipt) =>
        comments.change(host.session(id), comment, body, { receipt: createReceipt() }),
      ),
    removeComment: ({ params: { id, comment }, query }) =>
      host.receipts.run(query.commandId, id, (createReceipt) =>
        comments.remove(host.session(id), comment, { receipt: createReceipt() }),
      ),
    sendComments: ({ params: { id }, body, client }) =>
      host.receipts.run<{ prompt: string; comments: string[] }>(body.commandId, id, (createReceipt) =>
        comments.send(host.session(id), body, client, createReceipt),
      ),
    getPullRequest: ({ params, query }) => pullRequestOf(host.git, host.session(params.id), query.remote),
    openPullRequest: (request) =>
      run(request, async (session) => {
        const result = await openPullRequest(review, host.git, session, request.body)
        const text = result.isOpened ? `Pull request: ${result.url}` : `Open a pull request at ${result.url}`
        return { what: 'pull-request', text, result, detail: { url: result.url, isOpened: result.isOpened } }
      }),
  }
}
