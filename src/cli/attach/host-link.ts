/**
 * The connection to the host, across restarts of the host. It owns the Live and the watches; `close` ends them. The
 * sessions viewed last stay watched, so that going back to one shows it at once.
 */
import type { ApiClient } from '../../api/client.ts'
import type { Live } from '../../api/live.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { FoundHost } from '../host/find-host.ts'
import { openLive } from '../host/live.ts'

const MAX_WATCHED = 6

export class HostLink {
  readonly live: Live
  readonly api: ApiClient
  readonly #watched = new Map<string, () => void>()
  readonly #changed: () => void
  /** When the connection was lost; 0 while connected. */
  lostAt = 0

  constructor(host: FoundHost, env: NodeJS.ProcessEnv, changed: () => void) {
    this.#changed = changed
    this.api = host.api
    this.live = openLive(host, env)
    this.live.subscribe(() => {
      const { status } = this.live.state.connection
      if (status === 'connected') this.lostAt = 0
      else if (status === 'waiting' && this.lostAt === 0) this.lostAt = Date.now()
      changed()
    })
  }

  get isConnected(): boolean {
    return this.live.state.connection.status === 'connected'
  }

  /** The session's state; empty until the host has sent it. */
  session(id: string): SessionState {
    const watching = this.#watched.get(id)
    this.#watched.delete(id)
    this.#watched.set(id, watching ?? this.live.watch(id, this.#changed))
    const [oldest] = this.#watched
    if (oldest && this.#watched.size > MAX_WATCHED) {
      this.#watched.delete(oldest[0])
      oldest[1]()
    }
    return this.live.session(id)
  }

  close(): void {
    for (const end of this.#watched.values()) end()
    this.live.close()
  }
}
