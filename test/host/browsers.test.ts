/** Browsers at the host's door: what each of their two secrets opens, alone and together, and what ends it. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { SIGN_IN_AGAIN } from '../../src/api/browser-access.ts'
import { startDaemon } from '../../src/host/daemon.ts'
import { CLOSE_WITHIN, SECRET_WITHIN } from '../../src/host/http/web-socket.ts'
import { SqliteStore } from '../../src/host/journal/sqlite/sqlite-store.ts'
import { type DaemonStage, daemonStage, type TestBrowser } from './daemon-stage.ts'
import { PageSocket } from './page-socket.ts'

let stage: DaemonStage
beforeEach(async () => {
  stage = await daemonStage()
})
afterEach(() => stage.close())

const statusOf = async (headers: Record<string, string>, path = '/api/sessions') =>
  (await stage.ask(path, { headers })).status

const pageOf = ({ cookie }: Pick<TestBrowser, 'cookie'>, ...first: object[]) =>
  new PageSocket(stage.daemon.url, cookie, ...first)
const authenticate = (secret: string) => ({ type: 'authenticate', secret })

/** Server-sent events, as a page with `fetch` reads them. */
function eventsOf(headers: Record<string, string>): Promise<{ status: number; response: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const options = { headers, agent: false as const }
    const request = httpRequest(`${stage.daemon.url}/api/stream?list=1`, options, (response) =>
      resolve({ status: response.statusCode ?? 0, response }),
    )
    request.on('error', reject)
    request.end()
    onTestFinished(() => void request.destroy())
  })
}

describe('a dev server on another port gets the cookie, as servers on every port do', () => {
  /** What it can send then. It is a program, so that it can name any origin. */
  let replayed: Record<string, string>
  let cookie: string
  beforeEach(async () => {
    const { cookie: sent } = await stage.browser()
    const received = new Promise<string>((resolve) => {
      const server = createServer((request, response) => {
        resolve(request.headers.cookie ?? '')
        response.end()
      })
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number }
        httpRequest(`http://127.0.0.1:${port}/`, { headers: { cookie: sent }, agent: false }).end()
      })
      onTestFinished(() => void server.close())
    })
    cookie = await received
    replayed = { origin: stage.daemon.url, cookie }
  })

  test.each(['/api/sessions', '/api/openapi.json', '/api/metrics', '/api/browsers', '/api/stream?list=1'])(
    'replayed to %s, it is refused with what is missing',
    async (path) => {
      const answer = await stage.ask(path, { headers: replayed })
      expect(answer.status).toBe(401)
      expect(JSON.parse(answer.text).error).toMatchObject({
        code: 'unauthorized',
        message: expect.stringContaining('the cookie alone is not enough'),
      })
    },
  )

  test('it makes no code, signs nobody out, and is no token', async () => {
    const post = (path: string, method = 'POST') => stage.ask(path, { method, headers: replayed })
    expect((await post('/api/browsers/codes')).status).toBe(401)
    expect((await post('/api/browsers', 'DELETE')).status).toBe(401)
    expect((await post('/logout')).status).toBe(401)
    const value = cookie.split('=')[1] ?? ''
    expect(await statusOf({ authorization: `Bearer ${value}` })).toBe(401)
    await expect(stage.browser({ credential: value })).rejects.toThrow('neither the token')
    expect((await stage.api.call('listBrowsers', {})).browsers).toHaveLength(1)
  })

  test.each([
    ['says nothing', []],
    ['asks for the list', [{ type: 'watch-list' }]],
    ['guesses', [authenticate('guess'), { type: 'watch-list' }]],
    ['sends the cookie as the secret', 'cookie'],
  ] as const)('a WebSocket that %s gets nothing and is closed', async (_, messages) => {
    const page = pageOf({ cookie }, ...(messages === 'cookie' ? [authenticate(cookie)] : messages))
    expect(await page.closed).toBe(SIGN_IN_AGAIN)
    expect(page.frames).toEqual([])
  })

  test('that takes less than 2 s', () => {
    expect(SECRET_WITHIN + CLOSE_WITHIN).toBeLessThan(2000)
  })

  test('a WebSocket that does not answer the closing is cut off', async () => {
    await new Promise<void>((resolve) => {
      const headers = {
        ...replayed,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      }
      const request = httpRequest(`${stage.daemon.url}/api/stream`, { headers, agent: false })
      request.on('upgrade', (_, socket) => {
        socket.on('error', () => {})
        socket.resume().on('close', () => resolve())
      })
      request.end()
    })
  })
})

describe('a browser that is signed in', () => {
  test('is let in with both secrets: requests, WebSocket, server-sent events', async () => {
    const browser = await stage.browser()
    expect(await statusOf(browser.headers)).toBe(200)
    const page = pageOf(browser, authenticate(browser.secret), { type: 'watch-list' })
    await page.heard('list')
    expect(page.frames.map(({ type }) => type)).toEqual(['welcome', 'list'])
    expect((await eventsOf(browser.headers)).status).toBe(200)
  })

  test('is let in by the token too, which the sign-in page takes', async () => {
    const browser = await stage.browser({ credential: stage.token })
    expect(browser.cookie).not.toContain(stage.token)
    expect(await statusOf(browser.headers)).toBe(200)
  })

  test('is let in after a restart of the host', async () => {
    const { cookie, secret } = await stage.browser()
    await stage.daemon.stop()
    await restarted(async (ask) => {
      expect(await ask({ cookie, 'x-fairlead-browser': secret })).toBe(200)
      expect(await ask({ cookie })).toBe(401)
    })
  })

  test('does not need, and does not get in by, the secret of another browser', async () => {
    const [one, two] = [await stage.browser(), await stage.browser()]
    expect(await statusOf({ ...one.headers, cookie: two.cookie })).toBe(401)
    const page = pageOf(one, authenticate(two.secret))
    expect(await page.closed).toBe(SIGN_IN_AGAIN)
    expect(page.frames).toEqual([])
  })

  test('that signs in again has another secret, and its open pages stay', async () => {
    const before = await stage.browser()
    const page = pageOf(before, authenticate(before.secret))
    await page.heard('welcome')
    const after = await stage.browser({ as: before })
    expect(after.cookie).toBe(before.cookie)
    expect(after.secret).not.toBe(before.secret)
    expect(await statusOf(after.headers)).toBe(200)
    page.say({ type: 'ping', id: 1 })
    await page.heard('pong')
    expect((await stage.api.call('listBrowsers', {})).browsers).toHaveLength(1)
  })

  test('keeps the rules of Host and Origin', async () => {
    const { headers, cookie, secret } = await stage.browser()
    expect(await statusOf({ ...headers, origin: 'http://127.0.0.1:1' })).toBe(403)
    expect(await statusOf({ ...headers, host: 'evil.example' })).toBe(403)
    const crossed = new WebSocket(`${stage.daemon.url.replace('http', 'ws')}/api/stream`, {
      headers: { origin: 'https://evil.example', cookie, 'x-fairlead-browser': secret },
    })
    const status = await new Promise((resolve) => {
      crossed.on('unexpected-response', (_, response) => resolve(response.resume().statusCode))
      crossed.on('open', () => resolve('open'))
    })
    expect(status).toBe(403)
  })
})

/** With another host on the folder of the stage, whose own has stopped. `ask` answers with the status. */
async function restarted(
  use: (ask: (headers: Record<string, string>) => Promise<number>) => Promise<void>,
): Promise<void> {
  const daemon = await startDaemon({ version: '0', folder: stage.folder, port: 0 })
  try {
    await use(async (headers) => (await fetch(`${daemon.url}/api/sessions`, { headers })).status)
  } finally {
    await daemon.stop()
  }
}

describe('is refused at once, and its open pages are closed', () => {
  /** A browser with a page and a stream, all of them served. */
  async function served() {
    const browser = await stage.browser()
    const page = pageOf(browser, authenticate(browser.secret), { type: 'watch-list' })
    await page.heard('list')
    const { response } = await eventsOf(browser.headers)
    const streamEnded = new Promise<void>((resolve) => response.resume().on('end', resolve))
    return { browser, page, streamEnded }
  }
  async function isOver({ browser, page, streamEnded }: Awaited<ReturnType<typeof served>>) {
    expect(await page.closed).toBe(SIGN_IN_AGAIN)
    await streamEnded
    expect(await statusOf(browser.headers)).toBe(401)
    const again = pageOf(browser, authenticate(browser.secret))
    // Refused at the upgrade: there is no such cookie any more.
    expect(await again.closed).toBe(1006)
  }

  test('a browser that signs out', async () => {
    const one = await served()
    const answer = await stage.ask('/logout', { method: 'POST', headers: one.browser.headers })
    expect(answer.status).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(/^fairlead-\w+=; .*Max-Age=0/)
    await isOver(one)
  })

  test('a browser that another one signs out', async () => {
    const one = await served()
    const other = await stage.browser()
    const { browsers } = JSON.parse((await stage.ask('/api/browsers', { headers: other.headers })).text)
    const { id } = browsers.find((it: { isCurrent: boolean }) => !it.isCurrent)
    const answer = await stage.ask(`/api/browsers/${id}`, { method: 'DELETE', headers: other.headers })
    expect(JSON.parse(answer.text).browsers).toMatchObject([{ name: 'Chrome, Linux', isCurrent: true }])
    await isOver(one)
    expect(await statusOf(other.headers)).toBe(200)
  })

  test('all others, when one says so; a program signs all of them out', async () => {
    const [one, two] = [await served(), await served()]
    const left = await stage.browser()
    const answer = await stage.ask('/api/browsers', { method: 'DELETE', headers: left.headers })
    expect(JSON.parse(answer.text).browsers).toMatchObject([{ isCurrent: true }])
    await isOver(one)
    await isOver(two)
    expect(await statusOf(left.headers)).toBe(200)
    expect(await stage.api.call('endOtherBrowsers', {})).toEqual({ browsers: [] })
    expect(await statusOf(left.headers)).toBe(401)
  })

  test('a browser that was not used for 30 days', async () => {
    const { cookie, secret } = await stage.browser()
    await stage.daemon.stop()
    const store = new SqliteStore(join(stage.folder, 'journal.db'))
    const kept = store.setting('browsers') as { browsers: { lastUsedAt: number }[] }
    const old = Date.now() - 30 * 24 * 60 * 60_000 - 1000
    store.putSetting('browsers', {
      ...kept,
      browsers: kept.browsers.map((it) => ({ ...it, lastUsedAt: old })),
    })
    store.close()
    await restarted(async (ask) => {
      expect(await ask({ cookie, 'x-fairlead-browser': secret })).toBe(401)
    })
  })

  test('a browser that does not exist is told as that', async () => {
    await expect(stage.api.call('endBrowser', { params: { id: 'none' } })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

test('two hosts on two ports in one browser do not disturb one another', async () => {
  const other = await daemonStage()
  onTestFinished(() => other.close())
  const [here, there] = [await stage.browser(), await other.browser()]
  expect(here.cookie.split('=')[0]).not.toBe(there.cookie.split('=')[0])
  // As the browser sends them: all cookies to each.
  const cookie = `${there.cookie}; ${here.cookie}`
  expect(await statusOf({ ...here.headers, cookie })).toBe(200)
  expect((await other.ask('/api/sessions', { headers: { ...there.headers, cookie } })).status).toBe(200)
  expect(await statusOf({ ...here.headers, cookie, 'x-fairlead-browser': there.secret })).toBe(401)
  const page = new PageSocket(stage.daemon.url, cookie, authenticate(here.secret))
  await page.heard('welcome')
  await other.ask('/logout', { method: 'POST', headers: { ...there.headers, cookie } })
  expect((await other.ask('/api/sessions', { headers: { ...there.headers, cookie } })).status).toBe(401)
  expect(await statusOf({ ...here.headers, cookie })).toBe(200)
})

describe('signing in', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    stage.ask('/login', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  const code = async () => (await stage.api.call('createSignInCode', {})).code

  test('a code is good once, and the second time is told as that', async () => {
    const credential = await code()
    await stage.browser({ credential })
    const answer = await post(JSON.stringify({ credential }))
    expect(answer.status).toBe(401)
    expect(JSON.parse(answer.text).error.message).toMatch(/used already.*fairlead open.*fairlead browsers/)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('of two that use a code in the same moment, one is signed in', async () => {
    const credential = await code()
    const both = await Promise.all([1, 2].map(() => post(JSON.stringify({ credential }))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('no code is made for who has no token', async () => {
    expect((await stage.ask('/api/browsers/codes', { method: 'POST' })).status).toBe(401)
  })

  test.each([
    ['of a page of another origin', { origin: 'https://evil.example' }, 403],
    ['of a page on another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['of another site, without an origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of another port, without an origin', { 'sec-fetch-site': 'same-site' }, 403],
    ['that names another host', { host: 'evil.example' }, 403],
    ['as a form, which needs no permission across sites', { 'content-type': 'text/plain' }, 415],
  ])('%s is refused, and uses no code up', async (_, headers, status) => {
    const credential = await code()
    expect((await post(JSON.stringify({ credential }), headers)).status).toBe(status)
    expect((await post(JSON.stringify({ credential }))).status).toBe(200)
  })

  test('with anything but a code or the token: the error says where', async () => {
    expect((await post('{')).text).toContain('not JSON')
    expect((await post('{"token":"x"}')).text).toContain('body.credential')
    expect((await post(JSON.stringify({ credential: 'x'.repeat(5000) }))).status).toBe(413)
  })

  test('guessing is slowed down, and who has a code gets in all the same', async () => {
    for (let i = 0; i < 10; i++) expect((await post('{"credential":"guess"}')).status).toBe(401)
    expect((await post('{"credential":"guess"}')).status).toBe(429)
    expect((await post(JSON.stringify({ credential: await code() }))).status).toBe(200)
  })
})

test('the old cookie with the token opens nothing, and is taken back wherever it is seen', async () => {
  const cookie = `fairlead=${stage.token}`
  for (const path of ['/', '/api/sessions', '/login']) {
    const answer = await stage.ask(path, { headers: { cookie } })
    expect(String(answer.headers['set-cookie'])).toMatch(/^fairlead=; Path=\/; .*Max-Age=0/)
    if (path.startsWith('/api')) expect(answer.status).toBe(401)
  }
  const page = pageOf({ cookie }, authenticate(stage.token))
  expect(await page.closed).toBe(1006)
  expect(page.frames).toEqual([])
})

test('the token in an address signs nobody in', async () => {
  const answer = await stage.ask(`/login?token=${stage.token}`)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.text).not.toContain(stage.token)
})

test('no secret of a browser and no code is in the data folder or the log', async () => {
  const { code } = await stage.api.call('createSignInCode', {})
  const { cookie, secret } = await stage.browser({ credential: code })
  expect(await statusOf({ ...bearer(), cookie })).toBe(200)
  await stage.daemon.stop()
  for (const name of readdirSync(stage.folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(stage.folder, name)
    if (!statSync(path).isFile()) continue
    const bytes = readFileSync(path)
    for (const hidden of [code, secret, cookie.split('=')[1] ?? ''])
      expect([name, bytes.includes(hidden)]).toEqual([name, false])
  }
})
const bearer = () => ({ authorization: `Bearer ${stage.token}` })
