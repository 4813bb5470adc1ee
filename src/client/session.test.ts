import { describe, expect, test } from 'vitest'
import { connect, FakeCli, settled } from '../../test/client/fake-cli.ts'
import { assistant, echo, idle, init, result, running } from '../../test/client/messages.ts'
import { BadRequestError } from '../driver/errors.ts'
import type { IrregularLine, Warning } from './session-options.ts'

describe('the beginning', () => {
  test('initialize is the first message, and prompts may be written with it', async () => {
    const cli = new FakeCli()
    cli.ignore('initialize')
    const { session } = connect({ initialize: { appendSystemPrompt: 'Be brief.' } }, cli)
    const turn = session.send('hello', { uuid: 'a' })
    expect(cli.written).toMatchObject([
      { type: 'control_request', request: { subtype: 'initialize', appendSystemPrompt: 'Be brief.' } },
      { type: 'user', uuid: 'a' },
    ])
    cli.succeed(cli.idOf('initialize'), { commands: [{ name: 'clear' }], pid: 7 })
    expect(await session.ready).toEqual({ commands: [{ name: 'clear' }], pid: 7 })
    cli.say(init(), echo('a', 'hello'), result('hi'), idle)
    expect(await turn.result).toMatchObject({ text: 'hi' })
  })

  test('R-INIT-12 nothing goes into initialize that the caller did not give, least of all a system prompt', () => {
    const { cli } = connect()
    expect(cli.written).toEqual([
      { type: 'control_request', request_id: expect.any(String), request: { subtype: 'initialize' } },
    ])
  })

  test('`ready` rejects when initialize is refused, and the session lives', async () => {
    const cli = new FakeCli()
    cli.ignore('initialize')
    const { session } = connect({}, cli)
    cli.refuse(cli.idOf('initialize'), 'bad agents')
    await expect(session.ready).rejects.toThrow('initialize: bad agents')
    cli.reply('get_settings', {})
    expect(await session.request('get_settings', {})).toEqual({})
  })
})

describe('a prompt', () => {
  test('is written as a user message with a uuid of its own', () => {
    const { cli, session } = connect()
    const turn = session.send('hello')
    const other = session.send('hello')
    expect(turn.uuid).not.toBe(other.uuid)
    expect(cli.prompts[0]).toMatchObject({
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      uuid: turn.uuid,
    })
    expect(cli.prompts[0]).not.toHaveProperty('priority')
  })

  test('may be made of blocks, and have options', () => {
    const { cli, session } = connect()
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
    } as const
    session.send([{ type: 'text', text: 'What is this?' }, image], { uuid: 'a', verbatim: true })
    session.send('noted', { shouldQuery: false, when: 'now' })
    session.send('next', { when: 'next' })
    expect(cli.prompts).toMatchObject([
      { uuid: 'a', client_composed: true, message: { content: [{ text: 'What is this?' }, image] } },
      { shouldQuery: false, priority: 'now' },
      {},
    ])
    expect(cli.prompts[2]).not.toHaveProperty('priority')
  })

  test.each([
    ['an empty text', '', {}],
    ['a blank text', ' \n\t', {}],
    ['no text at all', undefined, {}],
    ['null', null, {}],
    ['a number', 7, {}],
    ['no blocks', [], {}],
    ['a text block without text', [{ type: 'text' }], {}],
    ['an image without source', [{ type: 'image' }], {}],
    ['an image whose source has no data', [{ type: 'image', source: { type: 'base64' } }], {}],
    ['a block without type', [{ text: 'hello' }], {}],
    ['a block that is none', ['hello'], {}],
    ['an empty uuid', 'hello', { uuid: '' }],
    ['a uuid that is no text', 'hello', { uuid: 7 }],
  ])('R-ERROR-16 of %s is refused, and nothing is written', (_what, prompt, options) => {
    const { cli, session } = connect()
    const written = cli.written.length
    expect(() => session.send(prompt as never, options as never)).toThrow(BadRequestError)
    expect(() => session.send(prompt as never, { ...options, when: 'after-turn' } as never)).toThrow(
      BadRequestError,
    )
    expect(cli.written.length).toBe(written)
    expect(session.isBusy).toBe(false)
    expect(session.queue.list()).toEqual([])
  })

  test('is refused in words that name what is missing', () => {
    const { session } = connect()
    const blocks = [{ type: 'text', text: 'a' }, { type: 'image' }]
    expect(() => session.send(blocks as never)).toThrow('content[1].source is missing')
  })

  test('R-ERROR-16 that cannot be made a line is refused, and nothing is written', () => {
    const { cli, session } = connect()
    const written = cli.written.length
    expect(() => session.send([{ type: 'text', text: 'a', citations: [{ n: 1n }] }])).toThrow('cannot encode')
    expect(cli.written.length).toBe(written)
    expect(session.isBusy).toBe(false)
  })

  test('R-ERROR-16 with line breaks of every kind is one line', () => {
    const { cli, session } = connect()
    const text = 'a\nb\r\nc\u2028d\u2029e\u0085f\0g'
    session.send(text)
    expect(cli.prompts).toMatchObject([{ message: { content: [{ text }] } }])
  })
})

describe('what the CLI writes', () => {
  test('comes to onMessage with its line, and to readers', async () => {
    const seen: [string, string][] = []
    const { cli, session } = connect({ onMessage: ({ type }, text) => seen.push([type, text]) })
    seen.length = 0
    const reader = session.messages()
    const line = `{"type":"keep_alive", "more": 1}`
    cli.sayLines(line)
    cli.sayLines(JSON.stringify(running))
    expect(seen).toEqual([
      ['keep_alive', line],
      ['system', JSON.stringify(running)],
    ])
    expect((await reader.next()).value).toEqual({ type: 'keep_alive', more: 1 })
    expect((await reader.next()).value).toEqual(running)
  })

  test('and is no message is told as what it is, and the session lives', async () => {
    const irregular: IrregularLine[] = []
    const { cli, session } = connect({ onIrregular: (line) => irregular.push(line) })
    const turn = session.send('hello', { uuid: 'a' })
    const reader = session.messages()
    cli.sayLines(
      JSON.stringify(init()),
      'npm notice: a new version is there',
      '[1, 2]',
      '{"type":"assistant","mess',
      '{"type":"from_the_future","x":1}',
      '{"type":"result","subtype":"success"}',
      '{"no":"type"}',
      { bytes: 99_000_000, head: '{"type":"user","message"' },
      JSON.stringify(echo('a', 'hello')),
      JSON.stringify({ ...result('hi'), uuid: 'r' }),
    )
    expect(irregular.map(({ kind }) => kind)).toEqual([
      'noise',
      'noise',
      'broken',
      'unknown',
      'unknown',
      'unknown',
      'oversized',
    ])
    expect(irregular[3]).toMatchObject({ value: { type: 'from_the_future', x: 1 } })
    expect(irregular[4]).toMatchObject({ reason: 'is_error is missing' })
    expect(irregular[6]).toMatchObject({ bytes: 99_000_000 })
    expect(await turn.result).toMatchObject({ text: 'hi' })
    const types = [await reader.next(), await reader.next(), await reader.next()].map(
      ({ value }) => value.type,
    )
    expect(types).toEqual(['system', 'user', 'result'])
  })

  test('is read no faster than the slowest reader takes it', async () => {
    const seen: string[] = []
    const { cli, session } = connect({ onMessage: ({ type }) => seen.push(type) })
    await settled()
    seen.length = 0
    const reader = session.messages()
    const count = 3000
    for (let i = 0; i < count; i++) cli.say(assistant(`text ${i}`))
    expect(seen.length).toBe(1024)
    let read = 0
    for await (const { type } of reader) {
      if (type === 'assistant') read += 1
      if (read === count) break
    }
    expect(seen.length).toBe(count)
  })

  test('is read on while a call waits, so that its answer is not stuck behind what nobody takes', async () => {
    const seen: string[] = []
    const { cli, session } = connect({ onMessage: ({ type }) => seen.push(type) })
    await settled()
    const reader = session.messages()
    for (let i = 0; i < 1500; i++) cli.say(assistant(`text ${i}`))
    const before = seen.length
    const settings = session.request('get_settings', {})
    cli.succeed(cli.idOf('get_settings'), { effective: {} })
    expect(await settings).toEqual({ effective: {} })
    expect(seen.length).toBeGreaterThan(before)
    for (let i = 0; i < 5; i++) cli.say(assistant('paused again'))
    const paused = seen.length
    cli.say(assistant('not read'))
    expect(seen.length).toBe(paused)
    await reader.return?.()
    expect(seen.length).toBeGreaterThan(paused)
  })

  test('a listener that throws costs no message and is reported', async () => {
    const warnings: Warning[] = []
    const seen: string[] = []
    const { cli } = connect({
      onWarning: (warning) => warnings.push(warning),
      onMessage: ({ type }) => {
        seen.push(type)
        if (type === 'assistant') throw new Error('listener')
      },
    })
    cli.say(assistant('one'), assistant('two'), result('done'))
    expect(seen.slice(-3)).toEqual(['assistant', 'assistant', 'result'])
    expect(warnings.map(({ code }) => code)).toEqual(['listener', 'listener'])
  })

  test('without readers is read without limit', () => {
    let seen = 0
    const { cli } = connect({
      onMessage: () => {
        seen += 1
      },
    })
    for (let i = 0; i < 3000; i++) cli.say(running)
    expect(seen).toBe(3001)
  })
})

describe('the session id', () => {
  const other = '5472a70d-a0b1-4a9d-a45a-e3e0e69aff2f'

  test('is that of the messages, and follows `/clear`', async () => {
    const { cli, session } = connect()
    expect(session.sessionId).toBeUndefined()
    session.send('hello', { uuid: 'a' })
    cli.say(init(), echo('a', 'hello'), result('hi'))
    expect(session.sessionId).toBe('2a755c99-8494-41be-8e7b-573cbae6db27')
    const notice = { type: 'system', subtype: 'informational', content: 'x' }
    cli.say(notice, { ...notice, session_id: '' }, { ...notice, session_id: undefined })
    expect(session.sessionId).toBe('2a755c99-8494-41be-8e7b-573cbae6db27')
    session.send('/clear', { uuid: 'b' })
    cli.say(init(undefined, other), result('', { session_id: other }))
    expect(session.sessionId).toBe(other)
  })

  test('is not the new_conversation_id of a reset, under which there is no transcript', () => {
    const { cli, session } = connect()
    cli.say(init(['a']))
    cli.say({
      type: 'conversation_reset',
      new_conversation_id: '6ca15b4a-72b8-4ec5-995d-54ccc302cb38',
      trigger: 'clear',
      session_id: '2a755c99-8494-41be-8e7b-573cbae6db27',
    })
    expect(session.sessionId).toBe('2a755c99-8494-41be-8e7b-573cbae6db27')
    cli.say(init(['b'], other))
    expect(session.sessionId).toBe(other)
  })
})
