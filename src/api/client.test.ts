import { describe, expect, test } from 'vitest'
import { ApiClient, type Fetch } from './client.ts'
import { connectLive } from './connect-live.ts'

interface Asked {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
}
function clientWith(answer: { ok?: boolean; status?: number; text?: string | Error } | Error) {
  const asked: Asked[] = []
  const fetch: Fetch = async (url, init) => {
    asked.push({ url, ...init })
    if (answer instanceof Error) throw answer
    const { ok = true, status = 200, text = '{}' } = answer
    return { ok, status, text: async () => (text instanceof Error ? Promise.reject(text) : text) }
  }
  return { asked, client: new ApiClient({ url: 'http://h', fetch, token: 'T', label: 'me' }) }
}

test('a call has its path, query, body, token and label', async () => {
  const { asked, client } = clientWith({ text: '{"events":[],"last":0}' })
  const answer = await client.call('listEvents', {
    params: { id: 'a/b' },
    query: { after: 3, limit: undefined },
  })
  expect(answer).toEqual({ events: [], last: 0 })
  await client.call('sendMessage', { params: { id: 's' }, body: { text: 'hi' } })
  const headers = { authorization: 'Bearer T', 'x-fairlead-client': 'me' }
  expect(asked).toEqual([
    { url: 'http://h/api/sessions/a%2Fb/events?after=3', method: 'GET', headers },
    {
      url: 'http://h/api/sessions/s/messages',
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"text":"hi"}',
    },
  ])
})

describe('an error is an ApiError', () => {
  test.each<[string, Parameters<typeof clientWith>[0], object]>([
    [
      'with the words of the host',
      {
        ok: false,
        status: 409,
        text: '{"error":{"code":"conflict","message":"phone was first","details":1}}',
      },
      { code: 'conflict', message: 'phone was first', details: 1, status: 409 },
    ],
    [
      'of something else that answers',
      { ok: false, status: 502, text: '<html>' },
      { code: 'internal', message: 'the host answered 502: <html>' },
    ],
    [
      'of something else that answers as if all were well',
      { text: '<html>' },
      { code: 'internal', message: 'the host answered 200: <html>' },
    ],
    [
      'where the answer breaks off',
      { text: new Error('terminated') },
      { code: 'unreachable', message: expect.stringContaining('terminated') },
    ],
    [
      'where nobody answers',
      new Error('ECONNREFUSED'),
      { code: 'unreachable', message: expect.stringContaining('ECONNREFUSED') },
    ],
  ])('%s', async (_, answer, expected) => {
    const { client } = clientWith(answer)
    await expect(client.call('listApprovals', {})).rejects.toMatchObject(expected)
  })
})

test('a misspelt option is refused, by the client and by `connectLive`', () => {
  const options = { urll: 'http://127.0.0.1:1' } as object
  const message = "unknown option 'urll'; did you mean 'url'?"
  expect(() => new ApiClient(options)).toThrow(message)
  expect(() => connectLive(options)).toThrow(message)
})
