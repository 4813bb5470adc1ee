import { randomUUID } from 'node:crypto'
import { ApiError } from '../../api/errors.ts'
import type { ResultOf } from '../../api/routes.ts'
import { TOO_OLD } from '../../api/stream.ts'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import { hasEvicted, withoutLeft } from '../../state/transcript/window.ts'
import { textOfContent } from '../../state/turns/prompts.ts'
import { grantsOfRequest } from '../folders/grants.ts'
import type { Host } from '../host.ts'
import { eventJson } from '../journal/event-json.ts'
import type { CreateReceipt } from '../receipts.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { type Handlers, JsonText } from './handler.ts'

type Names =
  | 'listSessions'
  | 'createSession'
  | 'getSession'
  | 'patchSession'
  | 'deleteSession'
  | 'listItems'
  | 'findInSession'
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

/** Control requests that only the host itself sends. */
const OWN_REQUESTS = new Set(['initialize', 'interrupt', 'cancel_async_message', 'mcp_message'])

export function sessionHandlers(host: Host): Pick<Handlers, Names> {
  const { receipts } = host
  return {
    listSessions: ({ query }) => ({
      sessions: host.summaries().filter(({ archived }) => archived === (query.archived === 'true')),
    }),
    createSession: ({ body, client }) => {
      // A fleet takes it out before.
      if (body.node !== undefined || body.labels !== undefined)
        throw new ApiError('not-possible', 'this host belongs to no fleet: leave out `node` and `labels`')
      const id = body.id ?? randomUUID()
      return receipts.run<ResultOf<'createSession'>>(body.commandId, undefined, async (createReceipt) => {
        await host.create({ ...body, id }, createReceipt({ id }), undefined, client)
        return { id }
      })
    },
    getSession: ({ params, query }) => {
      const session = host.session(params.id)
      if (query.paged === undefined && hasEvicted(session.state)) throw new ApiError('not-possible', TOO_OLD)
      return { seq: session.state.seq, session: host.summaryOf(session), state: withoutLeft(session.state) }
    },
    patchSession: ({ params, body }) => {
      const session = host.session(params.id)
      return receipts.run(body.commandId, params.id, async (createReceipt) => {
        const { title, archived, pinned } = body
        // A pin is no news of the session: it keeps its place in order of time.
        const isNews = title !== undefined || archived !== undefined
        if (archived && session.isRunning && session.isBusy)
          throw new ApiError('conflict', 'a working session cannot be archived: close it first')
        await session.change(
          {
            ...(title !== undefined && { title }),
            ...(archived !== undefined && { archived }),
            ...(pinned !== undefined && { extra: { ...session.row.extra, pinned } }),
            ...(!isNews && { updatedAt: session.row.updatedAt }),
          },
          title === undefined ? [] : [{ kind: 'titled', title }],
          { receipt: createReceipt() },
        )
      })
    },
    deleteSession: ({ params, query }) =>
      receipts.run(query.commandId, undefined, (createReceipt) =>
        host.remove(params.id, { receipt: createReceipt() }),
      ),
    listItems: ({ params, query }) => {
      const { pages } = host.session(params.id).memory
      const { thread = '', limit = 100, event } = query
      if (event === undefined) return pages.page(thread, query.from, limit)
      const found = pages.indexOf(event)
      return { ...pages.page('', Math.max(0, found - (limit >> 1)), limit), found }
    },
    findInSession: ({ params, query }) => {
      host.session(params.id)
      const rows = host.store.searchSession(params.id, query.q, query.limit ?? 500)
      return { hits: rows.map(({ seq, at, kind, excerpt }) => ({ seq, at, kind, excerpt })) }
    },
    listEvents: ({ params, query }) => {
      const session = host.session(params.id)
      const events = host.store.events(params.id, query.after ?? 0, query.limit ?? 1000)
      return new JsonText(`{"events":[${events.map(eventJson).join(',')}],"last":${session.memory.seq}}`)
    },
    sendMessage: ({ params, body, client }) => {
      const session = host.session(params.id)
      const id = body.id ?? randomUUID()
      return receipts.run<ResultOf<'sendMessage'>>(body.commandId, params.id, async (createReceipt) =>
        session.send({ ...body, id }, client, { receipt: createReceipt({ id }) }),
      )
    },
    getQueue: ({ params }) => ({ queue: queueOf(host.session(params.id)) }),
    patchQueued: ({ params, body }) =>
      receipts.run(body.commandId, params.id, (createReceipt) =>
        host.session(params.id).changeQueued(params.message, body, { receipt: createReceipt() }),
      ),
    cancelQueued: ({ params, query, client }) =>
      receipts.run<ResultOf<'cancelQueued'>>(query.commandId, params.id, (createReceipt) =>
        host.session(params.id).cancelQueued(params.message, client, createReceipt),
      ),
    interrupt: ({ params, body }) =>
      receipts.run<ResultOf<'interrupt'>>(body.commandId, params.id, (createReceipt) =>
        host.session(params.id).interrupt(body.cancelQueued, recorded(createReceipt)).then(answerOf),
      ),
    control: async ({ params, body }) => {
      if (OWN_REQUESTS.has(body.subtype))
        throw new ApiError('bad-request', `${body.subtype} is not available here: use its own route`)
      const { cwd } = host.session(params.id).row
      await host.folders.checkGrants(grantsOfRequest(body.subtype, body.fields), cwd)
      return receipts.run<ResultOf<'control'>>(body.commandId, params.id, (createReceipt) =>
        host
          .session(params.id)
          .control(body.subtype, body.fields, {
            ...(body.timeoutMs !== undefined && { timeoutMs: body.timeoutMs }),
            ...recorded(createReceipt),
          })
          .then(answerOf),
      )
    },
    closeSession: ({ params, body }) =>
      receipts.run(body.commandId, params.id, (createReceipt) =>
        host.session(params.id).close({ receipt: createReceipt() }),
      ),
    resumeSession: ({ params, body, client }) =>
      receipts.run(body.commandId, params.id, async (createReceipt) => {
        const session = host.session(params.id)
        if (body.prompt === undefined) await host.resume(session, { receipt: createReceipt() })
        else await session.send({ text: body.prompt }, client, { receipt: createReceipt() })
      }),
    forkSession: ({ params, body, client }) => {
      const id = body.id ?? randomUUID()
      return receipts.run<ResultOf<'forkSession'>>(body.commandId, undefined, async (createReceipt) => {
        await host.fork(host.session(params.id), { ...body, id }, createReceipt({ id }), client)
        return { id }
      })
    },
  }
}

/** Puts the CLI's answer into the receipt. */
function recorded(createReceipt: CreateReceipt<JsonObject>) {
  return {
    createReceipt: (result: unknown, refusal?: ApiError) => createReceipt(answerOf(result), refusal),
  }
}
function answerOf(result: unknown): JsonObject {
  return isObject(result) ? result : {}
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
