/**
 * A client of the stream that watches the list and every session in it, and keeps a fingerprint of each event. Its socket may
 * be cut at any time; it comes back by itself with the last number that it has, until `close`.
 */
import { WebSocket } from 'ws'
import { fingerprint } from '../checker/fingerprint.ts'
import type { SoakHost } from '../host.ts'
import { pause } from '../host.ts'
import type { Ledger, SeenStream } from '../ledger.ts'

export interface PendingApproval {
  readonly id: string
  readonly session: string
  readonly kind: string
  readonly request: Readonly<Record<string, unknown>>
}

interface StreamEvent {
  readonly seq: number
}
type Frame =
  | { type: 'list'; sessions: { id: string }[]; approvals: PendingApproval[] }
  | { type: 'list-change'; changed: { id: string }[]; removed: string[]; approvals?: PendingApproval[] }
  | { type: 'snapshot'; session: string; seq: number }
  | { type: 'events'; session: string; events: StreamEvent[] }
  | { type: 'gone'; session: string }
  | { type: 'welcome' | 'pong' | 'bye' | 'error' }

export class StreamClient implements SeenStream {
  readonly client: string
  readonly sessions = new Map<string, Map<number, string>>()
  readonly #places = new Map<string, number>()
  readonly #host: SoakHost
  readonly #ledger: Ledger
  #socket: WebSocket | undefined
  #isOver = false
  #loop: Promise<void> = Promise.resolve()
  onApprovals: (approvals: readonly PendingApproval[]) => void = () => {}

  constructor(client: string, host: SoakHost, ledger: Ledger) {
    this.client = client
    this.#host = host
    this.#ledger = ledger
  }

  open(): void {
    this.#loop = this.#stayConnected()
  }
  cut(): void {
    this.#socket?.terminate()
  }
  async close(): Promise<void> {
    this.#isOver = true
    this.#socket?.terminate()
    await this.#loop
  }

  /** It has all events of the session up to this one. */
  has(session: string, seq: number): boolean {
    return this.placeOf(session) >= seq
  }
  placeOf(session: string): number {
    return this.#places.get(session) ?? 0
  }

  async #stayConnected(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#host.up()
      } catch {
        return
      }
      await this.#connection()
      if (!this.#isOver) await pause(50)
    }
  }

  #connection(): Promise<void> {
    const url = `${this.#host.url.replace('http', 'ws')}/api/stream`
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${this.#host.token}` } })
    this.#socket = socket
    const send = (message: object) =>
      socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))
    socket.on('open', () => {
      this.#ledger.count('connections to the stream')
      send({ type: 'hello', label: this.client })
      for (const [session, after] of this.#places) send({ type: 'watch', session, after })
      send({ type: 'watch-list' })
    })
    socket.on('message', (data) => this.#hear(JSON.parse(String(data)) as Frame, send))
    socket.on('error', () => {})
    return new Promise((resolve) => socket.once('close', () => resolve()))
  }

  #hear(frame: Frame, send: (message: object) => void): void {
    switch (frame.type) {
      case 'list':
      case 'list-change':
        for (const { id } of frame.type === 'list' ? frame.sessions : frame.changed) this.#meet(id, send)
        if (frame.type === 'list-change') for (const id of frame.removed) this.#forget(id)
        if (frame.approvals) this.onApprovals(frame.approvals)
        return
      case 'snapshot':
        this.#ledger.count('snapshots in place of events')
        if (frame.seq < (this.#places.get(frame.session) ?? 0))
          this.#ledger.problem(`${this.client} had more of ${frame.session} than its snapshot ${frame.seq}`)
        this.#places.set(frame.session, frame.seq)
        return
      case 'events':
        for (const event of frame.events) this.#keep(frame.session, event)
        return
      case 'gone':
        this.#forget(frame.session)
        return
      default:
        return
    }
  }

  #meet(session: string, send: (message: object) => void): void {
    if (this.#places.has(session) || this.#ledger.removed.has(session)) return
    this.#places.set(session, 0)
    send({ type: 'watch', session, after: 0 })
  }
  #forget(session: string): void {
    this.#places.delete(session)
    this.sessions.delete(session)
  }

  #keep(session: string, event: StreamEvent): void {
    const place = this.#places.get(session)
    // It was removed meanwhile.
    if (place === undefined) return
    if (event.seq !== place + 1)
      this.#ledger.problem(`${this.client} got event ${event.seq} of ${session} after ${place}`)
    this.#places.set(session, event.seq)
    const seen = this.sessions.get(session) ?? new Map<number, string>()
    this.sessions.set(session, seen)
    seen.set(event.seq, fingerprint(event))
    this.#ledger.count('events seen by clients')
  }
}
