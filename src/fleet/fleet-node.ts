/**
 * A host as a node of a fleet. The host starts whether or not the fleet can be reached: the connection is opened beside it and
 * tried again until `close`, and once it is open it comes back by itself. Without it this host is as it is alone; the others are
 * shown as they were.
 */
import { hostname } from 'node:os'
import type { CreateSession, TakeOverCommand } from '../api/commands.ts'
import { ApiError } from '../api/errors.ts'
import type { FleetStatus, FleetNode as NodeView } from '../api/fleet.ts'
import type { RouteName } from '../api/paths.ts'
import type { Receipt, SessionSummary } from '../api/resources.ts'
import type { AnswerOf } from '../api/routes.ts'
import type { ExtendHost, ExtensionParts, HostExtension } from '../host/extension.ts'
import { eventJson } from '../host/journal/event-json.ts'
import { approvalsOf } from '../host/sessions/summary.ts'
import { Claims } from './claims.ts'
import { Directory } from './directory.ts'
import { awayError, type FleetRouter, fleetHandlers } from './fleet-handlers.ts'
import { FleetSource } from './fleet-source.ts'
import { awayText, FLEET_PROTOCOL, type Member, Members } from './members.ts'
import { askNode, type NodeRequest, serveNode } from './node-api.ts'
import { nodeIdIn } from './node-id.ts'
import { recordOf } from './node-record.ts'
import { Ownership } from './ownership.ts'
import { Drain } from './placement/drain.ts'
import { OwnProjects } from './placement/own-projects.ts'
import { Placer } from './placement/placer.ts'
import type { BusRequest, Engine } from './ports.ts'
import { Publisher } from './publisher.ts'
import type { RemoteSessionOptions } from './remote-session.ts'
import type { FleetSettings } from './settings.ts'
import { Snapshots } from './snapshots/snapshots.ts'
import { guardSessions, Handover } from './takeover/handover.ts'
import { takenAt } from './takeover/taken-session.ts'
import { WatchedSessions } from './watched-sessions.ts'

export interface FleetNodeOptions {
  readonly settings: FleetSettings
  /** Rejects with a `FleetError` that says what is wrong. */
  readonly open: () => Promise<Engine>
}

const RETRY_MS = 2000
const LOST_AFTER_SECONDS = 10
/** Of the time after which a node is lost. */
const BEATS = 4
const MAX_SKEW_MS = 60_000
/** Of a session that its first node has, and has not claimed yet. */
const FIRST_EPOCH = 1

/** What is there once the fleet has been reached. */
interface Joined {
  readonly engine: Engine
  readonly members: Members
  readonly directory: Directory
  readonly publisher: Publisher
  readonly ownership: Ownership
  readonly handover: Handover
  readonly claims: Claims
  readonly ends: (() => unknown)[]
}

/** Joins a host to a fleet. */
export function joinFleet(options: FleetNodeOptions): ExtendHost {
  return (parts) => new FleetNode(options, parts)
}

class FleetNode implements HostExtension, FleetRouter {
  readonly id: string
  readonly source: FleetSource
  readonly handlers: HostExtension['handlers']
  readonly #options: FleetNodeOptions
  readonly #parts: ExtensionParts
  readonly #watched: WatchedSessions
  readonly #drain: Drain
  readonly #projects: OwnProjects
  readonly #placer: Placer
  /** What this node does for its own clients and for other nodes. */
  readonly #own: HostExtension['handlers']
  #joined: Joined | undefined
  #problem: string | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #opening: Promise<void> = Promise.resolve()

  constructor(options: FleetNodeOptions, parts: ExtensionParts) {
    this.#options = options
    this.#parts = parts
    this.id = nodeIdIn(parts.folder)
    this.#watched = new WatchedSessions((session) => this.#remoteOptions(session))
    this.source = new FleetSource(parts.host, {
      id: this.id,
      find: (session) => this.#joined?.directory.find(session),
      all: () => this.#joined?.directory.all ?? [],
      onNode: (summary, node) => this.onNode(summary, node),
      watched: (session) => this.#watched.find(session),
      watch: (session, isWatched) =>
        isWatched ? this.#watched.watch(session) : this.#watched.unwatch(session),
    })
    const { host, log } = parts
    const tell = () => void this.#joined?.members.beat().catch(() => {})
    this.#drain = new Drain({ host, tell: (problem) => log('error', problem), onChange: tell })
    this.#own = {
      ...guardSessions(this.#drain.guard(parts.handlers), (id) => this.#joined?.handover.check(id)),
      moveSession: ({ body }) => this.#handover().move(body, this.nodeNamed(body.node)),
    }
    this.#projects = new OwnProjects({ list: () => projectsOf(host), git: host.git, onChange: tell })
    this.#placer = new Placer({
      id: this.id,
      host,
      fleet: () => this.#connected(),
      nodeNamed: (name) => this.nodeNamed(name),
      ownerOf: (session) => this.ownerOf(session),
      awayText,
    })
    this.handlers = fleetHandlers(this.#own, this)
    this.#problem = 'it is being connected'
    this.#opening = this.#open()
  }

  get #name(): string {
    return this.#options.settings.name ?? hostname()
  }

  get problems(): readonly string[] {
    const problem = this.#connectionProblem()
    return problem === undefined ? [] : [`Fleet: ${problem}`]
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#opening
    this.#watched.close()
    if (this.#joined) await this.#leave(this.#joined)
  }

  async #open(): Promise<void> {
    try {
      const engine = await this.#options.open()
      try {
        await this.#join(engine)
      } catch (error) {
        await engine.close()
        throw error
      }
    } catch (error) {
      const { message } = error as Error
      if (this.#problem !== message) this.#parts.log('error', `fleet: ${message}`)
      this.#problem = message
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#openAgain(), RETRY_MS)
    }
  }
  #openAgain(): void {
    this.#opening = this.#open()
  }

  async #join(engine: Engine): Promise<void> {
    const { host, log } = this.#parts
    const ends: (() => unknown)[] = []
    const { lostAfterSeconds = LOST_AFTER_SECONDS } = this.#options.settings
    const own = () => host.sessions()
    const ownership = new Ownership({
      table: await engine.table('owners'),
      id: this.id,
      own: () => own().map(({ id }) => id),
      has: (session) => host.find(session) !== undefined,
      onKnown: () => {
        void publisher.catchUp()
        directory.tellAll()
        snapshots.catchUp().catch(() => {})
      },
      onOwned: (session) => {
        publisher.owned(session, host.find(session)?.memory.seq ?? 0)
        directory.tell(session)
        snapshots.add(session)
      },
      onLost: (session, lease) => handover.lost(session, lease),
      onError: (error) => log('warn', `fleet: the owners of sessions could not be read: ${error}`),
    })
    const publisher = new Publisher({
      stream: engine.events,
      isConnected: () => engine.isConnected,
      own: () => own().map(({ id, memory }) => ({ id, seq: memory.seq })),
      read: (session, after, limit) => host.store.events(session, after, limit),
      textOf: eventJson,
      epochOf: (session) => ownership.epochOf(session),
      takenAt: (session) => takenAt(host.find(session)?.row),
      receipts: (session) => host.store.receiptsOf(session),
      onError: (session, error) => log('warn', `fleet: its events wait here: ${error}`, { session }),
    })
    const directory = new Directory({
      table: await engine.table('sessions'),
      id: this.id,
      own: () => own().map(({ id }) => id),
      describe: (session) => this.#describe(session, ownership.epochOf(session) ?? FIRST_EPOCH),
      mayWrite: (session) => ownership.mayWrite(session),
      onChange: (session) => this.#changed(session),
      onRemoved: (session) => this.#removed(session),
      onError: (error) => log('warn', `fleet: the directory could not be written: ${error}`),
    })
    const members = new Members({
      table: await engine.table('nodes'),
      id: this.id,
      describe: () => {
        void this.#projects.look()
        const told = { projects: [...this.#projects.known], isDraining: this.#drain.isOn }
        const behind = directory.behind + publisher.behind
        return recordOf(this.#parts, this.#options.settings, { ...told, behind })
      },
      lostAfterMs: lostAfterSeconds * 1000,
      beatMs: (lostAfterSeconds * 1000) / BEATS,
      onChange: (node) => this.#nodeChanged(node),
    })
    const claims = new Claims(await engine.table('commands'), this.id)
    const manifests = await engine.table('snapshots')
    const snapshots = new Snapshots({
      ...{ host, log, node: this.id, table: manifests, files: engine.files },
      epochOf: (session) => ownership.epochOf(session),
    })
    const handover = new Handover({
      ...{ parts: this.#parts, id: this.id, name: this.#name, engine, members, directory, ownership },
      ...{ publisher, snapshots, manifests, isDraining: () => this.#drain.isOn },
      onTaken: (session) => {
        publisher.owned(session, host.find(session)?.memory.seq ?? 0)
        directory.tell(session)
        snapshots.add(session)
        this.#taken(session)
      },
    })
    this.#joined = { engine, members, directory, publisher, ownership, handover, claims, ends }
    ends.push(() => claims.stop())
    try {
      const serve = (request: BusRequest) => handover.serve(request) ?? serveNode(request, this.#own, log)
      ends.push(await engine.bus.serve(this.id, serve))
      await members.start()
      ends.push(() => members.stop())
      await directory.start()
      ends.push(() => directory.stop())
    } catch (error) {
      for (const end of ends.reverse()) await end()
      this.#joined = undefined
      throw error
    }
    ends.push(
      () => publisher.stop(),
      () => handover.settled(),
      () => snapshots.stop(),
      () => ownership.stop(),
      host.journal.listen((id, events, receipt) => publisher.add(id, events, receipt)),
      host.listen({
        events: (session, events) => snapshots.follow(session, events),
        changed: ({ id }) => {
          ownership.look(id)
          directory.tell(id)
        },
        removed: (id) => {
          if (ownership.mayWrite(id)) {
            publisher.forget(id)
            ownership.remove(id).catch(() => {})
            snapshots.forget(id).catch(() => {})
          } else publisher.drop(id)
          directory.tell(id)
          this.#left(id)
        },
      }),
      engine.onConnection((isConnected) => this.#onConnection(isConnected)),
    )
    this.#problem = undefined
    log('info', 'the host belongs to a fleet', { node: this.id, url: this.#options.settings.url })
    ownership.read()
    this.source.tell((listener) => {
      for (const session of own()) listener.changed?.(session)
    })
  }

  async #leave({ engine, ends }: Joined): Promise<void> {
    for (const end of ends.reverse()) await end()
    await engine.close()
  }

  #onConnection(isConnected: boolean): void {
    const { log } = this.#parts
    if (!isConnected) {
      log('warn', 'fleet: the connection is down')
      this.#joined?.ownership.forgetAll()
    } else {
      log('info', 'fleet: the connection is back')
      this.#joined?.members.beat().catch(() => {})
      this.#joined?.ownership.read()
      this.#watched.fill()
    }
    for (const { id } of this.#joined?.members.all ?? []) this.#nodeChanged(id)
  }

  #connectionProblem(): string | undefined {
    const { url } = this.#options.settings
    if (!this.#joined || this.#problem !== undefined) return this.#problem
    const { engine, members } = this.#joined
    if (!engine.isConnected)
      return `the connection to ${url} is down; what happens meanwhile is sent when it is back`
    const skew = Math.abs(members.aheadMs)
    if (skew > MAX_SKEW_MS)
      return `the clock of this machine is ${Math.round(skew / 60_000)} minutes ${members.aheadMs > 0 ? 'behind' : 'ahead of'} that of the fleet's server: set it, or times in this console are wrong`
    const other = members.all.find(({ away, record }) => !away && record.protocol !== FLEET_PROTOCOL)
    if (other)
      return `node ${other.record.name} has Fairlead ${other.record.version}, which does not fit this version (${this.#parts.version}): update one of them`
    return undefined
  }

  #describe(session: string, epoch: number) {
    const found = this.#parts.host.find(session)
    if (!found) return undefined
    const approvals = found.memory.isLoaded ? approvalsOf(found.row, found.state) : []
    return { epoch, summary: this.#parts.host.summaryOf(found), approvals }
  }

  #changed(session: string): void {
    if (this.#parts.host.find(session)) return
    this.source.tell((listener) => {
      const found = this.source.find(session)
      if (found) listener.changed?.(found)
    })
  }
  #removed(session: string): void {
    this.#watched.unwatch(session)
    this.source.tell((listener) => listener.removed?.(session))
  }
  #nodeChanged(node: string): void {
    for (const record of this.#joined?.directory.all ?? []) {
      if (record.node !== node) continue
      this.#changed(record.summary.id)
      this.#watched.fill(record.summary.id)
    }
  }

  /** A session of another node is this one's now. */
  #taken(id: string): void {
    this.#watched.unwatch(id)
    const session = this.#parts.host.find(id)
    // Whoever watches it gets what it has here.
    if (session) this.source.tell((listener) => listener.events?.(session, []))
  }
  /** It left this node, which shows it as a session of its new one. */
  #left(id: string): void {
    if (this.#joined?.directory.find(id)) this.#changed(id)
  }

  #remoteOptions(id: string): RemoteSessionOptions | undefined {
    const { engine, directory } = this.#joined ?? {}
    if (!engine || !directory) return undefined
    const ask = async (route: RouteName, query: object): Promise<unknown> => {
      const owner = this.ownerOf(id) ?? ''
      return JSON.parse(await this.ask(owner, route, { params: { id }, query, label: 'fleet' }))
    }
    return {
      stream: engine.events,
      askState: async () => (await ask('getSession', { paged: 'true' })) as AnswerOf<'getSession'>,
      askEvents: async (after) => {
        const { events } = (await ask('listEvents', { after, limit: 10_000 })) as { events: object[] }
        return events.map((event) => JSON.stringify(event))
      },
      isRunning: () => directory.find(id)?.summary.group === 'working',
      epoch: () => directory.find(id)?.epoch ?? 0,
      onEvents: (it, events) => this.source.tell((listener) => listener.events?.(it, events)),
      onError: (error) => this.#parts.log('warn', `fleet: it cannot be followed: ${error}`, { session: id }),
    }
  }

  ownerOf(session: string): string | undefined {
    const taken = this.#joined?.ownership.otherOwner(session)
    if (this.#parts.host.find(session)) return taken
    return this.#joined?.directory.find(session)?.node
  }

  others(): readonly string[] {
    const members = this.#joined?.engine.isConnected ? this.#joined.members.all : []
    return members.filter(({ id, away }) => id !== this.id && away === undefined).map(({ id }) => id)
  }

  nodeNamed(name: string): string {
    const all = this.#joined?.members.all ?? []
    const found = all.filter(({ id, record }) => id === name || record.name === name)
    const present = found.length > 1 ? found.filter(({ away }) => away === undefined) : found
    const [node] = present
    if (node && present.length === 1) return node.id
    throw new ApiError(
      'not-found',
      node ? `several nodes are called ${name}: name one by its id` : `the fleet has no node ${name}`,
    )
  }

  async ask(node: string, route: RouteName, request: NodeRequest): Promise<string> {
    const member = this.#joined?.members.find(node)
    const { name } = member?.record ?? { name: node }
    if (!this.#joined?.engine.isConnected)
      throw new ApiError(
        'not-possible',
        `this node has no connection to the fleet: nothing was sent to ${name}`,
      )
    if (!member || member.away) throw awayError(name, member ? awayText(member) : 'unknown here')
    return askNode(this.#joined.engine.bus, { id: node, name }, route, request)
  }

  takeOver(command: TakeOverCommand): Promise<Receipt> {
    return this.#handover().takeOver(command)
  }
  #handover(): Handover {
    if (this.#joined) return this.#joined.handover
    throw new ApiError('not-possible', 'this node has no connection to the fleet')
  }

  place(body: CreateSession) {
    return this.#placer.place(body)
  }
  #connected() {
    const { engine, members, claims } = this.#joined ?? {}
    return engine?.isConnected && members && claims ? { members: members.all, claims } : undefined
  }

  onNode(summary: SessionSummary, node: string): SessionSummary {
    const isHere = node === this.id
    const member = this.#joined?.members.find(node)
    const name = isHere ? this.#name : (member?.record.name ?? node)
    const isAway = !isHere && (!member || member.away !== undefined || !this.#joined?.engine.isConnected)
    return { ...summary, node: { id: node, name, isHere, ...(isAway && { awaySince: member?.seenAt ?? 0 }) } }
  }

  async status(): Promise<FleetStatus> {
    const { url } = this.#options.settings
    const problem = this.#connectionProblem()
    const { engine, members } = this.#joined ?? {}
    const stored = engine?.isConnected ? await engine.events.size().catch(() => undefined) : undefined
    return {
      connection: {
        url,
        isConnected: engine?.isConnected ?? false,
        ...(problem !== undefined && { problem }),
      },
      nodes: (members?.all ?? []).map((it) => this.#viewOf(it)),
      ...(stored && { stored }),
    }
  }

  #viewOf({ id, record, seenAt, away }: Member): NodeView {
    const { protocol: _, hasStopped: __, ...shown } = record
    return { id, isHere: id === this.id, seenAt, ...(away && { away }), ...shown }
  }
}

async function projectsOf({ work }: ExtensionParts['host']): Promise<string[]> {
  const { projects } = await work.projectList.list([])
  return projects.flatMap(({ path, isMissing }) => (isMissing ? [] : [path]))
}
