/**
 * Opens a WebSocket to the stream of a host. A program sends the token with the upgrade; a page that the host serves sends its
 * browser's secret as the first message. Runtimes do not say why an upgrade was refused, so a plain request finds out.
 */
import { SIGN_IN_AGAIN } from './browser-access.ts'
import type { ApiClient } from './client.ts'
import { ApiError, type ErrorCode } from './errors.ts'
import type { Socket, SocketEvents } from './live.ts'
import { pageOrigin, type WebSocketClass, type WebSocketLike, webSocketClass } from './runtime.ts'
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
      const { secret } = options
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
  if (token === undefined) return new WebSocket(address)
  if (pageOrigin() !== undefined) throw new ApiError('unauthorized', NO_TOKEN_IN_PAGE)
  return new WebSocket(address, { headers: { authorization: `Bearer ${token}` } })
}

const UNREACHED = 'the host cannot be reached'
const NO_TOKEN_IN_PAGE =
  'a page cannot send the token with a WebSocket, and must not have it: let the server of the page add it (docs/host.md, "A page of your own")'
/** What the host says about the caller. Everything else is said by something that is not a host. */
const REFUSALS: readonly ErrorCode[] = ['unauthorized', 'too-many', 'forbidden', 'unreachable']

async function whyRefused({ api, url }: OpenSocketOptions): Promise<ApiError> {
  try {
    await api.call('listApprovals', {})
    return new ApiError('unreachable', 'the host answers, but no stream can be opened')
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.includes(error.code)) return error
    return new ApiError('unreachable', `there is no Fairlead host at ${url}: ${(error as Error).message}`)
  }
}
