/**
 * The socket side of the host: HTTP requests go to the app, upgrades become WebSockets. `listen` opens it, `close` ends every
 * connection. The heartbeat finds connections whose other side has vanished.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { type WebSocket, WebSocketServer } from 'ws'
import { ApiError } from '../../api/errors.ts'
import type { Browsers } from '../browsers/browsers.ts'
import type { SessionDeps } from '../sessions/session-deps.ts'
import { errorAnswer } from './error-answer.ts'
import { askedWith } from './request.ts'
import type { Asked, Security, Upgrade } from './security.ts'
import { HEARTBEAT_MS, type StreamHub } from './stream-hub.ts'
import { admit } from './web-socket.ts'

export interface ServerOptions {
  readonly app: Hono
  readonly hub: StreamHub
  readonly security: Security
  readonly browsers: Browsers
  readonly log: SessionDeps['log']
  readonly address: string
  readonly port: number
  /** Files with a certificate and its key. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}
export interface RunningServer {
  readonly port: number
  close(): Promise<void>
}

/** What clients send on the stream is short. */
const MAX_FRAME = 64 * 1024

export async function listen(options: ServerOptions): Promise<RunningServer> {
  const { app, hub, security, browsers, log, address, port, tls } = options
  const server = createAdaptorServer({
    fetch: app.fetch,
    ...(tls && {
      createServer: createSecureServer,
      serverOptions: { cert: readFileSync(tls.cert), key: readFileSync(tls.key) },
    }),
  }) as Server
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_FRAME })
  const alive = new WeakSet<WebSocket>()
  const parts = { hub, browsers, alive: (webSocket: WebSocket) => void alive.add(webSocket) }
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    let upgrade: Upgrade
    try {
      if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/api/stream')
        throw new ApiError('not-found', 'the only stream is /api/stream')
      upgrade = security.checkUpgrade(askedBy(request))
    } catch (error) {
      refuse(socket, errorAnswer(error, log, '/api/stream'))
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      alive.add(webSocket)
      admit(webSocket, upgrade, { ...parts, socket })
    })
  })
  const heartbeat = setInterval(() => {
    for (const webSocket of sockets.clients) {
      if (!alive.has(webSocket)) webSocket.terminate()
      else {
        alive.delete(webSocket)
        webSocket.ping()
      }
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()
  server.listen(port, address)
  await once(server, 'listening')
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close: async () => {
      clearInterval(heartbeat)
      for (const webSocket of sockets.clients) webSocket.close(1001)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      for (const webSocket of sockets.clients) webSocket.terminate()
      await closed
    },
  }
}

function askedBy({ headers, socket }: IncomingMessage): Asked {
  const header = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  return askedWith(header, socket.remoteAddress)
}

function refuse(socket: Socket, { status, message }: ApiError): void {
  const body = `${message}\n`
  // The client may have disconnected already.
  socket.on('error', () => {})
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
