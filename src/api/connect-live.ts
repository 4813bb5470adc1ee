/** The usual way to a host, in Node, Bun, Deno and pages. Whoever calls it closes what it returns. */
import { checkOptionNames, type OptionNames } from '../protocol/option-names.ts'
import { aFunction } from '../protocol/option-values.ts'
import { ApiClient, type ApiClientOptions, CLIENT_OPTIONS, checkedUrl } from './client.ts'
import type { ApiErrorCode } from './errors.ts'
import { Live } from './live.ts'
import { openSocket } from './open-socket.ts'
import type { WebSocketClass } from './runtime.ts'

/** What `connectLive` takes. */
export interface ConnectLiveOptions extends ApiClientOptions {
  /** Without it, that of the runtime or, on Node 20, of the package `ws`. */
  readonly WebSocket?: WebSocketClass
}

const NAMES: OptionNames<ConnectLiveOptions> = { ...CLIENT_OPTIONS, WebSocket: aFunction }
/** Another attempt would be refused as well, and count as another failed login. */
const FINAL: readonly ApiErrorCode[] = ['unauthorized', 'forbidden']

/**
 * Connects to a host and keeps up with it: its sessions, what waits for a person, and the state of each session that is
 * watched. It connects again by itself when the host was restarted or the network was gone; it ends with `close`, or when the
 * host refuses the token.
 *
 * In a page, `url` may be left out if its own server passes requests on to the host. A page of another origin needs `url` and
 * `token`, and its origin in the host's setting `origins`.
 *
 * @example
 * ```js
 * import { connectLive } from 'fairlead/api'
 * import { liveness } from 'fairlead/state'
 *
 * const live = connectLive({ url: 'http://127.0.0.1:4180', token: process.env.FAIRLEAD_TOKEN })
 * await live.ready // throws if there is no host, or the token is wrong
 * const { result, seq } = await live.api.call('createSession', { body: { cwd: process.cwd(), prompt: 'hello' } })
 * const isOver = (state) => state.seq > (seq ?? 0) && liveness(state, Date.now()).status === 'idle'
 * const { transcript } = await live.until(result.id, isOver)
 * live.close()
 * ```
 */
export function connectLive(options: ConnectLiveOptions = {}): Live {
  checkOptionNames(options, NAMES)
  const { label = 'program', WebSocket, ...others } = options
  const url = checkedUrl(options.url)
  const api = new ApiClient({ ...others, url, label })
  const live = new Live({
    api,
    label,
    open: (events) =>
      openSocket(
        { url, api, token: options.token, WebSocket },
        {
          ...events,
          closed: (reason, error) => {
            events.closed(reason, error)
            if (error && FINAL.includes(error.code)) live.close(reason)
          },
        },
      ),
  })
  return live
}
