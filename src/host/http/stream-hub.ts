/**
 * Tells clients what happens. A client has a place in each session that it watches; at each tick it gets what came after
 * that place, in one frame. So a slow client holds no queue: while its socket is full it gets nothing, and if it is then
 * too far behind, a snapshot takes the place of the events. Clients come with `connect` and go with `disconnect`.
 */
import { type ClientMessage, clientMessageSchema, type ServerMessage } from '../../api/stream.ts'
import type { SessionEvent } from '../../state/events.ts'
import type { Host } from '../host.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { RecentEvents } from './recent-events.ts'

/** Where frames go: a WebSocket, or a stream of server-sent events. */
export interface Outlet {
  /** Bytes that wait to be taken. */
  readonly waiting: number
  send(frame: string): void
}

export interface HubOptions {
  /** Events are gathered this long. */
  readonly tickMs?: number
  readonly listTickMs?: number
  /** So often the list is looked at without an event. */
  readonly agesMs?: number
  /** More than this behind, and a snapshot is sent. */
  readonly mostEvents?: number
  /** A client whose socket holds more gets nothing until it has caught up. */
  readonly mostWaiting?: number
  /** Of a session that is watched, the last events are kept as JSON, up to so many characters. Others are read again. */
  readonly mostRecent?: number
}

export const HEARTBEAT_MS = 15_000

export class StreamHub {
  readonly #host: Host
  readonly #version: string
  readonly #options: Required<HubOptions>
  readonly #clients = new Set<StreamClient>()
  readonly #recent = new Map<string, RecentEvents>()
  readonly #summaries = new Map<string, string>()
  #approvals = ''
  #changed = new Set<string>()
  #removed = new Set<string>()
  #tick: NodeJS.Timeout | undefined
  #slowTick: NodeJS.Timeout | undefined
  #listTick: NodeJS.Timeout | undefined
  readonly #ages: NodeJS.Timeout
  readonly #unlisten: () => void

  constructor(host: Host, version: string, options: HubOptions = {}) {
    this.#host = host
    this.#version = version
    this.#options = {
      tickMs: 8,
      listTickMs: 100,
      agesMs: 5000,
      mostEvents: 2000,
      mostWaiting: 1024 * 1024,
      mostRecent: 1024 * 1024,
      ...options,
    }
    this.#unlisten = host.listen({
      events: (session, events) => this.#onEvents(session, events),
      changed: (session) => this.#onChanged(session.id),
      removed: (id) => this.#onRemoved(id),
      watches: (id) => this.#isWatched(id),
    })
    // A session that stalls does so without an event.
    this.#ages = setInterval(() => {
      for (const { id, isRunning } of host.sessions()) if (isRunning) this.#onChanged(id)
    }, this.#options.agesMs)
    this.#ages.unref()
  }

  get clients(): number {
    return this.#clients.size
  }

  connect(outlet: Outlet): StreamClient {
    const client = new StreamClient(this, outlet)
    this.#clients.add(client)
    client.tell({ type: 'welcome', version: this.#version, heartbeatMs: HEARTBEAT_MS })
    return client
  }
  disconnect(client: StreamClient): void {
    this.#clients.delete(client)
    for (const id of client.places.keys()) this.#forgetUnwatched(id)
  }

  close(reason: string): void {
    this.#unlisten()
    clearTimeout(this.#tick)
    clearTimeout(this.#slowTick)
    clearTimeout(this.#listTick)
    clearInterval(this.#ages)
    for (const client of this.#clients) client.tell({ type: 'bye', reason })
    this.#clients.clear()
  }

  watchList(client: StreamClient): void {
    client.watchesList = true
    client.tell({ type: 'list', sessions: this.#host.summaries(), approvals: this.#host.approvals() })
  }

  watch(client: StreamClient, id: string, after: number): void {
    const session = this.#host.find(id)
    if (!session) {
      const reason = this.#host.quarantine.problemOf(id) ?? 'there is no such session'
      client.tell({ type: 'gone', session: id, reason })
      return
    }
    client.places.set(id, after)
    this.#advance(client, session)
  }

  /** Sends what came after the client's place. */
  #advance(client: StreamClient, session: HostSession): void {
    const place = client.places.get(session.id)
    const { seq } = session.state
    if (place === undefined || place === seq) return
    if (client.outlet.waiting > this.#options.mostWaiting) {
      // With a timer of its own: those that keep up do not wait for it.
      this.#slowTick ??= setTimeout(() => {
        this.#slowTick = undefined
        this.#advanceAll()
      }, this.#options.listTickMs)
      return
    }
    client.places.set(session.id, seq)
    if (place > seq || seq - place > this.#options.mostEvents) {
      client.tell({ type: 'snapshot', session: session.id, seq, state: session.state })
      return
    }
    const texts = this.#textsAfter(session.id, place, seq)
    client.send(`{"type":"events","session":${JSON.stringify(session.id)},"events":[${texts.join(',')}]}`)
  }

  /** Each event is written as JSON once, however many clients watch. */
  #textsAfter(id: string, place: number, seq: number): string[] {
    const recent = this.#recent.get(id)
    const first = recent?.first ?? seq + 1
    if (place + 1 >= first) return recent?.after(place) ?? []
    const missing = this.#host.store.events(id, place, Math.min(first - 1, seq) - place)
    return [...missing.map((event) => JSON.stringify(event)), ...(recent?.after(place) ?? [])]
  }

  #onEvents(session: HostSession, events: readonly SessionEvent[]): void {
    if (!this.#isWatched(session.id)) return
    const { mostEvents, mostRecent } = this.#options
    const recent = this.#recent.get(session.id) ?? new RecentEvents(mostEvents, mostRecent)
    recent.add(events)
    this.#recent.set(session.id, recent)
    this.#tick ??= setTimeout(() => {
      this.#tick = undefined
      this.#advanceAll()
    }, this.#options.tickMs)
  }

  #isWatched(id: string): boolean {
    for (const { places } of this.#clients) if (places.has(id)) return true
    return false
  }

  unwatch(client: StreamClient, id: string): void {
    client.places.delete(id)
    this.#forgetUnwatched(id)
  }

  #forgetUnwatched(id: string): void {
    if (!this.#isWatched(id)) this.#recent.delete(id)
  }

  #advanceAll(): void {
    for (const client of this.#clients) {
      for (const id of client.places.keys()) {
        const session = this.#host.find(id)
        if (session) this.#advance(client, session)
      }
    }
  }

  #onChanged(id: string): void {
    this.#changed.add(id)
    this.#scheduleList()
  }
  #onRemoved(id: string): void {
    this.#changed.delete(id)
    this.#removed.add(id)
    this.#summaries.delete(id)
    this.#recent.delete(id)
    for (const client of this.#clients) {
      if (client.places.delete(id)) client.tell({ type: 'gone', session: id, reason: 'it was removed' })
    }
    this.#scheduleList()
  }

  #scheduleList(): void {
    this.#listTick ??= setTimeout(() => {
      this.#listTick = undefined
      this.#tellList()
    }, this.#options.listTickMs)
  }

  #tellList(): void {
    const watchers = [...this.#clients].filter(({ watchesList }) => watchesList)
    const changed = [...this.#changed].flatMap((id) => {
      const session = this.#host.find(id)
      return session ? [this.#host.summaryOf(session)] : []
    })
    const removed = [...this.#removed]
    this.#changed = new Set()
    this.#removed = new Set()
    if (watchers.length === 0) {
      // What was told last is not what the next one is told first.
      this.#summaries.clear()
      this.#approvals = ''
      return
    }
    // Most events change nothing that the list shows.
    const news = changed.filter((summary) => {
      const text = JSON.stringify({
        ...summary,
        seq: 0,
        updatedAt: 0,
        liveness: { ...summary.liveness, lastEventAt: 0 },
      })
      if (this.#summaries.get(summary.id) === text) return false
      this.#summaries.set(summary.id, text)
      return true
    })
    const inbox = this.#host.approvals()
    const ids = JSON.stringify(inbox.map(({ id }) => id))
    const inboxChanged = ids !== this.#approvals
    this.#approvals = ids
    const message: ServerMessage = {
      type: 'list-change',
      changed: news,
      removed,
      ...(inboxChanged && { approvals: inbox }),
    }
    const frame = JSON.stringify(message)
    const isNew = news.length > 0 || removed.length > 0 || inboxChanged
    for (const client of watchers) {
      if (client.outlet.waiting > this.#options.mostWaiting) client.missedList ||= isNew
      else if (client.missedList) {
        client.missedList = false
        this.watchList(client)
      } else if (isNew) client.send(frame)
    }
    // Nothing else may happen that would bring it up to date.
    if (watchers.some(({ missedList }) => missedList)) this.#scheduleList()
  }
}

export class StreamClient {
  readonly outlet: Outlet
  readonly places = new Map<string, number>()
  watchesList = false
  missedList = false
  label = 'stream'
  readonly #hub: StreamHub

  constructor(hub: StreamHub, outlet: Outlet) {
    this.#hub = hub
    this.outlet = outlet
  }

  tell(message: ServerMessage): void {
    this.send(JSON.stringify(message))
  }
  send(frame: string): void {
    this.outlet.send(frame)
  }

  /** A frame of the client. One that makes no sense is answered, and harms nothing. */
  receive(frame: string): void {
    const message = parse(frame)
    if (typeof message === 'string') {
      this.tell({ type: 'error', message })
      return
    }
    switch (message.type) {
      case 'hello':
        this.label = message.label
        break
      case 'watch-list':
        this.#hub.watchList(this)
        break
      case 'unwatch-list':
        this.watchesList = false
        break
      case 'watch':
        this.#hub.watch(this, message.session, message.after)
        break
      case 'unwatch':
        this.#hub.unwatch(this, message.session)
        break
      case 'ping':
        this.tell({ type: 'pong', id: message.id })
        break
    }
  }
}

function parse(frame: string): ClientMessage | string {
  let value: unknown
  try {
    value = JSON.parse(frame)
  } catch {
    return 'this is not JSON'
  }
  const result = clientMessageSchema.safeParse(value)
  return result.success
    ? result.data
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}
