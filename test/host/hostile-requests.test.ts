/** Requests that try to change the program or the database by what they say. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DaemonStage, daemonStage } from './daemon-stage.ts'

let stage: DaemonStage
beforeAll(async () => {
  stage = await daemonStage()
})
afterAll(() => stage.close())

const send = (method: string, path: string, body: string) =>
  stage.ask(path, {
    method,
    headers: { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' },
    body,
  })
const get = (path: string) => stage.ask(path, { headers: { authorization: `Bearer ${stage.token}` } })

/** A field that every object would have, if a body could put it into the prototype. */
const POLLUTED = 'polluted'
const isPolluted = () => POLLUTED in {}

describe('no body changes what all objects have', () => {
  const payloads = [
    `{"__proto__":{"${POLLUTED}":1}}`,
    `{"constructor":{"prototype":{"${POLLUTED}":1}}}`,
    `{"rules":[{"id":"__proto__","effect":"deny","__proto__":{"${POLLUTED}":1}}]}`,
    `{"rules":[],"__proto__":{"${POLLUTED}":1}}`,
    `{"agents":[{"name":"__proto__","command":"sim","env":{"__proto__":"x","${POLLUTED}":"1"}}],"default":"__proto__"}`,
    `{"cwd":"/","options":{"__proto__":{"${POLLUTED}":1},"env":{"__proto__":{"${POLLUTED}":"1"}}}}`,
    `{"cwd":"/","agent":"constructor","prompt":"x"}`,
    `{"cwd":"/","agent":"__proto__","prompt":"x"}`,
  ]
  const routes = [
    ['PUT', '/api/policies'],
    ['PUT', '/api/agents'],
    ['PUT', '/api/budgets'],
    ['POST', '/api/sessions'],
    ['POST', '/api/policies/dry-run'],
  ] as const

  test.each(routes)('%s %s', async (method, path) => {
    for (const payload of payloads) {
      const { status } = await send(method, path, payload)
      expect([payload, isPolluted()]).toEqual([payload, false])
      expect(status).toBeLessThan(500)
    }
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'a session that is called %s is not there',
    async (id) => {
      for (const path of [`/api/sessions/${id}`, `/api/sessions/${id}/events`, `/api/sessions/${id}/process`])
        expect((await get(path)).status).toBe(404)
      expect((await get(`/api/${id}`)).status).toBe(404)
    },
  )
})

describe('no search is more than a search', () => {
  test.each([
    '"',
    '""',
    '"a',
    '*',
    'a*b*',
    'NEAR(a b, 5)',
    'a AND',
    'OR',
    'NOT a',
    'text:a',
    '{text session} : a',
    '- a',
    '^a',
    '(a',
    "') OR 1=1 --",
    "'; DROP TABLE events; --",
    'a"b OR "c',
    '\\',
    '%',
    'a\nb',
    '\u0000a',
    '🙂',
    'a '.repeat(2000),
  ])('%j', async (q) => {
    const { status, text } = await get(`/api/search?q=${encodeURIComponent(q)}`)
    expect([200, 400]).toContain(status)
    if (status === 200) expect(JSON.parse(text).hits).toEqual([])
    expect((await get('/api/sessions')).status).toBe(200)
  })
})
