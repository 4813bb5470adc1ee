/// <reference lib="esnext.disposable" preserve="true" />
/**
 * What a client knows, kept up to date: the session list, the inbox, and the state of each watched session. It owns one
 * connection at a time and opens another when that breaks; it sends the host the last seq that it has, so that no event is
 * missing or repeated. `close` ends it. `connectLive` makes one; whoever has sockets of their own makes it with `new`.
 */
import type { SessionEvent } from '../state/events.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import type { ApiClient } from './client.ts'
import { EarlierItems } from './earlier-items.ts'
import { ApiError } from './errors.ts'
import type { Connection, LiveState } from './live-state.ts'
import { foldIfLoaded, loadFold } from './load-fold.ts'
import { later } from './runtime.ts'
import { withChanges } from './session-order.ts'
import type { Socket, SocketEvents } from './socket.ts'
import type { ClientMessage, ServerMessage } from './stream.ts'

/** What `Live` takes. `connectLive` fills it in. */
export interface LiveOptions {
  /** Reads items that a state does not hold any more. */
  readonly api: ApiClient
  readonly open: (events: SocketEvents) => Socket
  /** The client's name in the audit log. */
  readonly label: string
  /** Calls `action` once after `ms`; returns a function that cancels it. Without it, the timers of the runtime. */
  readonly later?: (action: () => void, ms: number) => () => void
  readonly random?: () => number
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
  readonly listeners: Set<SessionListener>
}

/** Called with the new state of a session after it has changed. */
export type SessionListener = (state: SessionState) => void

/**
 * The session list, the inbox and any watched sessions of a host, kept up to date across restarts of the host.
 *
 * @example
 * ```js
 * import { connectLive } from 'fairlead/api'
 *
 * const live = connectLive({ url: 'http://127.0.0.1:4180', token: process.env.FAIRLEAD_TOKEN })
 * await live.ready
 * const [first] = live.state.sessions
 * if (first) {
 *   const stop = live.watch(first.id, (state) => console.log(state.seq))
 *   stop()
 * }
 * live.close()
 * ```
 */
export class Live {
  /** The typed client of the same host, for everything that is not a subscription. */
  readonly api: ApiClient
  /**
   * Resolves when the host has sent the session list. Rejects with an `ApiError` if the first attempt to connect fails:
   * `unauthorized`, `forbidden` or `unreachable`. After `unreachable` it goes on trying until `close`.
   */
  readonly ready: Promise<void>
  #settleReady: { resolve(): void; reject(error: ApiError): void } = { resolve: () => {}, reject: () => {} }
  readonly #options: LiveOptions
  readonly #later: NonNullable<LiveOptions['later']>
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
  #isLoading = false
  /** So many items the host's states hold. Undefined: all. */
  #window: number | undefined

  constructor(options: LiveOptions) {
    this.#options = options
    this.#later = options.later ?? later
    this.api = options.api
    this.ready = new Promise<void>((resolve, reject) => {
      this.#settleReady = { resolve, reject }
    })
    // Not every program waits for it.
    this.ready.catch(() => {})
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

  /**
   * Follows a session until the returned function is called, and calls `listener` after each change of its state. Several
   * listeners may watch the same one.
   */
  watch(id: string, listener: SessionListener): () => void {
    let watched = this.#watched.get(id)
    if (!watched) {
      const listeners = new Set<SessionListener>()
      const earlier = this.#earlierOf(id, listeners)
      watched = { state: emptyState, count: 0, isAsking: false, isGone: undefined, earlier, listeners }
      this.#watched.set(id, watched)
      this.#ask(id, watched)
    }
    watched.count += 1
    watched.listeners.add(listener)
    return () => this.#unwatch(id, listener)
  }

  /**
   * Watches a session until `condition` holds for its state, and resolves with that. Rejects if the host does not have the
   * session any more, or when this is closed.
   *
   * A state may be older than a command that was sent before: compare its `seq` with that of the command's receipt.
   */
  until(id: string, condition: (state: SessionState) => boolean): Promise<SessionState> {
    let stop = () => {}
    return new Promise<SessionState>((resolve, reject) => {
      const check = () => {
        const state = this.session(id)
        const gone = this.gone(id)
        try {
          if (gone !== undefined) throw new ApiError('gone', gone)
          if (this.#isClosed) throw closedError(this.#state.connection)
          if (state.seq > 0 && condition(state)) resolve(state)
        } catch (error) {
          reject(error)
        }
      }
      const ends = [this.watch(id, check), this.subscribe(check)]
      stop = () => {
        for (const end of ends) end()
      }
      check()
    }).finally(() => stop())
  }

  #earlierOf(id: string, listeners: ReadonlySet<SessionListener>): EarlierItems {
    return new EarlierItems({
      ask: (thread, from, limit) =>
        this.api.call('listItems', { params: { id }, query: { thread, from, limit } }),
      isHeld: (place) => foldIfLoaded()?.itemAt(this.session(id).transcript, place) !== undefined,
      changed: () => {
        for (const listener of listeners) listener(this.session(id))
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

  /** Ends the connection for good. `reason` stays in `state`. */
  close(reason?: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#cancelRetry()
    this.#drop('closed')
    this.#set({ connection: { status: 'closed', ...(reason !== undefined && { reason }) } })
    this.#settleReady.reject(closedError(this.#state.connection))
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.close()
  }

  #unwatch(id: string, listener: SessionListener): void {
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
    const closed = (reason: string, error?: ApiError) => {
      if (isOver) return
      isOver = true
      this.#lost(reason, error)
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
    for (const watched of this.#watched.values()) {
      watched.isAsking = false
      watched.earlier.forgetProblems()
    }
    this.#askForAll()
    this.#checkLater()
    this.#set({})
  }

  #lost(reason: string, error = new ApiError('unreachable', reason)): void {
    this.#socket = undefined
    this.#cancelCheck()
    if (this.#isClosed) return
    this.#settleReady.reject(error)
    const delay = DELAYS[Math.min(this.#attempt, DELAYS.length - 1)] as number
    this.#attempt += 1
    this.#set({ connection: { status: 'waiting', reason, attempt: this.#attempt } })
    // Spreads the clients' attempts after a restart of the host.
    const spread = 0.75 + (this.#options.random ?? Math.random)() / 2
    this.#cancelRetry = this.#later(() => this.#connect(), delay * spread)
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
        this.#settleReady.resolve()
        break
      case 'list-change':
        this.#set({
          sessions: withChanges(this.#state.sessions ?? [], message.changed, message.removed),
          ...(message.approvals && { approvals: message.approvals }),
        })
        break
      case 'snapshot':
        this.#update(message.session, (watched) => {
          watched.isAsking = false
          watched.isGone = undefined
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
    const fold = foldIfLoaded()
    // No events are asked for without it.
    if (!fold) return state
    const patch = events.filter(({ seq }) => seq > state.seq)
    if (patch[0] && patch[0].seq !== state.seq + 1) {
      if (!watched.isAsking) this.#ask(id, watched)
      watched.isAsking = true
      return state
    }
    watched.isAsking = false
    watched.isGone = undefined
    let after = state.seq === 0 && this.#window !== undefined ? fold.windowed(state, this.#window) : state
    for (const event of patch) {
      after = fold.reduce(after, event)
      if (after.transcript.left !== undefined) watched.earlier.keep(after.transcript.left)
    }
    return after
  }

  #update(id: string, next: (watched: Watched) => SessionState): void {
    const watched = this.#watched.get(id)
    if (!watched) return
    watched.state = next(watched)
    for (const listener of watched.listeners) listener(watched.state)
  }

  #checkLater(): void {
    this.#cancelCheck()
    this.#cancelCheck = this.#later(
      () => this.#probe(this.#heartbeatMs),
      this.#heartbeatMs * (HEARTBEATS - 1),
    )
  }

  /** Sends a ping and drops the connection if no message arrives in time. */
  #probe(ms: number): void {
    this.#cancelCheck()
    this.#pings += 1
    this.#send({ type: 'ping', id: this.#pings })
    this.#cancelCheck = this.#later(() => this.#drop('the host does not answer'), ms)
  }

  /** Asks for what comes after a state. The code that folds it is loaded first, and again after each failure. */
  #ask(session: string, { state }: Watched): void {
    if (!this.#isLoading && foldIfLoaded()) this.#send({ type: 'watch', session, after: state.seq })
    else if (!this.#isLoading) this.#load()
  }
  #askForAll(): void {
    for (const [session, watched] of this.#watched) this.#ask(session, watched)
  }
  #load(): void {
    this.#isLoading = true
    const end = (next: () => void) => {
      this.#isLoading = false
      next()
    }
    loadFold().then(
      () => end(() => this.#askForAll()),
      (error) => end(() => this.#drop(`part of this program could not be loaded: ${error}`)),
    )
  }

  #send(message: ClientMessage): void {
    if (this.#state.connection.status === 'connected') this.#socket?.send(JSON.stringify(message))
  }

  #set(patch: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...patch }
    for (const listener of this.#listeners) listener()
  }
}

function closedError(connection: Connection): ApiError {
  const reason = 'reason' in connection ? connection.reason : undefined
  return new ApiError('unreachable', reason ?? 'the connection to the host was closed')
}
