import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, FakeCli, settled } from '../../test/client/fake-cli.ts'
import { canUseTool, init, textDelta } from '../../test/client/messages.ts'
import { BadRequestError, ControlRequestError, ControlTimeoutError } from '../driver/errors.ts'
import type { ToolApproval } from './approvals/approval.ts'
import { SessionEndedError } from './errors.ts'

describe('a call of the host', () => {
  test('R-CONTROL-43 is settled by the answer with its id, in whatever order answers come', async () => {
    const { cli, session } = connect()
    const settings = session.request('get_settings', {})
    const models = session.request('list_models', {})
    const cost = session.request('get_session_cost', {})
    cli.succeed(cli.idOf('get_session_cost'), { text: '$1' })
    cli.succeed(cli.idOf('get_settings'), { effective: { a: 1 }, sources: [] })
    cli.succeed(cli.idOf('list_models'), { models: [{ value: 'opus' }] })
    expect(await settings).toEqual({ effective: { a: 1 }, sources: [] })
    expect(await models).toEqual({ models: [{ value: 'opus' }] })
    expect(await cost).toEqual({ text: '$1' })
  })

  test('R-CONTROL-44 has an id of its own', async () => {
    const { cli, session } = connect()
    cli.reply('get_settings', {})
    await Promise.all(Array.from({ length: 200 }, () => session.request('get_settings', {})))
    const ids = cli.requests('get_settings').map((request) => request.request_id)
    expect(new Set(ids).size).toBe(200)
    expect(ids).not.toContain(cli.idOf('initialize'))
  })

  test('that is answered without payload gives an empty object', async () => {
    const { cli, session } = connect()
    const stopped = session.request('stop_task', { task_id: 't' })
    cli.succeed(cli.idOf('stop_task'))
    expect(await stopped).toEqual({})
  })

  test('rejects with the error of the CLI', async () => {
    const { cli, session } = connect()
    const rewound = session.rewindFiles('u1')
    cli.refuse(cli.idOf('rewind_files'), 'File rewinding is not enabled.')
    const error = await rewound.catch((reason) => reason)
    expect(error).toBeInstanceOf(ControlRequestError)
    expect(error).toMatchObject({
      code: 'control-error',
      subtype: 'rewind_files',
      message: 'rewind_files: File rewinding is not enabled.',
    })
  })

  test.each([
    ['the code of newer versions', 'whatever it says', { error_code: 'unsupported_request' }],
    ['the text of older versions', 'Unsupported control request subtype: list_models', {}],
  ])('R-CONTROL-47 that the version does not know is told by %s', async (_what, text, more) => {
    const { cli, session } = connect()
    const models = session.request('list_models', {})
    cli.refuse(cli.idOf('list_models'), text, more)
    await expect(models).rejects.toMatchObject({ code: 'unsupported', subtype: 'list_models' })
  })

  test.each([
    ['mcp_call', {}],
    ['mcp_call', { tool: 7 }],
    ['rewind_files', {}],
    ['set_max_thinking_tokens', { max_thinking_tokens: 'many' }],
    ['mcp_message', { server_name: 's', message: 'hello' }],
    ['seed_read_state', { path: '/a' }],
  ] as const)('R-CONTROL-50 R-ERROR-16 %s with %j is refused and not written', async (subtype, fields) => {
    const { cli, session } = connect()
    const before = cli.written.length
    const error = await session.request(subtype, fields as never).catch((reason) => reason)
    expect(error).toBeInstanceOf(BadRequestError)
    expect(error).toMatchObject({ code: 'bad-request', message: expect.stringContaining(subtype) })
    expect(cli.written.length).toBe(before)
  })

  test('R-ERROR-16 without a subtype is refused and not written', async () => {
    const { cli, session } = connect()
    const before = cli.written.length
    await expect(session.request(undefined as never, {} as never)).rejects.toBeInstanceOf(BadRequestError)
    // Fields cannot name another subtype than the one that was checked.
    cli.reply('get_settings', {})
    await session.request('get_settings', { subtype: 'mcp_call' } as never)
    expect(cli.written.slice(before)).toMatchObject([{ request: { subtype: 'get_settings' } }])
  })

  test('R-ERROR-16 that cannot be made a line rejects and is not written', async () => {
    const { cli, session } = connect()
    const before = cli.written.length
    const cycle: { self?: object } = {}
    cycle.self = cycle
    const applied = session.request('apply_flag_settings', { settings: cycle as never })
    await expect(applied).rejects.toThrow('cannot encode')
    expect(cli.written.length).toBe(before)
  })

  test('rejects when it cannot be written', async () => {
    const { session } = connect()
    session.endInput()
    await expect(session.request('get_settings', {})).rejects.toThrow('input is closed')
  })
})

describe('an answer that nobody waits for', () => {
  test('R-CONTROL-74 does no harm: doubled, for an unknown id, or our own answer echoed', async () => {
    const { cli, session } = connect({ onApproval: (approval) => (approval as ToolApproval).allow() })
    const settings = session.request('get_settings', {})
    const id = cli.idOf('get_settings')
    cli.succeed(id, { effective: { first: true } })
    cli.succeed(id, { effective: { second: true } })
    cli.refuse(id, 'too late')
    cli.succeed('never-asked', {})
    expect(await settings).toEqual({ effective: { first: true } })

    cli.ask('q1', canUseTool())
    await settled()
    const before = cli.written.length
    // With replay, the CLI echoes what it accepted: a response that bears its own request's id.
    cli.succeed('q1', cli.answerTo('q1') as object)
    await settled()
    expect(cli.written.length).toBe(before)
    cli.reply('get_settings', { effective: {} })
    expect(await session.request('get_settings', {})).toEqual({ effective: {} })
  })
})

describe('the deadline of a call', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('R-CONTROL-73 R-CONTROL-74 it is settled by the answer, not by the write, or fails in time', async () => {
    const { cli, session } = connect()
    const model = session.request('set_model', { model: 'opus' }, { timeout: 300 })
    let outcome: unknown = 'open'
    model.then(
      () => {
        outcome = 'answered'
      },
      (error) => {
        outcome = error
      },
    )
    await settled()
    expect(cli.requests('set_model').length).toBe(1)
    expect(outcome).toBe('open')
    vi.advanceTimersByTime(299)
    await settled()
    expect(outcome).toBe('open')
    vi.advanceTimersByTime(1)
    await settled()
    expect(outcome).toBeInstanceOf(ControlTimeoutError)
    expect(outcome).toMatchObject({ code: 'control-timeout', message: expect.stringContaining('300 ms') })
    // Its answer comes late.
    cli.succeed(cli.idOf('set_model'), { model: 'late' })
    await settled()
    expect(outcome).toBeInstanceOf(ControlTimeoutError)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is a minute unless the session or the call says otherwise', async () => {
    const { session } = connect()
    const slow = session.request('get_settings', {}).catch((error) => error.message)
    vi.advanceTimersByTime(59_999)
    const cli = new FakeCli()
    cli.ignore('initialize')
    const { session: hasty } = connect({ controlTimeout: 50 }, cli)
    const short = hasty.request('get_settings', {}).catch((error) => error.message)
    vi.advanceTimersByTime(50)
    expect(await slow).toContain('60000 ms')
    expect(await short).toContain('50 ms')
    await expect(hasty.ready).rejects.toThrow('did not answer initialize within 50 ms')
  })

  test('may be none at all', async () => {
    const { cli, session } = connect()
    const settings = session.request('get_settings', {}, { timeout: Number.POSITIVE_INFINITY })
    vi.advanceTimersByTime(3_600_000)
    cli.succeed(cli.idOf('get_settings'), { effective: {} })
    expect(await settings).toEqual({ effective: {} })
  })

  test('leaves no timer behind once the answer is there, or the process has ended', async () => {
    const { cli, session } = connect()
    const settings = session.request('get_settings', {})
    expect(vi.getTimerCount()).toBe(1)
    cli.succeed(cli.idOf('get_settings'), {})
    await settings
    expect(vi.getTimerCount()).toBe(0)
    const models = session.request('list_models', {})
    cli.exit({ exitCode: 1 })
    await expect(models).rejects.toBeInstanceOf(SessionEndedError)
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('R-CONTROL-76 no handler, however slow, holds up the stream or other requests', async () => {
  const seen: string[] = []
  const { cli, session } = connect({
    onApproval: () => new Promise(() => {}),
    onMessage: (message) => seen.push(message.type),
  })
  session.send('hello', { uuid: 'a' })
  cli.say(init())
  cli.ask('q1', canUseTool())
  cli.say(textDelta('still '), textDelta('streaming'))
  expect(seen.slice(-3)).toEqual(['control_request', 'stream_event', 'stream_event'])
  cli.reply('get_settings', { effective: {} })
  expect(await session.request('get_settings', {})).toEqual({ effective: {} })
  expect(session.pendingApprovals.map(({ id }) => id)).toEqual(['q1'])
})
