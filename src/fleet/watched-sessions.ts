/** The sessions of other nodes that somebody watches here. */
import type { StreamedSession } from '../host/http/stream-source.ts'
import { RemoteSession, type RemoteSessionOptions } from './remote-session.ts'

export class WatchedSessions {
  readonly #optionsOf: (session: string) => RemoteSessionOptions | undefined
  readonly #sessions = new Map<string, RemoteSession>()

  /** `optionsOf`: undefined while nothing is known of other nodes. */
  constructor(optionsOf: (session: string) => RemoteSessionOptions | undefined) {
    this.#optionsOf = optionsOf
  }

  find(id: string): StreamedSession | undefined {
    return this.#sessions.get(id)
  }

  watch(id: string): void {
    const options = this.#sessions.has(id) ? undefined : this.#optionsOf(id)
    if (!options) return
    const session = new RemoteSession(id, options)
    this.#sessions.set(id, session)
    void session.open()
  }
  unwatch(id: string): void {
    this.#sessions.get(id)?.close()
    this.#sessions.delete(id)
  }

  /** What was missed, of one or of all. */
  fill(id?: string): void {
    for (const session of this.#sessions.values())
      if (id === undefined || session.id === id) void session.fill()
  }

  close(): void {
    for (const session of this.#sessions.values()) session.close()
  }
}
