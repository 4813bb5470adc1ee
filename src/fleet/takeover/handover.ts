/**
 * Sessions that change their node: taken over from a node that is away, or lost to the one that took them. One of these belongs to each
 * connection of a node to its fleet.
 */
import { z } from 'zod'
import type { MoveCommand, TakeOverCommand } from '../../api/commands.ts'
import { ApiError } from '../../api/errors.ts'
import { paths, type RouteName } from '../../api/paths.ts'
import type { Receipt } from '../../api/resources.ts'
import type { ExtensionParts } from '../../host/extension.ts'
import type { Guarded } from '../../host/handlers/bypass-guard.ts'
import type { Handlers } from '../../host/handlers/handler.ts'
import { errorAnswer } from '../../host/http/error-answer.ts'
import type { ReceiptRow } from '../../host/journal/store.ts'
import type { Directory } from '../directory.ts'
import type { Lease } from '../leases.ts'
import { awayText, type Members } from '../members.ts'
import type { Ownership } from '../ownership.ts'
import type { BusRequest, Engine, KeyTable } from '../ports.ts'
import type { Publisher } from '../publisher.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import { fence } from './fence.ts'
import { checkIdle, moveAway } from './move-away.ts'
import { type TakeOverRequest, takeOver } from './take-over.ts'

export interface HandoverContext {
  readonly parts: ExtensionParts
  readonly id: string
  /** What the other nodes call this one. */
  readonly name: string
  readonly engine: Engine
  readonly members: Members
  readonly directory: Directory
  readonly ownership: Ownership
  readonly publisher: Publisher
  readonly snapshots: Snapshots
  readonly manifests: KeyTable
  /** This node takes no sessions. */
  readonly isDraining: () => boolean
  /** The session is this node's now. */
  readonly onTaken: (session: string) => void
}

/** From node to node, beside the routes of the API. */
const messageSchema = z.object({
  handover: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('kept'), session: z.string(), text: z.string().max(4000) }),
    z.object({ kind: z.literal('move'), session: z.string(), from: z.string(), wasRunning: z.boolean() }),
  ]),
})
type Message = z.infer<typeof messageSchema>['handover']

export class Handover {
  readonly #context: HandoverContext
  readonly #fencing = new Map<string, Promise<void>>()
  /** They are being given to other nodes. */
  readonly #moving = new Set<string>()

  constructor(context: HandoverContext) {
    this.#context = context
  }

  /** A command of a client of this node. */
  takeOver({ session, cwd, commandId }: TakeOverCommand): Promise<Receipt> {
    const { parts, directory, members } = this.#context
    return parts.host.receipts.run(commandId, undefined, async (createReceipt) => {
      if (parts.host.find(session)) throw new ApiError('conflict', 'this node has the session already')
      const record = directory.find(session)
      if (!record) throw new ApiError('not-found', `the fleet has no session ${session}`)
      const member = members.find(record.node)
      const from = member?.record.name ?? record.node
      const check = (lease: Lease) => this.#checkAway(record.node, lease)
      const how = { isMove: false, seen: member ? awayText(member) : 'unknown here' } as const
      await this.#take({ session, from, how, cwd, check, receipt: createReceipt() })
    })
  }

  /** Gives a session of this node to another one. */
  move({ session: id, commandId }: MoveCommand, node: string): Promise<Receipt> {
    const { parts, ownership, engine } = this.#context
    return parts.host.receipts.run(commandId, undefined, async (createReceipt) => {
      const session = parts.host.session(id)
      this.check(id)
      if (node === this.#context.id) return parts.host.store.addReceipt(createReceipt())
      if (ownership.epochOf(id) === undefined)
        throw new ApiError('not-possible', 'this node has no connection to the fleet')
      checkIdle(session)
      this.#moving.add(id)
      try {
        const remove = (receipt: ReceiptRow) => parts.host.remove(id, { receipt })
        await moveAway({ ...this.#context, bus: engine.bus, remove }, session, node, createReceipt())
      } finally {
        this.#moving.delete(id)
      }
    })
  }

  async #take(request: TakeOverRequest): Promise<void> {
    if (this.#context.isDraining())
      throw new ApiError('not-possible', `node ${this.#context.name} is being drained and takes no sessions`)
    await takeOver({ ...this.#context, snapshots: this.#context.manifests }, request)
    this.#context.onTaken(request.session)
  }

  /** A session in the journal of this node belongs to another one. May be called repeatedly. */
  lost(id: string, lease: Lease): void {
    const session = this.#context.parts.host.find(id)
    if (!session || this.#fencing.has(id) || this.#moving.has(id)) return
    const { parts, engine, name } = this.#context
    const fencing = fence({ parts, events: engine.events, name }, session, lease.epoch)
      .then((text) => this.#tellOwner(lease.owner, id, text))
      .catch((error: Error) =>
        parts.log('error', `fleet: a session that another node has could not be left: ${error.message}`, {
          session: id,
        }),
      )
      .finally(() => this.#fencing.delete(id))
    this.#fencing.set(id, fencing)
  }

  /** Refuses what would change a session that is not this node's any more. */
  check(session: string): void {
    if (this.#moving.has(session))
      throw new ApiError('conflict', 'the session is being moved to another node')
    const owner = this.#context.ownership.otherOwner(session)
    if (owner === undefined || !this.#context.parts.host.find(session)) return
    const name = this.#context.members.find(owner)?.record.name ?? owner
    throw new ApiError('conflict', `node ${name} has taken the session over`)
  }

  /** Answers a message of another node; undefined if it is none of these. */
  serve({ text }: BusRequest): Promise<string> | undefined {
    if (!text.startsWith('{"handover"')) return undefined
    return this.#serve(text)
  }

  async #serve(text: string): Promise<string> {
    try {
      const { success, data } = messageSchema.safeParse(JSON.parse(text))
      if (!success) throw new ApiError('bad-request', 'this node does not understand the message')
      await this.#act(data.handover)
      return '{}'
    } catch (error) {
      return JSON.stringify(errorAnswer(error, this.#context.parts.log, 'fleet').body)
    }
  }

  async #act(message: Message): Promise<void> {
    const { session } = message
    if (message.kind === 'kept') {
      await this.#context.parts.host.find(session)?.say('warning', message.text, 'kept-elsewhere')
      return
    }
    const { from, wasRunning } = message
    const check = ({ owner }: Lease) => {
      if (owner !== from) throw new ApiError('conflict', 'the session is of another node')
    }
    const name = this.#context.members.find(from)?.record.name ?? from
    await this.#take({ session, from: name, how: { isMove: true, wasRunning }, check })
  }

  /** Resolves when nothing is being left any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#fencing.values())
  }

  /** A session is taken from a node that is away, and from no other that has taken it meanwhile. */
  #checkAway(node: string, lease: Lease): void {
    const { id, members, engine } = this.#context
    if (!engine.isConnected) throw new ApiError('not-possible', 'this node has no connection to the fleet')
    for (const other of new Set([node, lease.owner])) {
      if (other === id) continue
      const member = members.find(other)
      if (!member || member.away !== undefined) continue
      throw new ApiError(
        'conflict',
        other === node
          ? `node ${member.record.name} is there: a session is taken over only from a node that is away`
          : `node ${member.record.name} is taking the session over`,
      )
    }
  }

  async #tellOwner(owner: string, session: string, text: string): Promise<void> {
    const { engine, parts } = this.#context
    const message = JSON.stringify({ handover: { kind: 'kept', session, text } })
    await engine.bus.request(owner, message).catch((error: Error) =>
      parts.log('warn', `fleet: the node that has the session now could not be told: ${error.message}`, {
        session,
      }),
    )
  }
}

/** Routes that change a session: `check` throws if that is not this node's to do. */
export function guardSessions(own: Guarded<Handlers>, check: (session: string) => void): Guarded<Handlers> {
  const guarded = Object.entries(own).map(([key, handler]) => {
    const { method, path } = paths[key as RouteName]
    if (method === 'GET' || !path.startsWith('/sessions/:id')) return [key, handler]
    const checked = (request: { readonly params: { readonly id: string } }) => {
      check(request.params.id)
      return (handler as unknown as (request: object) => unknown)(request)
    }
    return [key, checked]
  })
  return Object.fromEntries(guarded) as unknown as Guarded<Handlers>
}
