/**
 * Sends clients what happens. A client has a place in each session that it watches; after each commit of the journal it gets
 * what came after that place, in one frame: the texts of the events, as they are stored. So a slow client holds no queue: while
 * its socket is full it gets nothing, and if it is then too far behind, a snapshot takes the place of the events. Clients come
 * with `connect` and go with `disconnect`.
 */
import type { SessionSummary } from '../../api/resources.ts'
import { type ServerMessage, TOO_OLD } from '../../api/stream.ts'
import type { SessionEvent } from '../../state/events.ts'
import { hasEvicted, withoutLeft } from '../../state/transcript/window.ts'
import { eventJson } from '../journal/event-json.ts'
import { StoreError } from '../journal/store.ts'
import { WINDOW } from '../sessions/recovery.ts'
import { Frame } from './frame.ts'
import { RecentEvents } from './recent-events.ts'
import { type Outlet, StreamClient } from './stream-client.ts'
import type { StreamedSession, StreamSource } from './stream-source.ts'

export interface HubOptions {
  readonly listTickMs?: number
  /** So often the list is looked at without an event. */
  readonly agesMs?: number
  /** More than this behind, and a snapshot is sent. */
  readonly mostEvents?: number
  /** A client whose socket holds more gets nothing until it has caught up. */
  readonly mostWaiting?: number
  /** Events that a slow client does not have are kept as JSON, up to so many characters of a session. Others are read again. */
  readonly mostRecent?: number
}

export const HEARTBEAT_MS = 15_000

export class StreamHub {
  readonly #host: StreamSource
  readonly #version: string
  readonly #options: Required<HubOptions>
  readonly #clients = new Set<StreamClient>()
  /** The clients of each session that somebody watches. */
  readonly #watchers = new Map<string, Set<StreamClient>>()
  /** Sessions with events that are stored and not sent. */
  readonly #fresh = new Set<string>()
  readonly #recent = new Map<string, RecentEvents>()
  readonly #summaries = new Map<string, string>()
  #approvals = ''
  #changed = new Set<string>()
  #removed = new Set<string>()
  #slowTick: NodeJS.Timeout | undefined
  #listTick: NodeJS.Timeout | undefined
  readonly #ages: NodeJS.Timeout
  readonly #unlisten: () => void

  constructor(host: StreamSource, version: string, options: HubOptions = {}) {
    this.#host = host
    this.#version = version
    this.#options = {
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
      unloaded: (id) => void this.#recent.delete(id),
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
  /** Of how many sessions the last events are kept as JSON. */
  get buffered(): number {
    return this.#recent.size
  }

  connect(outlet: Outlet): StreamClient {
    const client = new StreamClient(this, outlet)
    this.#clients.add(client)
    client.tell({ type: 'welcome', version: this.#version, heartbeatMs: HEARTBEAT_MS, window: WINDOW })
    return client
  }
  disconnect(client: StreamClient): void {
    this.#clients.delete(client)
    for (const id of client.places.keys()) this.#leave(client, id)
  }

  close(reason: string): void {
    this.#unlisten()
    clearTimeout(this.#slowTick)
    clearTimeout(this.#listTick)
    clearInterval(this.#ages)
    for (const client of this.#clients) client.tell({ type: 'bye', reason })
    this.#clients.clear()
    this.#watchers.clear()
  }

  watchList(client: StreamClient): void {
    client.watchesList = true
    client.tell({ type: 'list', sessions: this.#host.summaries(), approvals: this.#host.approvals() })
  }

  watch(client: StreamClient, id: string, after: number): void {
    const session = this.#host.find(id)
    if (!session) {
      const reason = this.#host.quarantine.problemOf(id) ?? 'session not found'
      client.tell({ type: 'gone', session: id, reason })
      return
    }
    client.places.set(id, after)
    const watchers = this.#watchers.get(id) ?? new Set()
    this.#watchers.set(id, watchers.add(client))
    this.#host.watched?.(id, true)
    this.#advance(client, session)
  }

  /** Sends what came after the client's place. `frames`: those of this session that others have got, by place. */
  #advance(client: StreamClient, session: StreamedSession, frames = new Map<number, Frame>()): void {
    try {
      this.#sendAfter(client, session, frames)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      // Neither the events nor the state can be read: for now, as on a full disk, or for good.
      if (error.reason === 'damaged') this.#leaveTelling(client, session.id, error.message)
      else this.#tryLater()
    }
  }

  #sendAfter(client: StreamClient, session: StreamedSession, frames: Map<number, Frame>): void {
    const place = client.places.get(session.id)
    const { seq } = session.memory
    if (place === undefined || seq === undefined || place === seq) return
    if (client.outlet.waiting > this.#options.mostWaiting) {
      this.#tryLater()
      return
    }
    if (!client.isPaged && this.#needsSnapshot(seq, place) && hasEvicted(session.state)) {
      this.#leaveTelling(client, session.id, TOO_OLD)
      return
    }
    const frame = frames.get(place) ?? this.#frameAfter(session, place, seq)
    frames.set(place, frame)
    client.places.set(session.id, seq)
    client.send(frame)
  }

  /** With a timer of its own: those that keep up do not wait for it. */
  #tryLater(): void {
    this.#slowTick ??= setTimeout(() => {
      this.#slowTick = undefined
      for (const id of this.#watchers.keys()) this.#fresh.add(id)
      this.#sendFresh()
    }, this.#options.listTickMs)
  }

  #leaveTelling(client: StreamClient, id: string, reason: string): void {
    this.unwatch(client, id)
    client.tell({ type: 'gone', session: id, reason })
  }

  #needsSnapshot(seq: number, place: number): boolean {
    return place > seq || seq - place > this.#options.mostEvents
  }

  #frameAfter(session: StreamedSession, place: number, seq: number): Frame {
    const { id } = session
    // Only here is the state read, which may have left the memory.
    const snapshot = () => Frame.of({ type: 'snapshot', session: id, seq, state: withoutLeft(session.state) })
    if (this.#needsSnapshot(seq, place)) return snapshot()
    let texts: string[]
    try {
      texts = this.#textsAfter(id, place, seq)
    } catch (error) {
      // The store reports what cannot be read. The state is whole all the same.
      if (!(error instanceof StoreError)) throw error
      return snapshot()
    }
    return new Frame(`{"type":"events","session":${JSON.stringify(id)},"events":[${texts.join(',')}]}`)
  }

  #textsAfter(id: string, place: number, seq: number): string[] {
    const recent = this.#recent.get(id)
    const first = recent?.first ?? seq + 1
    if (place + 1 >= first) return recent?.after(place) ?? []
    const missing = this.#host.store.events(id, place, Math.min(first - 1, seq) - place)
    return [...missing.map(eventJson), ...(recent?.after(place) ?? [])]
  }

  #onEvents(session: StreamedSession, events: readonly SessionEvent[]): void {
    if (!this.#watchers.has(session.id)) return
    const { mostEvents, mostRecent } = this.#options
    const recent = this.#recent.get(session.id) ?? new RecentEvents(mostEvents, mostRecent)
    recent.add(events)
    this.#recent.set(session.id, recent)
    // After the last session of the commit.
    if (this.#fresh.size === 0) queueMicrotask(() => this.#sendFresh())
    this.#fresh.add(session.id)
  }

  unwatch(client: StreamClient, id: string): void {
    client.places.delete(id)
    this.#leave(client, id)
  }

  #leave(client: StreamClient, id: string): void {
    const watchers = this.#watchers.get(id)
    watchers?.delete(client)
    if (watchers?.size !== 0) return
    this.#watchers.delete(id)
    this.#recent.delete(id)
    this.#host.watched?.(id, false)
  }

  /** Each frame is made once, however many clients get it. */
  #sendFresh(): void {
    const frames = new Map<string, Map<number, Frame>>()
    const clients = new Set<StreamClient>()
    for (const id of this.#fresh) {
      frames.set(id, new Map())
      for (const client of this.#watchers.get(id) ?? []) clients.add(client)
    }
    this.#fresh.clear()
    for (const client of clients) client.together(() => this.#advanceIn(client, frames))
    for (const id of frames.keys()) {
      const places = [...(this.#watchers.get(id) ?? [])].map((client) => client.places.get(id) ?? 0)
      this.#recent.get(id)?.forget(Math.min(...places))
    }
  }

  #advanceIn(client: StreamClient, frames: ReadonlyMap<string, Map<number, Frame>>): void {
    for (const [id, own] of frames) {
      const session = client.places.has(id) ? this.#host.find(id) : undefined
      if (session) this.#advance(client, session, own)
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
    this.#watchers.delete(id)
    for (const client of this.#clients) {
      if (client.places.delete(id))
        client.tell({ type: 'gone', session: id, reason: 'the session was removed' })
    }
    this.#scheduleList()
  }

  /** Undefined for a session that is gone, or that cannot be read now. */
  #summaryOf(id: string): SessionSummary | undefined {
    const session = this.#host.find(id)
    try {
      return session && this.#host.summaryOf(session)
    } catch (error) {
      if (error instanceof StoreError) return undefined
      throw error
    }
  }

  #scheduleList(): void {
    this.#listTick ??= setTimeout(() => {
      this.#listTick = undefined
      this.#tellList()
    }, this.#options.listTickMs)
  }

  #tellList(): void {
    const watchers = [...this.#clients].filter(({ watchesList }) => watchesList)
    const ids = [...this.#changed]
    const removed = [...this.#removed]
    this.#changed = new Set()
    this.#removed = new Set()
    if (watchers.length === 0) {
      // What was told last is not what the next one is told first.
      this.#summaries.clear()
      this.#approvals = ''
      return
    }
    const changed = ids.flatMap((id) => this.#summaryOf(id) ?? [])
    // Most events change nothing that the list shows.
    const patch = changed.filter((summary) => {
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
    const inboxIds = JSON.stringify(inbox.map(({ id }) => id))
    const inboxChanged = inboxIds !== this.#approvals
    this.#approvals = inboxIds
    const message: ServerMessage = {
      type: 'list-change',
      changed: patch,
      removed,
      ...(inboxChanged && { approvals: inbox }),
    }
    const frame = Frame.of(message)
    const isNew = patch.length > 0 || removed.length > 0 || inboxChanged
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
