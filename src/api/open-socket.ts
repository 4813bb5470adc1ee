/**
 * Opens a WebSocket to the stream of a host. A program sends the token with the upgrade. A page cannot set headers: it
 * authenticates with its first message, which has the token or, if the host itself serves the page, the secret of the browser.
 * Runtimes do not say why an upgrade was refused, so a plain request finds out.
 */
import { SIGN_IN_AGAIN } from './browser-access.ts'
import type { ApiClient } from './client.ts'
import { ApiError, type ApiErrorCode } from './errors.ts'
import { pageOrigin, type WebSocketClass, type WebSocketLike, webSocketClass } from './runtime.ts'
import type { Socket, SocketEvents } from './socket.ts'
import type { AuthenticateMessage } from './stream.ts'

export interface OpenSocketOptions {
  /** The address of the host, without a path. */
  readonly url: string
  readonly token?: string | undefined
  /** In a page that the host serves: the secret of this browser. */
  readonly secret?: string | undefined
  /** Without it, that of the runtime or, on Node 20, of the package `ws`. */
  readonly WebSocket?: WebSocketClass | undefined
  /** Finds out why a connection was refused. */
  readonly api: ApiClient
}

export function openSocket(options: OpenSocketOptions, { opened, received, closed }: SocketEvents): Socket {
  let socket: WebSocketLike | undefined
  let isOver = false
  let wasOpen = false
  let problem = ''
  const refused = () => whyRefused(options).then((error) => closed(error.message, error))
  const start = (WebSocket: WebSocketClass) => {
    if (isOver) return
    socket = create(WebSocket, options)
    socket.onopen = () => {
      wasOpen = true
      const secret = options.secret ?? (pageOrigin() === undefined ? undefined : options.token)
      if (secret !== undefined)
        socket?.send(JSON.stringify({ type: 'authenticate', secret } satisfies AuthenticateMessage))
      opened()
    }
    socket.onmessage = ({ data }) => received(String(data))
    // Emitted before `close`, which does not have the cause.
    socket.onerror = ({ message = '' }) => {
      problem = message
    }
    socket.onclose = ({ code, reason }) => {
      // On a slow line the secret may have arrived too late: a plain request shows whether it is valid.
      if (!wasOpen || code === SIGN_IN_AGAIN) void refused()
      else closed(reason || problem || UNREACHED)
    }
  }
  const failed = (error: Error) => closed(error.message, error instanceof ApiError ? error : undefined)
  Promise.resolve(options.WebSocket ?? webSocketClass())
    .then(start)
    .catch(failed)
  return {
    send: (frame) => socket?.send(frame),
    close: () => {
      isOver = true
      if (socket?.terminate) socket.terminate()
      else socket?.close()
    },
  }
}

function create(WebSocket: WebSocketClass, { url, token }: OpenSocketOptions): WebSocketLike {
  const address = `${(url || pageOrigin() || '').replace(/^http/, 'ws')}/api/stream`
  if (token === undefined || pageOrigin() !== undefined) return new WebSocket(address)
  return new WebSocket(address, { headers: { authorization: `Bearer ${token}` } })
}

const UNREACHED = 'the host cannot be reached'
/** What the host says about the caller. Everything else is said by something that is not a host. */
const REFUSALS: readonly ApiErrorCode[] = ['unauthorized', 'too-many', 'forbidden']

async function whyRefused({ api, url }: OpenSocketOptions): Promise<ApiError> {
  try {
    await api.call('listApprovals', {})
    return new ApiError('unreachable', 'the host answers, but no stream can be opened')
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unreachable') return withOrigin(error, url)
    if (error instanceof ApiError && REFUSALS.includes(error.code)) return error
    return new ApiError('unreachable', `there is no Fairlead host at ${url}: ${(error as Error).message}`)
  }
}

/** A browser does not show a page of another origin that the host refused it: to the page it looks as if there were no host. */
function withOrigin(error: ApiError, url: string): ApiError {
  const origin = pageOrigin()
  if (origin === undefined || url === '' || url === origin) return error
  const hint = `if the host runs, it does not allow pages of ${origin}: start it with --origin ${origin}`
  return new ApiError('unreachable', `${error.message} (${hint})`)
}
