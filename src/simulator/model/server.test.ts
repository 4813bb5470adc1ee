import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Reply, Scenario } from '../scenario.ts'
import { type Model, type ModelOptions, startModel } from './server.ts'

const models: Model[] = []
afterEach(async () => {
  await Promise.all(models.splice(0).map((model) => model.close()))
})

async function started(scenario: Scenario, options: ModelOptions = {}): Promise<Model> {
  const model = await startModel({ scenario, ...options })
  models.push(model)
  return model
}
/** Starts a model that replies this to the prompt `go`. */
const saying = (...replies: Reply[]) => started({ scripts: [{ prompt: 'go', replies }] })

interface Ask {
  stream?: boolean
  tools?: unknown[]
  messages?: unknown[]
  signal?: AbortSignal
}
function ask(model: Model, prompt: string, { signal, ...more }: Ask = {}): Promise<Response> {
  const body = {
    model: 'm',
    stream: true,
    messages: [{ role: 'user', content: prompt }],
    tools: [{ name: 'Bash' }],
  }
  return fetch(`${model.url}/v1/messages?beta=true`, {
    method: 'POST',
    body: JSON.stringify({ ...body, ...more }),
    ...(signal !== undefined && { signal }),
  })
}

interface Read {
  events: { type: string }[]
  text: string
  whole: boolean
}
/** Reads the events up to the end, or to where the connection broke. */
async function read(response: Response): Promise<Read> {
  const decoder = new TextDecoder()
  let raw = ''
  let whole = true
  try {
    for await (const chunk of response.body ?? []) raw += decoder.decode(chunk, { stream: true })
  } catch {
    whole = false
  }
  const events = [...raw.matchAll(/^data: (.*)\n\n/gm)].map((match) => JSON.parse(match[1] ?? ''))
  return { events, text: events.map((event) => event.delta?.text ?? '').join(''), whole }
}
const answerTo = async (model: Model, prompt: string) => (await read(await ask(model, prompt))).text

describe('an answer', () => {
  test('is a stream of events where one is wanted', async () => {
    const model = await saying([{ text: 'Hello to you all.' }])
    const response = await ask(model, 'go')
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('request-id')).toMatch(/^req_/)
    expect(response.headers.get('keep-alive')).toBe(null)
    const { events, text, whole } = await read(response)
    expect(text).toBe('Hello to you all.')
    expect([events[0]?.type, events.at(-1)?.type, whole]).toEqual(['message_start', 'message_stop', true])
    expect(model.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/messages',
        side: false,
        script: 0,
        reply: 0,
        answer: 'stream',
        status: 200,
      },
    ])
  })

  test('is one JSON message where no stream is wanted', async () => {
    const model = await saying([
      { thinking: 'Hm' },
      { text: 'Hi' },
      { tool: 'Bash', input: { command: 'ls' } },
    ])
    const response = await ask(model, 'go', { stream: false })
    expect(await response.json()).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: 'm',
      stop_reason: 'tool_use',
      content: [
        { type: 'thinking' },
        { type: 'text', text: 'Hi' },
        { type: 'tool_use', input: { command: 'ls' } },
      ],
    })
    expect(model.requests).toMatchObject([{ answer: 'json', body: { stream: false } }])
  })

  test('of many megabytes reaches a slow reader whole', async () => {
    const model = await saying([{ text: 'x'.repeat(1000), chunk: 1000, repeat: 5000 }])
    const response = await ask(model, 'go')
    await model.waitForRequest(({ answer }) => answer === 'open')
    expect((await read(response)).text.length).toBe(5_000_000)
  })

  test('that is too long to be made is an error', async () => {
    const model = await saying([{ text: 'x'.repeat(1000), repeat: 2 ** 30 }])
    expect((await ask(model, 'go')).status).toBe(500)
    expect(model.requests).toMatchObject([{ answer: 'error', aborted: false }])
  })

  test('to a side call is a text, and the log says so', async () => {
    const model = await saying([{ tool: 'Bash', input: {} }])
    const response = await ask(model, 'go', { stream: false, tools: [] })
    expect(await response.json()).toMatchObject({ content: [{ type: 'text' }], stop_reason: 'end_turn' })
    expect(model.requests[0]).toMatchObject({ side: true })
    expect(model.requests[0]).not.toHaveProperty('script')
  })

  test('follows the scenario in use', async () => {
    const model = await started({ scripts: [], otherwise: [{ text: 'one' }] })
    expect(await answerTo(model, 'go')).toBe('one')
    model.use({ scripts: [], otherwise: [{ text: 'two' }] })
    expect(await answerTo(model, 'go')).toBe('two')
    expect(() => model.use({} as Scenario)).toThrow('scripts: must be an array')
    expect(await answerTo(model, 'go')).toBe('two')
  })
})

describe('a scripted error', () => {
  test('has its status, type, message and header', async () => {
    const model = await saying([{ error: { status: 429, message: 'Slow down', retryAfter: 3 } }])
    const response = await ask(model, 'go')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3'])
    expect(await response.json()).toEqual({
      type: 'error',
      error: { type: 'rate_limit_error', message: 'Slow down' },
    })
    expect((await ask(model, 'go')).status).toBe(429)
    expect(model.requests[0]).toMatchObject({ answer: 'error', status: 429 })
  })

  test('comes so many times, counted for each step by itself and anew in each scenario', async () => {
    const overloaded = { error: { status: 529, times: 2 } }
    const scenario: Scenario = {
      scripts: [
        { prompt: 'go', replies: [[overloaded, { text: 'fine' }]] },
        { prompt: 'run', replies: [[overloaded, { text: 'well' }]] },
      ],
    }
    const model = await started(scenario)
    const statuses = async () => {
      const found: number[] = []
      for (const prompt of ['go', 'run', 'go', 'run', 'go', 'run'])
        found.push((await ask(model, prompt)).status)
      return found
    }
    expect(await statuses()).toEqual([529, 529, 529, 529, 200, 200])
    expect(await answerTo(model, 'go')).toBe('fine')
    model.use(scenario)
    expect(await statuses()).toEqual([529, 529, 529, 529, 200, 200])
  })

  test('is the last event where the stream has begun', async () => {
    const model = await saying([{ text: 'Hel' }, { error: { status: 529 } }, { text: 'lo' }])
    const { events, text, whole } = await read(await ask(model, 'go'))
    expect([text, whole]).toEqual(['Hel', true])
    expect(events.at(-1)).toEqual({
      type: 'error',
      error: { type: 'overloaded_error', message: 'Scripted error 529' },
    })
    expect(model.requests[0]).toMatchObject({ answer: 'error', status: 200 })
  })
})

describe('a scripted break', () => {
  test('cuts the stream after what was said before it', async () => {
    const model = await saying([
      { text: 'half of it', open: true },
      { break: true, times: 1 },
      { text: ' and all' },
    ])
    const first = await read(await ask(model, 'go'))
    expect(first).toMatchObject({ text: 'half of it', whole: false })
    expect(first.events.some(({ type }) => type === 'content_block_stop')).toBe(false)
    expect(await read(await ask(model, 'go'))).toMatchObject({ text: 'half of it and all', whole: true })
    expect(model.requests).toMatchObject([
      { answer: 'break', aborted: false },
      { answer: 'stream', aborted: false },
    ])
  })

  test('before anything was said leaves the client without an answer', async () => {
    const model = await saying([{ break: true }])
    await expect(ask(model, 'go')).rejects.toThrow('fetch failed')
    await expect(ask(model, 'go', { stream: false })).rejects.toThrow('fetch failed')
    expect(model.requests[0]).toMatchObject({ answer: 'break' })
    expect(model.requests[0]).not.toHaveProperty('status')
  })
})

describe('a hold', () => {
  test('stops the reply where it stands until it is released', async () => {
    const model = await saying([{ text: 'before', open: true }, { hold: 'gate' }, { text: ' after' }])
    const reading = ask(model, 'go').then(read)
    await model.held('gate')
    expect(model.requests).toMatchObject([{ answer: 'open', aborted: false }])
    model.release('gate')
    expect((await reading).text).toBe('before after')
    expect(await answerTo(model, 'go')).toBe('before after')
  })

  test('can come before the head of the answer, also in one without a stream', async () => {
    const model = await saying([{ hold: 'gate' }, { error: { status: 500 } }])
    const asking = ask(model, 'go', { stream: false })
    await model.held('gate')
    model.release('gate')
    expect((await asking).status).toBe(500)
  })
})

test('a delay takes its time', async () => {
  const model = await saying([{ delay: 30 }, { text: 'now' }])
  const start = performance.now()
  expect(await answerTo(model, 'go')).toBe('now')
  expect(performance.now() - start).toBeGreaterThan(28)
})

describe('a client that goes away', () => {
  test.each<[string, Reply]>([
    ['at a hold', [{ text: 'x' }, { hold: 'gate' }]],
    ['in a delay', [{ text: 'x' }, { hold: 'open' }, { delay: 1_000_000 }]],
    ['in the middle of a flood', [{ text: 'x'.repeat(1000), repeat: 20_000 }]],
  ])('%s is logged and harms nobody', async (_, steps) => {
    const model = await started({
      scripts: [{ prompt: 'go', replies: [steps] }],
      otherwise: [{ text: 'fine' }],
    })
    model.release('open')
    const client = new AbortController()
    const response = await ask(model, 'go', { signal: client.signal })
    expect(response.status).toBe(200)
    client.abort()
    const request = await model.waitForRequest(({ aborted }) => aborted)
    expect(request).toMatchObject({ answer: 'open', status: 200, script: 0 })
    expect(await answerTo(model, 'hello')).toBe('fine')
  })

  test('before it has sent its request leaves no trace', async () => {
    const model = await saying([{ text: 'fine' }])
    const socket = connect(Number(new URL(model.url).port), '127.0.0.1')
    await new Promise((sent) =>
      socket.write('POST /v1/messages HTTP/1.1\r\nContent-Length: 9\r\n\r\n{', sent),
    )
    socket.resetAndDestroy()
    expect(await answerTo(model, 'go')).toBe('fine')
    expect(model.requests).toHaveLength(1)
  })
})

describe('other requests', () => {
  const post = (model: Model, path: string, body: string) =>
    fetch(`${model.url}${path}`, { method: 'POST', body })

  test('HEAD / is answered', async () => {
    const model = await saying([])
    expect((await fetch(`${model.url}/`, { method: 'HEAD' })).status).toBe(200)
    expect(model.requests).toMatchObject([{ method: 'HEAD', path: '/', status: 200 }])
  })

  test('tokens are counted', async () => {
    const model = await saying([])
    const count = async (content: string) => {
      const body = JSON.stringify({ messages: [{ role: 'user', content }] })
      const response = await post(model, '/v1/messages/count_tokens?beta=true', body)
      return ((await response.json()) as { input_tokens: number }).input_tokens
    }
    expect((await count('x'.repeat(4000))) - (await count(''))).toBe(1000)
  })

  test.each([
    ['', 'The body is not a JSON object'],
    ['{"messages":', 'The body is not a JSON object'],
    ['[]', 'The body is not a JSON object'],
    ['{}', 'messages: must be an array'],
  ])('the body %j is refused', async (body, message) => {
    const model = await saying([])
    const response = await post(model, '/v1/messages', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message },
    })
    expect(model.requests[0]).toMatchObject({ answer: 'error', status: 400 })
  })

  test('a body of more than 64 MB is refused', async () => {
    const model = await saying([])
    const response = await post(model, '/v1/messages', 'x'.repeat(64 * 1024 * 1024 + 1))
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { error: { type: 'request_too_large' } },
    ])
    expect(model.requests[0]).not.toHaveProperty('body')
  })

  test.each([
    ['GET', '/v1/messages'],
    ['POST', '/v1/messages/batches'],
    ['GET', '/'],
    ['GET', '//'],
  ])('%s %s is not found', async (method, path) => {
    const model = await saying([])
    const response = await fetch(`${model.url}${path}`, { method })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { type: 'not_found_error' } })
    expect(model.requests).toMatchObject([{ method, path, answer: 'error', status: 404 }])
  })
})

describe('the model', () => {
  test('says what the CLI needs in its environment', async () => {
    const model = await saying([])
    expect(model.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(model.env.ANTHROPIC_BASE_URL).toBe(model.url)
  })

  test('keeps as many requests as it was told to', async () => {
    const model = await started({ scripts: [] }, { keepRequests: 2 })
    for (const prompt of ['one', 'two', 'three']) await answerTo(model, prompt)
    expect(model.requests.map(({ body }) => JSON.stringify(body).match(/one|two|three/)?.[0])).toEqual([
      'two',
      'three',
    ])
  })

  test('does not start with a wrong scenario or on a port that is taken', async () => {
    await expect(startModel({ scenario: { scripts: {} } as Scenario })).rejects.toThrow(
      'scripts: must be an array',
    )
    const port = Number(new URL((await saying([])).url).port)
    await expect(startModel({ port })).rejects.toThrow('EADDRINUSE')
  })

  test('closes with requests at holds, in streams and on idle connections, and with those who wait', async () => {
    const flood: Reply = [{ text: 'x'.repeat(1000), repeat: 20_000 }]
    const model = await started({
      scripts: [{ prompt: 'hold', replies: [[{ hold: 'gate' }]] }],
      otherwise: flood,
    })
    const held = ask(model, 'hold')
    await model.held('gate')
    const flooded = await ask(model, 'flood')
    const waiting = model.waitForRequest(() => false)
    const arrival = model.held('never')
    const outcomes = Promise.allSettled([held, waiting, arrival])
    await Promise.all([model.close(), model.close()])
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await read(flooded)).toMatchObject({ whole: false })
    expect(model.requests).toMatchObject([{ aborted: true }, { aborted: true }])
    await expect(fetch(model.url)).rejects.toThrow('fetch failed')
  })
})
