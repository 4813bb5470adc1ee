/**
 * What a client knows, kept up to date: the session list, the inbox, and the state of each watched session. It owns one
 * connection at a time and opens another when that breaks; it sends the host the last seq that it has, so that no event is
 * missing or repeated. `close` ends it. The caller supplies sockets and timers, so that it runs anywhere.
 */
import type { SessionEvent } from '../state/events.ts'
import { reduce } from '../state/reduce.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import { itemAt } from '../state/transcript/transcript.ts'
import { windowed } from '../state/transcript/window.ts'
import { type AskItems, EarlierItems } from './earlier-items.ts'
import type { ApprovalView, SessionSummary } from './resources.ts'
import { byUrgency } from './session-order.ts'
import type { ClientMessage, ServerMessage } from './stream.ts'

/** The part of a WebSocket that is used. */
export interface Socket {
  send(frame: string): void
  close(): void
}
export interface SocketEvents {
  opened(): void
  received(frame: string): void
  closed(reason: string): void
}
export interface LiveOptions {
  readonly open: (events: SocketEvents) => Socket
  /** Calls `action` once after `ms`; returns a function that cancels it. */
  readonly later: (action: () => void, ms: number) => () => void
  readonly label: string
  /** Reads items that a state does not hold any more. Without it, there are only those that left it while it was watched. */
  readonly askItems?: AskItems
  readonly random?: () => number
}

export type Connection =
  | { readonly status: 'connecting' | 'connected' }
  /** The host ended, or the network is gone. */
  | { readonly status: 'waiting'; readonly reason: string; readonly attempt: number }
  | { readonly status: 'closed' }

export interface LiveState {
  readonly connection: Connection
  /** Undefined until the host has sent the list. */
  readonly sessions: readonly SessionSummary[] | undefined
  readonly approvals: readonly ApprovalView[]
  readonly hostVersion: string | undefined
}

const DELAYS = [250, 500, 1000, 2000, 5000, 10_000]
/** After this many heartbeats without a message, the connection counts as dead. */
const HEARTBEATS = 2.5
/** After a machine woke up, the connection must answer within this time. */
const WAKE_MS = 3000

interface Watched {
  state: SessionState
  count: number
  /** There was a gap: the client has requested the missing events. */
  isAsking: boolean
  isGone: string | undefined
  readonly earlier: EarlierItems
  readonly listeners: Set<() => void>
}

export class Live {
  readonly #options: LiveOptions
  readonly #listeners = new Set<() => void>()
  readonly #watched = new Map<string, Watched>()
  #state: LiveState = {
    connection: { status: 'connecting' },
    sessions: undefined,
    approvals: [],
    hostVersion: undefined,
  }
  #socket: Socket | undefined
  /** Drops the current connection as if it had been closed. */
  #drop: (reason: string) => void = () => {}
  #attempt = 0
  #cancelRetry = () => {}
  #cancelCheck = () => {}
  #heartbeatMs = 15_000
  #pings = 0
  #isClosed = false
  /** So many items the host's states hold. Undefined: all. */
  #window: number | undefined

  constructor(options: LiveOptions) {
    this.#options = options
    this.#connect()
  }

  get state(): LiveState {
    return this.#state
  }
  /** Calls `listener` whenever `state` has changed. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The state of a watched session; empty until the host has sent it. */
  session(id: string): SessionState {
    return this.#watched.get(id)?.state ?? emptyState
  }
  /** The items of a watched session that its state does not hold any more. */
  earlier(id: string): EarlierItems | undefined {
    return this.#watched.get(id)?.earlier
  }
  /** Why the host no longer has a watched session. */
  gone(id: string): string | undefined {
    return this.#watched.get(id)?.isGone
  }

  /** Follows a session until the returned function is called. Several listeners may watch the same one. */
  watch(id: string, listener: () => void): () => void {
    let watched = this.#watched.get(id)
    if (!watched) {
      const listeners = new Set<() => void>()
      const earlier = this.#earlierOf(id, listeners)
      watched = { state: emptyState, count: 0, isAsking: false, isGone: undefined, earlier, listeners }
      this.#watched.set(id, watched)
      this.#send({ type: 'watch', session: id, after: 0 })
    }
    watched.count += 1
    watched.listeners.add(listener)
    return () => this.#unwatch(id, listener)
  }

  #earlierOf(id: string, listeners: ReadonlySet<() => void>): EarlierItems {
    const { askItems } = this.#options
    return new EarlierItems({
      ...(askItems && { ask: (thread, from, limit) => askItems(id, thread, from, limit) }),
      isHeld: (place) => itemAt(this.session(id).transcript, place) !== undefined,
      changed: () => {
        for (const listener of listeners) listener()
      },
    })
  }

  /** Retries at once, after the machine woke up or the network is back. */
  retry(): void {
    const { status } = this.#state.connection
    if (status === 'connected') this.#probe(WAKE_MS)
    if (status !== 'waiting') return
    this.#cancelRetry()
    this.#connect()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelRetry()
    this.#drop('closed')
    this.#set({ connection: { status: 'closed' } })
  }

  #unwatch(id: string, listener: () => void): void {
    const watched = this.#watched.get(id)
    if (!watched?.listeners.delete(listener)) return
    watched.count -= 1
    if (watched.count > 0) return
    this.#watched.delete(id)
    this.#send({ type: 'unwatch', session: id })
  }

  #connect(): void {
    this.#set({ connection: { status: 'connecting' } })
    let isOver = false
    let socket: Socket | undefined
    const closed = (reason: string) => {
      if (isOver) return
      isOver = true
      this.#lost(reason)
    }
    // Not left to the socket: on a dead line it may report its end only after minutes.
    this.#drop = (reason) => {
      closed(reason)
      socket?.close()
    }
    this.#checkLater()
    try {
      socket = this.#options.open({
        opened: () => !isOver && this.#opened(),
        received: (frame) => !isOver && this.#received(frame),
        closed,
      })
      if (!isOver) this.#socket = socket
    } catch (error) {
      closed(String(error))
    }
  }

  #opened(): void {
    this.#attempt = 0
    // The listeners hear of it last: one that watches a session at once would get ahead of the hello.
    this.#state = { ...this.#state, connection: { status: 'connected' } }
    this.#send({ type: 'hello', label: this.#options.label, paged: true })
    this.#send({ type: 'watch-list' })
    for (const [session, watched] of this.#watched) {
      watched.isAsking = false
      watched.earlier.forgetProblems()
      this.#send({ type: 'watch', session, after: watched.state.seq })
    }
    this.#checkLater()
    this.#set({})
  }

  #lost(reason: string): void {
    this.#socket = undefined
    this.#cancelCheck()
    if (this.#isClosed) return
    const delay = DELAYS[Math.min(this.#attempt, DELAYS.length - 1)] as number
    this.#attempt += 1
    this.#set({ connection: { status: 'waiting', reason, attempt: this.#attempt } })
    // Spreads the clients' attempts after a restart of the host.
    const spread = 0.75 + (this.#options.random ?? Math.random)() / 2
    this.#cancelRetry = this.#options.later(() => this.#connect(), delay * spread)
  }

  #received(frame: string): void {
    this.#checkLater()
    const message = JSON.parse(frame) as ServerMessage
    switch (message.type) {
      case 'welcome':
        this.#heartbeatMs = message.heartbeatMs
        this.#window = message.window
        this.#checkLater()
        this.#set({ hostVersion: message.version })
        break
      case 'list':
        this.#set({ sessions: message.sessions, approvals: message.approvals })
        break
      case 'list-change':
        this.#set({
          sessions: changed(this.#state.sessions ?? [], message.changed, message.removed),
          ...(message.approvals && { approvals: message.approvals }),
        })
        break
      case 'snapshot':
        this.#update(message.session, (watched) => {
          watched.isAsking = false
          return message.state
        })
        break
      case 'events':
        this.#update(message.session, (watched) => this.#follow(message.session, watched, message.events))
        break
      case 'gone': {
        const watched = this.#watched.get(message.session)
        if (watched) watched.isGone = message.reason
        this.#update(message.session, ({ state }) => state)
        break
      }
      default:
        break
    }
  }

  /** Events of an earlier watch of the same session may still arrive: they are not what comes next. */
  #follow(id: string, watched: Watched, events: readonly SessionEvent[]): SessionState {
    const { state } = watched
    const patch = events.filter(({ seq }) => seq > state.seq)
    if (patch[0] && patch[0].seq !== state.seq + 1) {
      if (!watched.isAsking) this.#send({ type: 'watch', session: id, after: state.seq })
      watched.isAsking = true
      return state
    }
    watched.isAsking = false
    let after = state.seq === 0 && this.#window !== undefined ? windowed(state, this.#window) : state
    for (const event of patch) {
      after = reduce(after, event)
      if (after.transcript.left !== undefined) watched.earlier.keep(after.transcript.left)
    }
    return after
  }

  #update(id: string, next: (watched: Watched) => SessionState): void {
    const watched = this.#watched.get(id)
    if (!watched) return
    watched.state = next(watched)
    for (const listener of watched.listeners) listener()
  }

  #checkLater(): void {
    this.#cancelCheck()
    this.#cancelCheck = this.#options.later(
      () => this.#probe(this.#heartbeatMs),
      this.#heartbeatMs * (HEARTBEATS - 1),
    )
  }

  /** Sends a ping and drops the connection if no message arrives in time. */
  #probe(ms: number): void {
    this.#cancelCheck()
    this.#pings += 1
    this.#send({ type: 'ping', id: this.#pings })
    this.#cancelCheck = this.#options.later(() => this.#drop('the host does not answer'), ms)
  }

  #send(message: ClientMessage): void {
    if (this.#state.connection.status === 'connected') this.#socket?.send(JSON.stringify(message))
  }

  #set(patch: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...patch }
    for (const listener of this.#listeners) listener()
  }
}

function changed(
  known: readonly SessionSummary[],
  patch: readonly SessionSummary[],
  removed: readonly string[],
): readonly SessionSummary[] {
  const gone = new Set([...removed, ...patch.map(({ id }) => id)])
  return [...known.filter(({ id }) => !gone.has(id)), ...patch].sort(byUrgency)
}
