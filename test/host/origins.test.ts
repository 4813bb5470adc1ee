// Pages of other origins: refused, unless the setting `origins` lists theirs; then they may use the API with the token.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startDaemon } from '../../src/host/daemon.ts'
import { type DaemonStage, daemonStage, type TestBrowser } from './daemon-stage.ts'

const LISTED = 'http://localhost:5173'
const OTHER = 'http://localhost:5174'

let stage: DaemonStage
let browser: TestBrowser
beforeAll(async () => {
  stage = await daemonStage({ origins: [LISTED] })
  browser = await stage.browser()
})
afterAll(() => stage.close())

const bearer = () => ({ authorization: `Bearer ${stage.token}` })
const preflight = (origin: string, path = '/api/sessions') =>
  stage.ask(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-fairlead-client',
    },
  })
const corsHeaders = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-'))

describe('a listed origin', () => {
  test('may send what the client of the API sends', async () => {
    const { status, headers } = await preflight(LISTED)
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE, PUT',
      'access-control-allow-headers': 'authorization, content-type, x-fairlead-client',
      vary: 'origin',
    })
  })

  test('reads answers and errors, and no answer lets it send cookies', async () => {
    const answers = [
      await preflight(LISTED),
      await stage.ask('/api/sessions', { headers: { ...bearer(), origin: LISTED } }),
      await stage.ask('/api/sessions', { headers: { origin: LISTED } }),
      await stage.ask('/api/nothing', { headers: { ...bearer(), origin: LISTED } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([204, 200, 401, 404])
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe(LISTED)
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  test('needs the token: a signed-in browser does not count, nor may it sign in or out', async () => {
    const headers = { ...browser.headers, origin: LISTED, 'content-type': 'application/json' }
    const answer = await stage.ask('/api/sessions', { headers })
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('must send the token as Bearer')
    const body = JSON.stringify({ credential: stage.token })
    for (const path of ['/login', '/logout']) {
      const { status, headers: answered } = await stage.ask(path, { method: 'POST', headers, body })
      expect([path, status, corsHeaders(answered)]).toEqual([path, 403, []])
    }
  })

  test('gets nothing but the API', async () => {
    for (const path of ['/', '/assets/index.js', '/login'])
      expect((await preflight(LISTED, path)).status).toBe(403)
  })
})

describe('any other origin', () => {
  test.each([OTHER, 'https://localhost:5173', 'https://evil.example'])(
    '%s is refused, and the error says how to list it',
    async (origin) => {
      for (const { status, headers, text } of [
        await preflight(origin),
        await stage.ask('/api/sessions', { headers: { ...bearer(), origin } }),
      ]) {
        expect([status, corsHeaders(headers)]).toEqual([403, []])
        expect(JSON.parse(text).error.message).toBe(
          `requests from pages of ${origin} are refused: to let them use the API, add it to \`origins\` in config.json, or start the host with --origin ${origin}`,
        )
      }
    },
  )

  test('such as null is refused, and cannot be listed', async () => {
    const { status, text } = await stage.ask('/api/sessions', { headers: { ...bearer(), origin: 'null' } })
    expect([status, JSON.parse(text).error.message]).toEqual([403, 'requests from pages of null are refused'])
  })
})

describe('a WebSocket', () => {
  const open = (headers: Record<string, string>, first?: object) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${stage.daemon.url.replace('http', 'ws')}/api/stream`, { headers })
      socket.on('open', () => first && socket.send(JSON.stringify(first)))
      socket.on('message', (data) => {
        socket.close()
        resolve(JSON.parse(String(data)).type)
      })
      socket.on('close', (code, reason) => resolve(`${code} ${reason}`))
      socket.on('unexpected-response', (_, response) => {
        response.resume()
        resolve(String(response.statusCode))
      })
      socket.on('error', () => {})
    })
  const authenticate = (secret: string) => ({ type: 'authenticate', secret })

  test('of a listed origin is served when it sends the token', async () => {
    expect(await open({ origin: LISTED }, authenticate(stage.token))).toBe('welcome')
  })
  test('of a listed origin with a wrong token, or with the secrets of a browser, gets nothing', async () => {
    const refused = '4401 invalid token: `fairlead token` prints the token of this host'
    expect(await open({ origin: LISTED }, authenticate('nonsense'))).toBe(refused)
    expect(await open({ origin: LISTED, cookie: browser.cookie }, authenticate(browser.secret))).toBe(refused)
    expect(await open({ origin: LISTED }, { type: 'watch-list' })).toBe(refused)
  })
  test('of another origin is refused', async () => {
    expect(await open({ origin: OTHER }, authenticate(stage.token))).toBe('403')
  })
})

test('without the setting, no origin but its own gets anything of a host', async () => {
  const strict = await daemonStage()
  try {
    for (const method of ['OPTIONS', 'GET']) {
      const headers = { origin: LISTED, authorization: `Bearer ${strict.token}` }
      const answer = await strict.ask('/api/sessions', { method, headers })
      expect([answer.status, corsHeaders(answer.headers)]).toEqual([403, []])
    }
    const own = await strict.ask('/api/sessions', {
      headers: { origin: strict.daemon.url, authorization: `Bearer ${strict.token}` },
    })
    expect([own.status, corsHeaders(own.headers)]).toEqual([200, []])
  } finally {
    await strict.close()
  }
})

test('no host starts with an origin that no browser sends', async () => {
  const start = (origin: string) => startDaemon({ version: '0', folder: stage.folder, origins: [origin] })
  await expect(start('*')).rejects.toThrow(/wildcard/)
  await expect(start('http://localhost:5173/')).rejects.toThrow(/write http:\/\/localhost:5173$/)
})
