import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startDaemon } from '../../src/host/daemon.ts'
import { type DaemonStage, daemonStage, type TestBrowser } from './daemon-stage.ts'

let stage: DaemonStage
let port: string
let session: string
let browser: TestBrowser
beforeAll(async () => {
  stage = await daemonStage()
  port = new URL(stage.daemon.url).port
  session = await stage.create()
  browser = await stage.browser()
  // Files that come and go while a process starts would be in the way of who looks at all of them.
  await stage.settled(session)
})
afterAll(() => stage.close())

const bearer = () => ({ authorization: `Bearer ${stage.token}` })

describe('a request is refused', () => {
  test.each([
    ['without a token', () => ({}), 401, 'unauthorized'],
    ['with a wrong token', () => ({ authorization: 'Bearer nonsense' }), 401, 'unauthorized'],
    ['with a wrong cookie', () => ({ ...browser.headers, cookie: 'fairlead=nonsense' }), 401, 'unauthorized'],
    ['that names another host', () => ({ ...bearer(), host: `evil.example:${port}` }), 403, 'forbidden'],
    [
      'from a page of another origin',
      () => ({ ...bearer(), origin: 'https://evil.example' }),
      403,
      'forbidden',
    ],
    ['from a page on another port', () => ({ ...bearer(), origin: 'http://127.0.0.1:1' }), 403, 'forbidden'],
  ] as const)('%s', async (_, headers, status, code) => {
    const answer = await stage.ask('/api/sessions', { headers: headers() })
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text).error.code).toBe(code)
  })

  test('that is too large', async () => {
    // It is refused for what it says of itself: who sent all of it could be cut off before the answer is read.
    const answer = await stage.ask(`/api/sessions/${session}/messages`, {
      method: 'POST',
      headers: {
        ...bearer(),
        'content-type': 'application/json',
        'content-length': String(50 * 1024 * 1024),
      },
      body: '{"text":"',
    })
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.text).error).toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('48 MB'),
    })
  })

  test.each([
    ['too many images', { images: Array(21).fill({ mediaType: 'image/png', data: 'AA==' }) }, 'images', '20'],
    [
      'an image of a strange kind',
      { images: [{ mediaType: 'image/bmp', data: '' }] },
      'images.0.mediaType',
      'png',
    ],
    [
      'too large an image among raw blocks',
      {
        content: [
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(14 * 1024 * 1024) },
          },
        ],
      },
      'content.0.source.data',
      '10 MB',
    ],
    ['too long a text', { text: 'x'.repeat(10_000_001) }, 'text', '10000000'],
  ])('with %s, and the error says what the limit is', async (_, body, where, limit) => {
    const answer = await stage.ask(`/api/sessions/${session}/messages`, {
      method: 'POST',
      headers: { ...bearer(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text).error).toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining(limit),
      details: [{ path: `body.${where}`, message: expect.any(String) }],
    })
  })

  test('with a body that is no JSON, or not the right one, and the error says where', async () => {
    const post = (body: string, type = 'application/json') =>
      stage.ask('/api/sessions', { method: 'POST', headers: { ...bearer(), 'content-type': type }, body })
    expect((await post('{')).text).toContain('not JSON')
    expect((await post('{"cwd":1}')).text).toContain('body.cwd')
    expect((await post('cwd=/', 'application/x-www-form-urlencoded')).status).toBe(415)
  })

  test.each([
    ['an option', '/api/sessions', { cwd: '/', options: { modle: 'opus' } }, 'body.options.modle', 'model'],
    [
      'an option outside of them',
      '/api/sessions',
      { cwd: '/', maxTurns: 1 },
      'body.maxTurns',
      'options.maxTurns',
    ],
    ['a field', '/api/sessions/ID/messages', { text: 'hello', wehn: 'now' }, 'body.wehn', 'when'],
    ['a query', '/api/sessions?archvied=true', undefined, 'query.archvied', 'archived'],
  ])('that misspells %s, and the error names the right one', async (_, path, body, where, right) => {
    const before = (await stage.api.call('listSessions', {})).sessions.length
    const answer = await stage.ask(path.replace('ID', session), {
      headers: { ...bearer(), 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(400)
    const message = `there is no such name here: did you mean \`${right}\`?`
    expect(JSON.parse(answer.text)).toEqual({
      error: {
        code: 'bad-request',
        message: `${where}: ${message}`,
        details: [{ path: where, message }],
      },
    })
    expect((await stage.api.call('listSessions', {})).sessions).toHaveLength(before)
  })

  test('with a query where none is taken', async () => {
    const answer = await stage.ask('/api/approvals?session=x', { headers: bearer() })
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text).error.message).toBe(
      'query.session: there is no such name here: leave it out',
    )
  })
})

describe('the token', () => {
  test('is in no log, and its file is for its owner alone', () => {
    expect(statSync(join(stage.folder, 'token')).mode & 0o777).toBe(0o600)
    expect(statSync(stage.folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(stage.folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(stage.folder, name)
      const { mode } = statSync(path)
      expect([name, mode & 0o077]).toEqual([name, 0])
      if (name.endsWith('.log')) expect(readFileSync(path, 'utf8')).not.toContain(stage.token)
    }
  })
})

describe('an upgrade', () => {
  const upgrade = (headers: Record<string, string>, path = '/api/stream') =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`${stage.daemon.url.replace('http', 'ws')}${path}`, { headers })
      socket.on('open', () => {
        socket.close()
        resolve(101)
      })
      socket.on('unexpected-response', (_, response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      socket.on('error', () => {})
    })
  test.each([
    ['with the token', () => bearer(), 101],
    ['without cookie and token', () => ({}), 403],
    ['of a page of this host without a cookie', () => ({ origin: stage.daemon.url }), 401],
    [
      'of a page of another site, with the cookie',
      () => ({ ...browser.headers, origin: 'https://evil.example' }),
      403,
    ],
    ['of a page of this host, with the cookie', () => browser.headers, 101],
    [
      'of a page of this host, with the token as the cookie',
      () => ({ origin: stage.daemon.url, cookie: `fairlead=${stage.token}` }),
      401,
    ],
    ['that names another host', () => ({ ...bearer(), host: 'evil.example' }), 403],
  ] as const)('%s', async (_, headers, status) => {
    expect(await upgrade({ ...headers() })).toBe(status)
  })
})

describe('the stream as server-sent events', () => {
  const open = (headers: Record<string, string>) =>
    new Promise<{ status: number; type: string }>((resolve, reject) => {
      const options = { headers, agent: false as const }
      const request = httpRequest(`${stage.daemon.url}/api/stream?list=1`, options, (response) => {
        resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '' })
        request.destroy()
      })
      request.on('error', reject)
      request.end()
    })
  test.each([
    ['with the token', () => bearer(), 200],
    ['of a page of this host, with both secrets of its browser', () => browser.headers, 200],
    [
      'of a page of this host, with the cookie alone, as an EventSource sends it',
      () => ({ origin: stage.daemon.url, cookie: browser.cookie }),
      401,
    ],
    ['without token and cookie', () => ({}), 401],
    ['with a wrong token', () => ({ authorization: 'Bearer nonsense' }), 401],
    ['that names another host', () => ({ ...bearer(), host: `evil.example:${port}` }), 403],
    [
      'of a page of another site, with the cookie',
      () => ({ ...browser.headers, origin: 'https://evil.example' }),
      403,
    ],
  ] as const)('%s', async (_, headers, status) => {
    const answer = await open({ ...headers() })
    expect(answer.status).toBe(status)
    expect(answer.type).toContain(status === 200 ? 'text/event-stream' : 'application/json')
  })
})

describe('files', () => {
  test.each(['../../etc/passwd', '/etc/passwd', '../data/token', 'a\0b', 'link'])(
    '%j is not read',
    async (path) => {
      if (path === 'link') symlinkSync('/etc/passwd', join(stage.cwd, 'link'))
      await expect(stage.api.call('getFile', { query: { session, path } } as never)).rejects.toMatchObject({
        code: expect.stringMatching(/not-found|bad-request/),
      })
    },
  )
  test('one in the folder of the session is', async () => {
    writeFileSync(join(stage.cwd, 'a.txt'), 'text')
    const file = await stage.api.call('getFile', { query: { session, path: 'a.txt' } } as never)
    expect(file).toMatchObject({ contents: 'text', encoding: 'utf8', isCut: false })
  })
  test('folders outside of the allowed ones are not listed, and no session is started there', async () => {
    await expect(stage.api.call('listFolders', { query: { path: '/etc' } })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(stage.api.call('createSession', { body: { cwd: '/etc' } })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

test('another address than loopback needs names and encryption, or the word of the user', async () => {
  const start = (options: object) =>
    startDaemon({
      version: '0',
      folder: join(stage.folder, 'other'),
      port: 0,
      address: '0.0.0.0',
      ...options,
    })
  await expect(start({})).rejects.toThrow(/--host/)
  await expect(start({ hosts: ['agents.example'] })).rejects.toThrow(/--insecure/)
})

test('guessing the token is slowed down', async () => {
  const other = await daemonStage()
  try {
    const guess = () => other.ask('/api/sessions', { headers: { authorization: 'Bearer guess' } })
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(401)
    expect((await guess()).status).toBe(429)
  } finally {
    await other.close()
  }
})

test('the page is the same for everybody, and holds nothing of this host', async () => {
  const pages = await Promise.all(
    [{}, browser.headers, bearer()].map((headers) => stage.ask('/', { headers: { ...headers } })),
  )
  expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(pages[0]?.text).toMatch(/Fairlead|<html/)
  for (const hidden of [stage.token, session, stage.cwd, browser.secret])
    expect(pages[0]?.text).not.toContain(hidden)
})

test.each([
  '/%61pi/sessions',
  '/api%2fsessions',
  '//api/sessions',
  '/api//sessions',
  '/api/./sessions',
  '/x/../api/sessions',
  '/API/sessions',
  '/api/sessions/',
  '/api;x/sessions',
  '/assets/../api/sessions',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/..%2f..%2fpackage.js',
])('%s, in whatever way it is read, tells a stranger nothing', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const { status, text } = await stage.ask(path, { method })
    expect([401, 404, 200, 503]).toContain(status)
    for (const hidden of [session, stage.cwd, stage.token]) expect(text).not.toContain(hidden)
    if (status === 200) expect(text).toMatch(method === 'HEAD' ? /^$/ : /^<!doctype html>/)
  }
})

test('every answer has the headers that keep a page safe', async () => {
  for (const path of ['/', '/api/sessions', '/nothing']) {
    const { headers } = await stage.ask(path)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})
