/**
 * The handlers of a node for its own clients: what belongs to a session of another node goes there, lists have the sessions of all,
 * and everything else is this host's own. What other nodes ask goes past these, to the host's handlers.
 */
import type { CreateSession, TakeOverCommand } from '../api/commands.ts'
import { ApiError } from '../api/errors.ts'
import type { FleetStatus } from '../api/fleet.ts'
import { paths, type RouteName } from '../api/paths.ts'
import type { Receipt, SessionSummary } from '../api/resources.ts'
import type { AnswerOf } from '../api/routes.ts'
import type { Guarded } from '../host/handlers/bypass-guard.ts'
import { type Handlers, JsonText, type Request } from '../host/handlers/handler.ts'
import type { StreamSource } from '../host/http/stream-source.ts'
import { isServed, type NodeRequest } from './node-api.ts'
import type { Place } from './placement/placement.ts'
import { ANY } from './placement/placer.ts'

export interface FleetRouter {
  readonly id: string
  readonly source: StreamSource
  /** The other node that has this session. */
  ownerOf(session: string): string | undefined
  /** The answer as JSON. Rejects with the reason if the node is away. */
  ask(node: string, route: RouteName, request: NodeRequest): Promise<string>
  /** The nodes that answer now, without this one. */
  others(): readonly string[]
  /** Throws if there is none of this id or name. */
  nodeNamed(name: string): string
  /** The node that is to carry out a command that makes a session: the same for every repetition. */
  place(body: CreateSession): Promise<Place>
  onNode(summary: SessionSummary, node: string): SessionSummary
  status(): Promise<FleetStatus>
  takeOver(command: TakeOverCommand): Promise<Receipt>
}

type AnyRequest = Request<'getFile'> & { readonly params: { readonly id?: string } }
type AnyHandler = (request: AnyRequest) => unknown

/** What a search waits for a node that is slow. */
const GATHER_WITHIN = 3000

export function fleetHandlers(own: Guarded<Handlers>, fleet: FleetRouter): Guarded<Handlers> {
  const forward = (node: string, name: RouteName, { params, query, body, client, signal }: AnyRequest) =>
    fleet.ask(node, name, { params, query, body, label: client.label, signal })
  const routed = Object.entries(own).map(([key, handler]) => {
    const name = key as RouteName
    const byOwner: AnyHandler = async (request) => {
      const session = sessionOf(name, request)
      const node = session === undefined ? undefined : fleet.ownerOf(session)
      if (node === undefined) return (handler as unknown as AnyHandler)(request)
      return new JsonText(await forward(node, name, request))
    }
    return [name, isServed(name) ? byOwner : handler] as const
  })
  const gather = async <N extends RouteName>(name: N, request: AnyRequest): Promise<AnswerOf<N>[]> => {
    const signal = AbortSignal.timeout(GATHER_WITHIN)
    const asked = fleet.others().map(async (node) => {
      const late = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('it took too long'))),
      )
      return JSON.parse(
        await Promise.race([forward(node, name, { ...request, signal }), late]),
      ) as AnswerOf<N>
    })
    const settled = await Promise.allSettled(asked)
    return settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
  }
  const overrides: Partial<Handlers> = {
    getFleet: () => fleet.status(),
    takeOverSession: ({ body }) => fleet.takeOver(body),
    moveSession: async (request) => {
      const { body } = request
      const target = fleet.nodeNamed(body.node)
      const owner = fleet.ownerOf(body.session)
      if (owner === undefined) return own.moveSession({ ...request, body: { ...body, node: target } })
      const { client, signal } = request
      const asked = { body: { ...body, node: target }, label: client.label, signal }
      return JSON.parse(await fleet.ask(owner, 'moveSession', asked)) as AnswerOf<'moveSession'>
    },
    listSessions: ({ query }) => ({
      sessions: fleet.source.summaries().filter(({ archived }) => archived === (query.archived === 'true')),
    }),
    listApprovals: () => ({ approvals: fleet.source.approvals() }),
    getSession: async (request) => {
      const { id } = request.params
      const node = fleet.ownerOf(id)
      const view: AnswerOf<'getSession'> =
        node === undefined
          ? await own.getSession(request)
          : JSON.parse(await forward(node, 'getSession', request as unknown as AnyRequest))
      return { ...view, session: fleet.onNode(view.session, node ?? fleet.id) }
    },
    createSession: async (request) => {
      const { node: named, labels, ...given } = request.body
      if (labels !== undefined && named !== ANY)
        throw new ApiError('bad-request', 'labels: they choose among the nodes where `node` is `any`')
      const { node, cwd = given.cwd } = await fleet.place(request.body)
      const body = { ...given, cwd }
      if (node === fleet.id) return own.createSession({ ...request, body })
      const { client, signal } = request
      return JSON.parse(
        await fleet.ask(node, 'createSession', { body, label: client.label, signal }),
      ) as AnswerOf<'createSession'>
    },
    drainNode: async (request) => {
      const node = fleet.nodeNamed(request.params.node)
      if (node === fleet.id) return own.drainNode(request)
      const { body, client, signal } = request
      const asked = { params: { node }, body, label: client.label, signal }
      return JSON.parse(await fleet.ask(node, 'drainNode', asked)) as AnswerOf<'drainNode'>
    },
    answerApprovalById: async (request) => {
      const { id } = request.params
      const found = fleet.source.approvals().filter((it) => it.id === id)
      const node = found.length === 1 && found[0] ? fleet.ownerOf(found[0].session) : undefined
      if (node === undefined) return own.answerApprovalById(request)
      return JSON.parse(await forward(node, 'answerApprovalById', request as unknown as AnyRequest))
    },
    search: async (request) => {
      const there = await gather('search', request as unknown as AnyRequest)
      const here = await own.search(request)
      const hits = [here, ...there].flatMap((it) => it.hits)
      return { hits: hits.slice(0, request.query.limit ?? 50) }
    },
    getUsage: async (request) => {
      const there = await gather('getUsage', request as unknown as AnyRequest)
      const all = [await own.getUsage(request), ...there]
      return {
        rows: all.flatMap(({ rows }) => rows),
        totalUsd: all.reduce((sum, { totalUsd }) => sum + totalUsd, 0),
      }
    },
  }
  return { ...Object.fromEntries(routed), ...overrides } as unknown as Guarded<Handlers>
}

function sessionOf(name: RouteName, { params, query }: AnyRequest): string | undefined {
  if (paths[name].path.startsWith('/sessions/:id')) return params.id
  return query?.session
}

export function awayError(name: string, seen: string): ApiError {
  return new ApiError(
    'not-possible',
    `node ${name} is away (${seen}): what is shown of its sessions is the last that is known, and nothing was done`,
  )
}
