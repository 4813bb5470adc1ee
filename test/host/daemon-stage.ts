/** A whole daemon on a free port, with the simulator, in folders of its own. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { ApiClient, connectLive, type Live, SECRET_HEADER, type SocketEvents } from '../../src/api/index.ts'
import { type Daemon, type DaemonOptions, startDaemon } from '../../src/host/daemon.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { clear, guard, within } from '../process/leftovers.ts'
import { ENDS_WITHIN, SIMULATOR, simulatorEnv } from './stage.ts'
import { settled } from './waiting.ts'

export interface DaemonStage {
  readonly folder: string
  readonly cwd: string
  readonly daemon: Daemon
  readonly token: string
  readonly api: ApiClient
  /** Answers the id of the new session. */
  create(prompt?: string): Promise<string>
  /** Resolves when the session is quiet for good: what is read then stays so. */
  settled(session: string): Promise<SessionState>
  live(label?: string): Live
  /** A browser that signs in now; with `as`, with what that one would send. */
  browser(options?: { userAgent?: string; credential?: string; as?: TestBrowser }): Promise<TestBrowser>
  /** A request as any program can make it. */
  ask(
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Answer>
  close(): Promise<void>
}
/** A signed-in browser: what a page of it sends. */
export interface TestBrowser {
  /** `name=value`. */
  readonly cookie: string
  readonly secret: string
  /** Of each request. */
  readonly headers: Record<string, string>
}
interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36'

export async function daemonStage(options: Partial<DaemonOptions> = {}): Promise<DaemonStage> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-daemon-')))
  const [data, cwd, home] = ['data', 'project', 'home'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(cwd)
  mkdirSync(home)
  guard(folder)
  const daemon = await startDaemon({
    version: '0.0.0',
    folder: data,
    port: 0,
    roots: [folder],
    simulator: SIMULATOR,
    limits: { leastFreeBytes: 0 },
    ...options,
  }).catch(async (error) => {
    await clear(folder)
    throw error
  })
  const token = readFileSync(join(data, 'token'), 'utf8')
  const api = new ApiClient({ url: daemon.url, token, label: 'test' })
  const agent = { name: 'test', command: SIMULATOR, env: simulatorEnv(home) }
  await api.call('putAgents', { body: { agents: [agent] } })
  const lives: Live[] = []
  const ask: DaemonStage['ask'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      // On a connection of its own: one that was used before may be closed at this moment.
      const options = { method, headers, agent: false as const }
      const request = httpRequest(`${daemon.url}${path}`, options, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => {
          // Of a body that was refused, the rest is not sent.
          request.destroy()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        })
      })
      request.on('error', reject)
      request.end(body)
    })
  return {
    folder: data,
    cwd,
    daemon,
    token,
    api,
    create: async (prompt) => {
      const { result } = await api.call('createSession', { body: { cwd, ...(prompt && { prompt }) } })
      return result.id
    },
    settled: (id) => settled(daemon.host, id),
    live: (label = 'test') => {
      const live = connectLive({ url: daemon.url, token, label })
      lives.push(live)
      return live
    },
    ask,
    browser: async ({ userAgent = CHROME, credential, as } = {}) => {
      const given = credential ?? (await api.call('createSignInCode', {})).code
      const answer = await ask('/login', {
        method: 'POST',
        headers: {
          origin: daemon.url,
          'user-agent': userAgent,
          'content-type': 'application/json',
          ...as?.headers,
        },
        body: JSON.stringify({ credential: given }),
      })
      if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`)
      const { secret } = JSON.parse(answer.text) as { secret: string }
      const [cookie = as?.cookie ?? ''] = answer.headers['set-cookie']?.[0]?.split(';') ?? []
      return { cookie, secret, headers: { origin: daemon.url, cookie, [SECRET_HEADER]: secret } }
    },
    close: async () => {
      for (const live of lives) live.close()
      await within(ENDS_WITHIN, daemon.stop({ all: true }))
      await clear(folder)
    },
  }
}

export function opener(url: string, token: string) {
  return (events: SocketEvents) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, {
      headers: { authorization: `Bearer ${token}` },
    })
    socket.on('open', () => events.opened())
    socket.on('message', (data) => events.received(String(data)))
    socket.on('close', (code) => events.closed(`closed (${code})`))
    socket.on('error', () => {})
    return socket
  }
}
