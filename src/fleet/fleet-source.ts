/** What the stream of a node shows: its own sessions, and those of the other nodes. */
import type { ApprovalView, SessionSummary } from '../api/resources.ts'
import { byUrgency } from '../api/session-order.ts'
import type { Host } from '../host/host.ts'
import type { StreamedSession, StreamListener, StreamSource } from '../host/http/stream-source.ts'
import { StoreError } from '../host/journal/store.ts'
import type { SessionEvent } from '../state/events.ts'
import { emptyState } from '../state/session-state.ts'
import type { DirectoryRecord } from './directory.ts'

export interface FleetView {
  /** Of a session that another node has, with where it is. */
  readonly find: (session: string) => DirectoryRecord | undefined
  readonly all: () => Iterable<DirectoryRecord>
  readonly onNode: (summary: SessionSummary, node: string) => SessionSummary
  readonly id: string
  /** The one that follows it while it is watched. */
  readonly watched: (session: string) => StreamedSession | undefined
  readonly watch: (session: string, isWatched: boolean) => void
}

export class FleetSource implements StreamSource {
  readonly #host: Host
  readonly #fleet: FleetView
  readonly #listeners = new Set<StreamListener>()

  constructor(host: Host, fleet: FleetView) {
    this.#host = host
    this.#fleet = fleet
  }

  get quarantine() {
    return this.#host.quarantine
  }
  readonly store = {
    events: (session: string, after: number, limit: number): SessionEvent[] => {
      if (this.#host.find(session)) return this.#host.store.events(session, after, limit)
      throw new StoreError('other', 'the events of this session are on another node')
    },
  }

  listen(listener: StreamListener): () => void {
    const unlisten = this.#host.listen(listener)
    this.#listeners.add(listener)
    return () => {
      unlisten()
      this.#listeners.delete(listener)
    }
  }
  /** Something happened to a session of another node. */
  tell(tell: (listener: StreamListener) => void): void {
    for (const listener of this.#listeners) tell(listener)
  }

  sessions(): readonly StreamedSession[] {
    return this.#host.sessions()
  }

  find(id: string): StreamedSession | undefined {
    const here = this.#host.find(id)
    if (here) return here
    const there = this.#fleet.find(id)
    if (!there) return undefined
    return this.#fleet.watched(id) ?? { id, isRunning: false, state: emptyState, memory: { seq: undefined } }
  }

  summaryOf({ id }: StreamedSession): SessionSummary {
    const here = this.#host.find(id)
    if (here) return this.#fleet.onNode(this.#host.summaryOf(here), this.#fleet.id)
    const there = this.#fleet.find(id)
    if (!there) throw new Error(`there is no session ${id}`)
    return this.#fleet.onNode(there.summary, there.node)
  }

  summaries(): SessionSummary[] {
    const here = this.#host.summaries().map((it) => this.#fleet.onNode(it, this.#fleet.id))
    const there = this.#there().map(({ summary, node }) => this.#fleet.onNode(summary, node))
    return [...here, ...there].sort(byUrgency)
  }

  approvals(): ApprovalView[] {
    const there = this.#there().flatMap(({ approvals }) => approvals)
    return [...this.#host.approvals(), ...there].sort((a, b) => a.since - b.since)
  }

  #there(): DirectoryRecord[] {
    return [...this.#fleet.all()].filter(({ summary }) => !this.#host.find(summary.id))
  }

  watched(id: string, isWatched: boolean): void {
    if (!this.#host.find(id)) this.#fleet.watch(id, isWatched)
  }
}
