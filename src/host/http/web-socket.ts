/**
 * One WebSocket of the stream. A program with the token is served at once. A browser must first send its secret: until then
 * it gets nothing, and without it, or when the browser is signed out, the socket is closed.
 */
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { SIGN_IN_AGAIN } from '../../api/browser-access.ts'
import { authenticateSchema } from '../../api/stream.ts'
import type { Browsers } from '../browsers/browsers.ts'
import type { Caller, Upgrade } from './security.ts'
import type { StreamHub } from './stream-hub.ts'

/** Together with the time for closing this stays below the 2 seconds that are promised. */
export const SECRET_WITHIN = 1200
/** A client that does not answer the closing handshake is cut off after this time. */
export const CLOSE_WITHIN = 200
/** How many bytes are gathered for one write. */
const MAX_CORKED = 64 * 1024

export interface SocketParts {
  readonly socket: Socket
  readonly hub: StreamHub
  readonly browsers: Browsers
  /** Called for each sign of life. */
  readonly alive: (webSocket: WebSocket) => void
}

export function admit(webSocket: WebSocket, upgrade: Upgrade, parts: SocketParts): void {
  const { confirm, refusal = 'this browser is not signed in' } = upgrade
  // `close` follows.
  webSocket.on('error', () => {})
  webSocket.on('pong', () => parts.alive(webSocket))
  if (!confirm) {
    serve(webSocket, {}, parts)
    return
  }
  const timer = setTimeout(() => refuse(webSocket, 'the browser did not send its secret'), SECRET_WITHIN)
  webSocket.once('close', () => clearTimeout(timer))
  webSocket.once('message', (data) => {
    clearTimeout(timer)
    const caller = confirm(secretIn(String(data)) ?? '')
    if (caller) serve(webSocket, caller, parts)
    else refuse(webSocket, refusal)
  })
}

function serve(webSocket: WebSocket, { browser }: Caller, parts: SocketParts): void {
  const { socket, hub, browsers, alive } = parts
  const client = hub.connect({
    get waiting() {
      return webSocket.bufferedAmount
    },
    send: ({ bytes }) => {
      if (webSocket.readyState !== webSocket.OPEN) return
      webSocket.send(bytes, { binary: false })
      if (socket.writableCorked === 0 || socket.writableLength < MAX_CORKED) return
      // Flushed, so that only bytes that the system does not accept count as waiting.
      socket.uncork()
      socket.cork()
    },
    together: (send) => {
      socket.cork()
      try {
        send()
      } finally {
        socket.uncork()
      }
    },
  })
  // An open page counts as use, even if nobody touches it.
  const used = () => {
    if (browser !== undefined) browsers.use(browser)
  }
  const receive = (data: unknown) => {
    alive(webSocket)
    used()
    client.receive(String(data))
  }
  const unlisten =
    browser === undefined
      ? () => {}
      : browsers.onEnd(browser, () => {
          hub.disconnect(client)
          webSocket.off('message', receive)
          refuse(webSocket, 'this browser was signed out')
        })
  webSocket.on('message', receive)
  webSocket.on('pong', used)
  webSocket.on('close', () => {
    unlisten()
    hub.disconnect(client)
  })
}

function refuse(webSocket: WebSocket, reason: string): void {
  webSocket.close(SIGN_IN_AGAIN, reason)
  const timer = setTimeout(() => webSocket.terminate(), CLOSE_WITHIN)
  webSocket.once('close', () => clearTimeout(timer))
}

function secretIn(frame: string): string | undefined {
  try {
    return authenticateSchema.parse(JSON.parse(frame)).secret
  } catch {
    return undefined
  }
}
