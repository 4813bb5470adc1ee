import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect, FakeCli, settled } from '../../test/client/fake-cli.ts'
import { aborted, canUseTool, echo, idle, init, result } from '../../test/client/messages.ts'
import { SessionClosedError, SessionEndedError } from './errors.ts'

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

describe('the death of the process', () => {
  test('R-CONTROL-77 R-END-17 fails all that is open with one error, which says why it ended', async () => {
    const { cli, session } = connect({ onApproval: () => {} })
    const turn = session.send('hello', { uuid: 'a' })
    const held = session.send('later', { when: 'after-turn' })
    const settings = session.request('get_settings', {})
    const models = session.request('list_models', {})
    const reader = session.messages()
    cli.say(init(), echo('a', 'hello'))
    cli.ask('q1', canUseTool())
    await settled()
    const [approval] = session.pendingApprovals
    cli.exit({ exitCode: 3, stderr: 'first\nsomething broke' })

    const errors = await Promise.all([settings, models, turn.result, held.result].map(failure))
    expect(new Set(errors).size).toBe(1)
    const [error] = errors as [SessionEndedError]
    expect(error).toBeInstanceOf(SessionEndedError)
    expect(error).toMatchObject({
      code: 'ended',
      ending: { cause: 'exit', exitCode: 3, signal: null, stderr: 'first\nsomething broke' },
    })
    expect(error.message).toContain('exited with code 3')
    expect(error.message).toContain('something broke')
    expect(approval?.signal.reason).toBe(error)
    expect(session.pendingApprovals).toEqual([])
    expect(session.queue.list()).toEqual([])
    expect(session.isBusy).toBe(false)

    const types: string[] = []
    const reading = async () => {
      for await (const { type } of reader) types.push(type)
    }
    await expect(reading()).rejects.toBe(error)
    expect(types).toEqual(['system', 'user', 'control_request'])
    expect(await session.ended).toMatchObject({ exitCode: 3 })
  })

  test('R-END-17 an end by a signal is told with the signal', async () => {
    const { cli, session } = connect()
    const turn = session.send('hello')
    cli.exit({ exitCode: null, signal: 'SIGKILL' })
    await expect(turn.result).rejects.toMatchObject({
      ending: { exitCode: null, signal: 'SIGKILL' },
      message: expect.stringContaining('terminated by signal SIGKILL'),
    })
  })

  test('R-END-18 an exit with code 0 in the middle of a turn is told as an end without result', async () => {
    const { cli, session } = connect()
    const turn = session.send('hello', { uuid: 'a' })
    cli.say(init(), echo('a', 'hello'))
    cli.exit({ exitCode: 0 })
    await expect(turn.result).rejects.toThrow('ended without a result')
  })

  test('its error carries the last result if that was an error', async () => {
    const { cli, session } = connect()
    session.send('hello', { uuid: 'a' })
    cli.say(init(), result('API Error: 500', { is_error: true, api_error_status: 500 }))
    const open = failure(session.request('get_settings', {}))
    cli.exit({ exitCode: 1 })
    const error = (await open) as SessionEndedError
    expect(error.lastError).toMatchObject({ type: 'result', result: 'API Error: 500' })
    expect(error.message).toContain('API Error: 500')
  })

  test.each([
    ['interrupted', aborted('aborted_tools')],
    ['a success', result('fine')],
  ])('its error does not carry an older one when the last result was %s', async (_what, last) => {
    const { cli, session } = connect()
    session.send('hello', { uuid: 'a' })
    cli.say(init(), result('API Error: 500', { is_error: true }))
    session.send('again', { uuid: 'b' })
    cli.say(init(), echo('b', 'again'), last)
    const open = failure(session.request('get_settings', {}))
    cli.exit({ exitCode: 9 })
    const error = (await open) as SessionEndedError
    expect(error.lastError).toBeUndefined()
    expect(error.message).toBe('the CLI exited with code 9')
  })

  test('before the first answer rejects `ready` and the prompt with the reason that the CLI gave', async () => {
    const cli = new FakeCli()
    cli.ignore('initialize')
    const { session } = connect({}, cli)
    const turn = session.send('hello')
    // As `--resume` with an unknown id ends: one result, no answer, exit code 1.
    const reason = 'No conversation found with session ID: 123'
    const fields = { subtype: 'error_during_execution', is_error: true, result: undefined, errors: [reason] }
    const reader = session.messages()
    cli.say(result('', fields))
    session.endInput()
    cli.exit({ exitCode: 1 })
    expect(await turn.result).toMatchObject({ status: 'error', text: reason })
    await expect(session.ready).rejects.toThrow(reason)
    expect(await reader.next()).toMatchObject({ value: { type: 'result' } })
    await expect(reader.next()).rejects.toThrow(reason)
  })

  test('that never was: it could not be started', async () => {
    const cli = new FakeCli()
    cli.exit({ cause: 'spawn', exitCode: null, error: new Error('spawn claude EACCES') })
    const { session } = connect({}, cli)
    await expect(session.ready).rejects.toThrow('could not be started: spawn claude EACCES')
    await expect(session.messages().next()).rejects.toBe(await failure(session.ready))
    expect(await session.ended).toMatchObject({ cause: 'spawn' })
  })

  test('is what later calls are told, and not that the session was closed', async () => {
    const { cli, session } = connect()
    cli.exit({ exitCode: 1, stderr: 'out of memory' })
    const written = cli.written.length
    expect(() => session.send('hello')).toThrow(SessionEndedError)
    await expect(session.setModel('opus')).rejects.toThrow('out of memory')
    await expect(session.interrupt()).rejects.toBeInstanceOf(SessionEndedError)
    expect(cli.written.length).toBe(written)
    expect(await session.close()).toMatchObject({ cause: 'exit', exitCode: 1 })
  })

  test('without anything open is no error for a reader when the exit code is 0', async () => {
    const { cli, session } = connect()
    const reader = session.messages()
    cli.exit({ exitCode: 0 })
    expect(await reader.next()).toEqual({ value: undefined, done: true })
  })

  const failed = result('API Error: 500', { is_error: true })
  const interrupted = aborted('aborted_streaming')
  test.each([
    ['no failure', 'code 1 after an interrupted last turn', interrupted, true, 1],
    ['no failure', 'code 1 after a failed last turn, which has told it', failed, true, 1],
    ['a failure', 'code 1 although the last turn went well', result('fine'), true, 1],
    ['a failure', 'another code', interrupted, true, 2],
    ['a failure', 'code 1 by itself, with its input still open', interrupted, false, 1],
  ])('is %s for a reader with %s', async (what, _how, last, endsInput, exitCode) => {
    const { cli, session } = connect()
    const turn = session.send('hello', { uuid: 'a' })
    const reader = session.messages()
    cli.say(init(), echo('a', 'hello'), last, idle)
    if (endsInput) session.endInput()
    expect(cli.inputEnded).toBe(endsInput)
    cli.exit({ exitCode })
    const types: string[] = []
    const reading = async () => {
      for await (const { type } of reader) types.push(type)
    }
    if (what === 'no failure') await reading()
    else await expect(reading()).rejects.toBeInstanceOf(SessionEndedError)
    expect(types).toEqual(['system', 'user', 'result', 'system'])
    expect((await turn.result).message).toBeDefined()
  })

  test('with code 1 is a failure in the middle of a turn, although its input has ended', async () => {
    const { cli, session } = connect()
    session.send('hello', { uuid: 'a' })
    cli.say(init(), echo('a', 'hello'), interrupted, idle)
    session.send('again', { uuid: 'b' })
    session.endInput()
    const reader = session.messages()
    cli.exit({ exitCode: 1 })
    await expect(reader.next()).rejects.toBeInstanceOf(SessionEndedError)
  })

  test('leaves no rejection unhandled when nobody awaits what it fails', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', listener)
    try {
      const cli = new FakeCli()
      cli.ignore('initialize')
      const { session } = connect({ onApproval: () => {} }, cli)
      session.send('hello')
      session.send('later', { when: 'after-turn' })
      cli.ask('q1', canUseTool())
      session.messages()
      cli.exit({ exitCode: 1 })
      await settled()
      await settled()
    } finally {
      process.off('unhandledRejection', listener)
    }
    expect(unhandled).toEqual([])
  })
})

describe('close', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('of an idle session ends the process without more ado, and twice is once', async () => {
    const { cli, session } = connect()
    const reader = session.messages()
    const first = session.close()
    expect(session.close()).toBe(first)
    expect(await first).toMatchObject({ cause: 'close' })
    expect(await session.close()).toMatchObject({ cause: 'close' })
    expect(await session.ended).toMatchObject({ cause: 'close' })
    expect(cli.requests('interrupt')).toEqual([])
    expect(await reader.next()).toEqual({ value: undefined, done: true })
  })

  test('interrupts a running turn first, and waits for its answer', async () => {
    const { cli, session } = connect()
    const turn = session.send('hello', { uuid: 'a' })
    cli.say(init(), echo('a', 'hello'))
    const closed = session.close()
    let done = false
    closed.then(() => {
      done = true
    })
    await settled()
    expect(done).toBe(false)
    cli.say(aborted('aborted_streaming'))
    cli.succeed(cli.idOf('interrupt'))
    expect(await closed).toMatchObject({ cause: 'close' })
    expect(await turn.result).toMatchObject({ status: 'interrupted' })
    expect(cli.signals).toEqual([])
  })

  test('sends SIGINT when the interrupt is not answered', async () => {
    const { cli, session } = connect()
    const turn = session.send('hello', { uuid: 'a' })
    cli.say(init(), echo('a', 'hello'))
    const closed = session.close()
    vi.advanceTimersByTime(1999)
    await settled()
    expect(cli.signals).toEqual([])
    vi.advanceTimersByTime(1)
    await closed
    expect(cli.signals).toEqual(['SIGINT'])
    await expect(turn.result).rejects.toBeInstanceOf(SessionEndedError)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('fails what is held, and sends none of it', async () => {
    const { cli, session } = connect()
    session.send('hello', { uuid: 'a' })
    const held = session.send('later', { when: 'after-turn' })
    cli.say(init(), echo('a', 'hello'))
    cli.reply('interrupt', {})
    const closed = session.close()
    cli.say(aborted('aborted_streaming'), idle)
    await closed
    await expect(held.result).rejects.toThrow('was closed')
    expect(cli.prompts.length).toBe(1)
  })

  test('makes send and every request fail in words, with nothing written', async () => {
    const { cli, session } = connect()
    await session.close()
    const written = cli.written.length
    expect(() => session.send('hello')).toThrow(SessionClosedError)
    expect(() => session.send('hello')).toThrow('cannot send: the session is closed')
    await expect(session.setModel('opus')).rejects.toMatchObject({ code: 'closed' })
    await expect(session.cancel('a')).rejects.toBeInstanceOf(SessionClosedError)
    await expect(session.interrupt()).rejects.toBeInstanceOf(SessionClosedError)
    expect(cli.written.length).toBe(written)
  })

  test('lets a reader that has fallen behind finish what it has', async () => {
    const { cli, session } = connect()
    const reader = session.messages()
    session.send('hello', { uuid: 'a' })
    cli.say(init(), echo('a', 'hello'), result('done'))
    await session.close()
    const types: string[] = []
    for await (const { type } of reader) types.push(type)
    expect(types).toEqual(['system', 'user', 'result'])
  })
})
