/** A program that connects to a host the usual way. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  type ConnectLiveOptions,
  connectLive,
  type Live,
  type WebSocketClass,
  type WebSocketInit,
} from '../../src/api/index.ts'
import { liveness } from '../../src/state/index.ts'
import { lastValue } from '../../src/state/list.ts'
import { type DaemonStage, daemonStage } from './daemon-stage.ts'

let stage: DaemonStage
beforeAll(async () => {
  stage = await daemonStage()
})
afterAll(() => stage.close())

function connect(options: ConnectLiveOptions = {}): Live {
  const live = connectLive({ url: stage.daemon.url, token: stage.token, ...options })
  onTestFinished(() => live.close())
  return live
}
const failure = (live: Live) =>
  live.ready.then(
    () => undefined,
    (error) => ({ code: error.code, message: error.message }),
  )

test('is ready with the list, starts a session and waits for the end of its turn', async () => {
  const live = connect({ url: `${stage.daemon.url}/` })
  await live.ready
  expect(live.state).toMatchObject({ connection: { status: 'connected' }, hostVersion: '0.0.0' })
  const { result } = await live.api.call('createSession', {
    body: { cwd: stage.cwd, prompt: 'hello' },
  })
  const state = await live.until(
    result.id,
    (it) => lastValue(it.turns.past) !== undefined && liveness(it, Date.now()).status === 'idle',
  )
  expect(lastValue(state.turns.past)?.result?.status).toBe('success')
  expect(live.state.sessions?.some(({ id }) => id === result.id)).toBe(true)
})

test('a wrong token is refused once, and not tried again', async () => {
  const live = connect({ token: 'wrong' })
  expect(await failure(live)).toEqual({
    code: 'unauthorized',
    message: expect.stringContaining('`fairlead token` prints the token of this host'),
  })
  expect(live.state.connection).toEqual({
    status: 'closed',
    reason: expect.stringContaining('invalid token'),
  })
})

test('no token is refused too', async () => {
  const live = connectLive({ url: stage.daemon.url })
  expect(await failure(live)).toMatchObject({ code: 'unauthorized' })
})

async function serverOf(listener: (respond: (status: number, text: string) => void) => void) {
  const server = createServer((_, response) =>
    listener((status, text) => response.writeHead(status).end(text)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an address where no host is says so, with the address', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise((resolve) => server.close(resolve))
  const live = connect({ url })
  expect(await failure(live)).toEqual({
    code: 'unreachable',
    message: expect.stringMatching(`the host at ${url} cannot be reached: .*ECONNREFUSED`),
  })
  expect(live.state.connection).toMatchObject({ status: 'waiting' })
})

test('another server is not taken for a host', async () => {
  const url = await serverOf((respond) => respond(404, 'no such page'))
  expect(await failure(connect({ url }))).toEqual({
    code: 'unreachable',
    message: `there is no Fairlead host at ${url}: the host answered 404: no such page`,
  })
})

test('works with the WebSocket of the runtime, with the package `ws` and with one of its own', async () => {
  const opened: string[] = []
  class Own extends WebSocket {
    constructor(url: string, init?: WebSocketInit) {
      super(url, init)
      opened.push(url)
    }
  }
  const choices: [unknown, ConnectLiveOptions][] = [
    [undefined, {}],
    [Own, {}],
    [undefined, { WebSocket: Own as WebSocketClass }],
  ]
  for (const [global, options] of choices) {
    vi.stubGlobal('WebSocket', global)
    onTestFinished(() => void vi.unstubAllGlobals())
    await connect(options).ready
  }
  expect(opened).toEqual(Array(2).fill(`${stage.daemon.url.replace('http', 'ws')}/api/stream`))
})

test('it ends at the end of its block, and nothing is left of it', async () => {
  const live = connect()
  await live.ready
  await live[Symbol.asyncDispose]()
  expect(live.state.connection).toEqual({ status: 'closed' })
})
