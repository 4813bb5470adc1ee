import { describe, expect, test } from 'vitest'
import { connect } from '../../../test/client/fake-cli.ts'
import {
  assistant,
  echo,
  idle,
  init,
  lifecycle,
  messageStart,
  requesting,
  result,
  running,
  toolResult,
  toolUse,
  undatedEcho,
} from '../../../test/client/messages.ts'

describe('a uuid that was sent before in this session', () => {
  test('gives the same turn, and nothing is written twice: while it runs, and after it', async () => {
    const { cli, session } = connect()
    const turn = session.send('hello', { uuid: 'a' })
    expect(session.send('hello', { uuid: 'a' })).toBe(turn)
    cli.say(running, init(), echo('a', 'hello'), result('hello there'), idle)
    const again = session.send('another text', { uuid: 'a' })
    expect(again).toBe(turn)
    expect(await again.result).toMatchObject({ status: 'success', text: 'hello there' })
    expect(cli.prompts.length).toBe(1)
    expect(session.isBusy).toBe(false)
  })

  test('gives the same turn while that is still held', () => {
    const { cli, session } = connect()
    session.send('hello', { uuid: 'a' })
    const held = session.send('later', { uuid: 'b', when: 'after-turn' })
    expect(session.send('later', { uuid: 'b' })).toBe(held)
    expect(held.state).toBe('held')
    expect(cli.prompts.length).toBe(1)
  })
})

describe('a uuid that an earlier process has run', () => {
  const ALREADY_RUN = { status: 'already-run', text: '' }

  test.each([
    ['at the start', []],
    ['after a turn', [running, init(), result('before'), idle]],
  ])('R-REPLAY-17 100 and 160 echo it without a time, and say no more: %s', async (_, before) => {
    const { cli, session } = connect()
    cli.say(...before)
    const turn = session.send('hello', { uuid: 'a' })
    const next = session.send('hello three', { uuid: 'c' })
    cli.say(undatedEcho('a', 'hello'))
    expect(await turn.result).toEqual(ALREADY_RUN)
    cli.say(running, init(), messageStart, echo('c', 'hello three'), result('new'), idle)
    expect(await next.result).toMatchObject({ status: 'success', text: 'new' })
    expect(session.isBusy).toBe(false)
  })

  test('R-REPLAY-17 100 to 197: in the middle of another turn, whose result is not its own', async () => {
    const { cli, session } = connect()
    cli.say(running, init())
    const first = session.send('first', { uuid: 'f' })
    cli.say(echo('f', 'first'), result('one'), idle, running, init())
    const other = session.send('slow', { uuid: 'b' })
    const turn = session.send('hello', { uuid: 'a' })
    cli.say(undatedEcho('a', 'hello'), messageStart, echo('b', 'slow'), result('end'))
    expect([first.state, other.state, turn.state]).toEqual(['done', 'done', 'sent'])
    cli.say(idle)
    expect(await turn.result).toEqual(ALREADY_RUN)
    expect(await other.result).toMatchObject({ text: 'end' })
  })

  test('197 echoes it and is idle', async () => {
    const { cli, session } = connect()
    const turn = session.send('hello', { uuid: 'a' })
    cli.say(echo('a', 'hello'))
    expect(turn.state).toBe('sent')
    cli.say(idle)
    expect(await turn.result).toEqual(ALREADY_RUN)
    expect(session.isBusy).toBe(false)
    const next = session.send('hello three', { uuid: 'c' })
    cli.say(running, init(), requesting, messageStart, echo('c', 'hello three'), result('new'), idle)
    expect(await next.result).toMatchObject({ status: 'success', text: 'new' })
  })

  test('197: and another prompt was written together with it', async () => {
    const { cli, session } = connect()
    const turn = session.send('hello', { uuid: 'a' })
    const next = session.send('hello three', { uuid: 'c' })
    cli.say(echo('a', 'hello'), idle, running, init(), requesting, messageStart, echo('c', 'hello three'))
    expect([turn.state, next.state]).toEqual(['done', 'started'])
    cli.say(assistant('new'), result('new'), idle)
    expect(await turn.result).toEqual(ALREADY_RUN)
    expect(await next.result).toMatchObject({ status: 'success', text: 'new' })
  })

  test('325 echoes it and tells that it is completed', async () => {
    const { cli, session } = connect()
    const turn = session.send('hello', { uuid: 'a' })
    cli.say(echo('a', 'hello'), lifecycle('a', 'completed'), idle)
    expect(await turn.result).toEqual(ALREADY_RUN)
    const next = session.send('hello three', { uuid: 'c' })
    cli.say(running, lifecycle('c', 'queued'), lifecycle('c', 'started'), init(['c']))
    cli.say(echo('c', 'hello three'), result('new', { user_message_uuids: ['c'] }))
    cli.say(lifecycle('c', 'completed'), idle)
    expect(await next.result).toMatchObject({ status: 'success', text: 'new' })
  })

  test('325: in the middle of another turn, whose result is not its own', async () => {
    const { cli, session } = connect()
    const other = session.send('bash', { uuid: 'b' })
    cli.say(running, lifecycle('b', 'queued'), lifecycle('b', 'started'), init(['b']))
    cli.say(echo('b', 'bash'), messageStart, toolUse('toolu_1'))
    const turn = session.send('hello', { uuid: 'a' })
    cli.say(echo('a', 'hello'), lifecycle('a', 'completed'))
    expect(turn.state).toBe('done')
    cli.say(toolResult('toolu_1', 'hi'), assistant('bash done'))
    cli.say(result('bash done', { user_message_uuids: ['b'] }), lifecycle('b', 'completed'), idle)
    expect(await turn.result).toEqual(ALREADY_RUN)
    expect(await other.result).toMatchObject({ status: 'success', text: 'bash done' })
  })

  test('does not keep what is held from being sent', async () => {
    const { cli, session } = connect()
    session.send('hello', { uuid: 'a' })
    const held = session.send('later', { uuid: 'b', when: 'after-turn' })
    expect(held.state).toBe('held')
    cli.say(echo('a', 'hello'), idle)
    expect(held.state).toBe('sent')
    expect(cli.prompts.map(({ uuid }) => uuid)).toEqual(['a', 'b'])
  })
})

test('the idle of the turn before does not settle a prompt that was written meanwhile', async () => {
  const { cli, session } = connect()
  session.send('hello', { uuid: 'a' })
  cli.say(running, init(), echo('a', 'hello'), result('hello there'))
  const turn = session.send('again', { uuid: 'b' })
  cli.say(idle)
  expect(turn.state).toBe('sent')
  cli.say(running, init(), echo('b', 'again'), result('hello again'), idle)
  expect(await turn.result).toMatchObject({ status: 'success', text: 'hello again' })
})
