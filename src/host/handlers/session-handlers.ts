/** Commands and questions about sessions, as the API has them. */
import { randomUUID } from 'node:crypto'
import { ApiError } from '../../api/errors.ts'
import { byId } from '../../state/approvals.ts'
import { textOfContent } from '../../state/prompts.ts'
import { grantsOfAnswer, grantsOfRequest } from '../folders/grants.ts'
import type { Host } from '../host.ts'
import type { HostSession } from '../sessions/host-session.ts'
import type { Handlers } from './handler.ts'

type Names =
  | 'listSessions'
  | 'createSession'
  | 'getSession'
  | 'patchSession'
  | 'deleteSession'
  | 'listEvents'
  | 'sendMessage'
  | 'getQueue'
  | 'patchQueued'
  | 'cancelQueued'
  | 'interrupt'
  | 'control'
  | 'closeSession'
  | 'resumeSession'
  | 'forkSession'
  | 'listApprovals'
  | 'answerApproval'

/** Control requests that only the host itself makes. */
const OWN_REQUESTS = new Set(['initialize', 'interrupt', 'cancel_async_message', 'mcp_message'])

export function sessionHandlers(host: Host): Pick<Handlers, Names> {
  const { receipts } = host
  return {
    listSessions: ({ query }) => ({
      sessions: host.summaries().filter(({ archived }) => archived === (query.archived === 'true')),
    }),
    createSession: ({ body, client }) => {
      const id = body.id ?? randomUUID()
      return receipts.run(body.commandId, undefined, async (make) => {
        await host.create({ ...body, id }, make({ id }), undefined, client)
        return { id }
      })
    },
    getSession: ({ params }) => {
      const session = host.session(params.id)
      return { seq: session.state.seq, session: host.summaryOf(session), state: session.state }
    },
    patchSession: ({ params, body }) => {
      const session = host.session(params.id)
      return receipts.run(body.commandId, params.id, async (make) => {
        const { title, archived } = body
        if (archived && session.isRunning && session.isBusy)
          throw new ApiError('conflict', 'a session that works cannot be archived: close it first')
        await session.change(
          { ...(title !== undefined && { title }), ...(archived !== undefined && { archived }) },
          title === undefined ? [] : [{ kind: 'titled', title }],
          { receipt: make() },
        )
      })
    },
    deleteSession: ({ params, query }) =>
      receipts.run(query.commandId, undefined, (make) => host.remove(params.id, { receipt: make() })),
    listEvents: ({ params, query }) => {
      const session = host.session(params.id)
      const events = host.store.events(params.id, query.after ?? 0, query.limit ?? 1000)
      return { events, last: session.state.seq }
    },
    sendMessage: ({ params, body, client }) => {
      const session = host.session(params.id)
      const id = body.id ?? randomUUID()
      return receipts.run(body.commandId, params.id, async (make) =>
        session.send({ ...body, id }, client, { receipt: make({ id }) }),
      )
    },
    getQueue: ({ params }) => ({ queue: queueOf(host.session(params.id)) }),
    patchQueued: ({ params, body }) =>
      receipts.run(body.commandId, params.id, (make) =>
        host.session(params.id).changeQueued(params.message, body, { receipt: make() }),
      ),
    cancelQueued: ({ params, query, client }) =>
      receipts.run(query.commandId, params.id, (make) =>
        host.session(params.id).cancelQueued(params.message, client, make),
      ),
    interrupt: ({ params, body }) =>
      receipts.run(body.commandId, params.id, (make) =>
        host.session(params.id).interrupt(body.cancelQueued, { make }),
      ),
    control: async ({ params, body }) => {
      if (OWN_REQUESTS.has(body.subtype))
        throw new ApiError(
          'bad-request',
          `${body.subtype} has a route of its own or is the host's own business`,
        )
      host.checkBypass(body.fields)
      const { cwd } = host.session(params.id).row
      await host.folders.checkGrants(grantsOfRequest(body.subtype, body.fields), cwd)
      return receipts.run(body.commandId, params.id, (make) =>
        host.session(params.id).control(body.subtype, body.fields, {
          ...(body.timeoutMs !== undefined && { timeoutMs: body.timeoutMs }),
          make,
        }),
      )
    },
    closeSession: ({ params, body }) =>
      receipts.run(body.commandId, params.id, (make) => host.session(params.id).close({ receipt: make() })),
    resumeSession: ({ params, body, client }) =>
      receipts.run(body.commandId, params.id, async (make) => {
        const session = host.session(params.id)
        if (body.prompt === undefined) await host.resume(session, { receipt: make() })
        else await session.send({ text: body.prompt }, client, { receipt: make() })
      }),
    forkSession: ({ params, body, client }) => {
      const id = body.id ?? randomUUID()
      return receipts.run(body.commandId, undefined, async (make) => {
        await host.fork(host.session(params.id), { ...body, id }, make({ id }), client)
        return { id }
      })
    },
    listApprovals: () => ({ approvals: host.approvals() }),
    answerApproval: async ({ params, body, client }) => {
      host.checkBypass([body.mode, body.remember])
      const session = host.sessionOfApproval(params.id)
      const grants = grantsOfAnswer(byId(session.state, params.id)?.request, body.remember)
      await host.folders.checkGrants(grants, session.row.cwd)
      return receipts.run(body.commandId, session.id, (make) =>
        session.answer(params.id, body, client, { receipt: make() }),
      )
    },
  }
}

function queueOf({ state }: HostSession) {
  const held = state.prompts.open.filter(({ status }) => status === 'held')
  return state.prompts.open.map((prompt) => {
    const position = held.indexOf(prompt)
    return {
      id: prompt.uuid,
      text: textOfContent(prompt.content),
      content: prompt.content,
      status: prompt.status,
      at: prompt.at,
      ...(prompt.by !== undefined && { by: prompt.by }),
      ...(position >= 0 && { position }),
    }
  })
}
