/** Sequences that 2.1.325 was seen to write: it names the prompts of a turn, and tells the lifecycle of each. */
import { describe, expect, test } from 'vitest'
import { connect, settled } from '../../../test/client/fake-cli.ts'
import {
  aborted,
  assistant,
  echo,
  idle,
  init,
  interruptMarker,
  lifecycle,
  messageStart,
  requesting,
  result,
  running,
  task,
  taskNotification,
  toolResult,
  toolUse,
} from '../../../test/client/messages.ts'

const named = (...uuids: string[]) => ({ user_message_uuids: uuids })

test('a plain turn', async () => {
  const { cli, session } = connect()
  const turn = session.send('hello', { uuid: 'a' })
  cli.say(running, lifecycle('a', 'queued'))
  expect(turn.state).toBe('accepted')
  cli.say(lifecycle('a', 'started'))
  expect(turn.state).toBe('started')
  cli.say(init(['a']), requesting, echo('a', 'hello'), messageStart, assistant('hello there'))
  expect(turn.state).toBe('started')
  cli.say(result('hello there', named('a')))
  expect(turn.state).toBe('done')
  cli.say(lifecycle('a', 'completed'), idle)
  expect(await turn.result).toMatchObject({ status: 'success', text: 'hello there' })
  expect(session.isBusy).toBe(false)
})

describe('R-QUEUE-6 a prompt folded into the running turn', () => {
  test.each([
    ['is settled by its result, although it is completed before', [echo('b', 'hello 1')]],
    ['is settled in the same way where nothing is echoed', []],
  ])('%s', async (_what, echoes) => {
    const { cli, session } = connect()
    const a = session.send('bash', { uuid: 'a' })
    cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(['a']), requesting)
    cli.say(messageStart, toolUse('toolu_1'))
    const b = session.send('hello 1', { uuid: 'b' })
    cli.say(lifecycle('b', 'queued'), toolResult('toolu_1', 'hi'), ...echoes, lifecycle('b', 'started'))
    cli.say(requesting, messageStart, assistant('hello there'), lifecycle('b', 'completed'))
    expect(b.state).toBe('started')
    cli.say(result('hello there', named('a', 'b')), lifecycle('a', 'completed'), idle)
    expect(await a.result).toMatchObject({ status: 'success', text: 'hello there' })
    expect(await b.result).toMatchObject({ status: 'success', text: 'hello there' })
  })
})

test('R-QUEUE-6 prompts merged into one turn are settled by its result, and not by the one before', async () => {
  const { cli, session } = connect()
  const a = session.send('slow', { uuid: 'a' })
  cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(['a']), requesting)
  const b = session.send('hello 1', { uuid: 'b' })
  const c = session.send('hello 2', { uuid: 'c' })
  cli.say(lifecycle('b', 'queued'), lifecycle('c', 'queued'), echo('a', 'slow'), messageStart)
  cli.say(assistant('begin '), assistant('end'), result('end', named('a')), lifecycle('a', 'completed'))
  expect([a.state, b.state, c.state]).toEqual(['done', 'accepted', 'accepted'])
  cli.say(echo('b', 'hello 1'), lifecycle('b', 'started'), lifecycle('c', 'started'), init(['b', 'c']))
  cli.say(requesting, echo('c', 'hello 1\n', 'hello 2'), messageStart, assistant('hello there'))
  expect([b.state, c.state]).toEqual(['started', 'started'])
  cli.say(result('hello there', named('b', 'c')), lifecycle('b', 'completed'), lifecycle('c', 'completed'))
  cli.say(idle)
  expect(await a.result).toMatchObject({ text: 'end' })
  expect(await b.result).toMatchObject({ text: 'hello there' })
  expect(await c.result).toMatchObject({ text: 'hello there' })
})

test('a slash command, which is echoed with other content', async () => {
  const { cli, session } = connect()
  const turn = session.send('/context', { uuid: 'a' })
  cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(['a']))
  cli.say(assistant('## Context Usage'), echo('a', '<command-name>/context</command-name>'))
  cli.say(result('## Context Usage', { num_turns: 0, terminal_reason: undefined, ...named('a') }))
  cli.say(lifecycle('a', 'completed'), idle)
  expect(await turn.result).toMatchObject({ status: 'success', text: '## Context Usage' })
})

test('a prompt that a UserPromptSubmit hook blocked', async () => {
  const { cli, session } = connect()
  const turn = session.send('hello', { uuid: 'a' })
  cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(['a']))
  cli.say({ type: 'system', subtype: 'informational', content: 'blocked by hook', level: 'warning' })
  cli.say(result('blocked by hook', { num_turns: 0, ...named('a') }), lifecycle('a', 'completed'), idle)
  expect(await turn.result).toMatchObject({ status: 'success', text: 'blocked by hook' })
})

describe('a turn that a prompt with priority now ended', () => {
  test.each([
    ['before its first byte', aborted('aborted_streaming', named('a'))],
    ['in its stream', result('begin', { terminal_reason: 'aborted_streaming', ...named('a') })],
  ])('%s is interrupted', async (_when, end) => {
    const { cli, session } = connect()
    const a = session.send('slow', { uuid: 'a' })
    cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(['a']), requesting)
    const b = session.send('hello now', { uuid: 'b', when: 'now' })
    cli.say(lifecycle('b', 'queued'), end, lifecycle('a', 'cancelled'), lifecycle('b', 'started'))
    expect([a.state, b.state]).toEqual(['done', 'started'])
    cli.say(init(['b']), requesting, echo('b', 'hello now'), messageStart, assistant('hello there'))
    cli.say(result('hello there', named('b')), lifecycle('b', 'completed'), idle)
    expect(await a.result).toMatchObject({ status: 'interrupted' })
    expect(await b.result).toMatchObject({ status: 'success', text: 'hello there' })
  })
})

test('an interrupted turn ends as interrupted, and the prompt that waited runs next', async () => {
  const { cli, session } = connect()
  cli.reply('interrupt', { still_queued: ['b'] })
  const a = session.send('slow', { uuid: 'a' })
  cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(['a']), requesting)
  const b = session.send('hello q', { uuid: 'b' })
  cli.say(lifecycle('b', 'queued'), echo('a', 'slow'), messageStart, assistant('begin '))
  expect(await session.interrupt()).toEqual({ still_queued: ['b'] })
  cli.say(interruptMarker(), aborted('aborted_streaming', named('a')), lifecycle('a', 'cancelled'))
  expect([a.state, b.state]).toEqual(['done', 'accepted'])
  cli.say(lifecycle('b', 'started'), init(['b']), requesting, echo('b', 'hello q'), messageStart)
  cli.say(assistant('hello there'), result('hello there', named('b')), lifecycle('b', 'completed'), idle)
  expect(await a.result).toMatchObject({ status: 'interrupted', text: '' })
  expect(await b.result).toMatchObject({ status: 'success', text: 'hello there' })
})

test('an interrupt may take the waiting prompts out of the queue too', async () => {
  const { cli, session } = connect()
  const a = session.send('slow', { uuid: 'a' })
  cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(['a']), echo('a', 'slow'))
  const b = session.send('hello q', { uuid: 'b' })
  cli.say(lifecycle('b', 'queued'))
  const answer = session.interrupt({ cancelQueued: true })
  expect(cli.requests('interrupt')).toMatchObject([{ request: { cancel_queued: true } }])
  cli.say(lifecycle('b', 'cancelled'))
  cli.succeed(cli.idOf('interrupt'), { still_queued: [], cancelled: ['b'] })
  expect(await answer).toEqual({ still_queued: [], cancelled: ['b'] })
  cli.say(interruptMarker(), aborted('aborted_streaming', named('a')), lifecycle('a', 'cancelled'), idle)
  expect(await b.result).toEqual({ status: 'cancelled', text: '' })
  expect(await a.result).toMatchObject({ status: 'interrupted' })
})

test('a prompt that is cancelled while it waits never runs', async () => {
  const { cli, session } = connect()
  const a = session.send('slow', { uuid: 'a' })
  cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(['a']), requesting)
  const b = session.send('hello q', { uuid: 'b' })
  const cancelled = session.cancel('b')
  cli.say(lifecycle('b', 'queued'), lifecycle('b', 'cancelled'))
  expect(b.state).toBe('done')
  cli.succeed(cli.idOf('cancel_async_message'), { cancelled: true })
  expect(await cancelled).toBe(true)
  expect(await b.result).toEqual({ status: 'cancelled', text: '' })
  cli.say(echo('a', 'slow'), messageStart, assistant('end'), result('end', named('a')))
  cli.say(lifecycle('a', 'completed'), idle)
  expect(await a.result).toMatchObject({ status: 'success', text: 'end' })
})

describe('a turn that the CLI starts itself', () => {
  test('names no prompt, and does not settle the one that waits', async () => {
    const { cli, session } = connect()
    const a = session.send('bg', { uuid: 'a' })
    cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(['a']), echo('a', 'bg'))
    cli.say(result('started bg', named('a')), lifecycle('a', 'completed'), idle)
    expect(await a.result).toMatchObject({ text: 'started bg' })
    cli.say(task('task_updated', { patch: { status: 'completed' } }), taskNotification())
    const b = session.send('/context', { uuid: 'b' })
    cli.say(lifecycle('b', 'queued'), running, init(), requesting, messageStart, assistant('Done.'))
    cli.say(result('Done.'))
    expect(b.state).toBe('accepted')
    cli.say(lifecycle('b', 'started'), init(['b']), assistant('## Context Usage'))
    cli.say(result('## Context Usage', named('b')), lifecycle('b', 'completed'), idle)
    expect(await b.result).toMatchObject({ text: '## Context Usage' })
  })

  test('may have a prompt folded into it', async () => {
    const { cli, session } = connect()
    session.send('bg', { uuid: 'a' })
    cli.say(lifecycle('a', 'queued'), lifecycle('a', 'started'), init(['a']), result('bg', named('a')))
    cli.say(lifecycle('a', 'completed'), taskNotification(), running, init(), toolUse('toolu_2'))
    const b = session.send('hello', { uuid: 'b' })
    cli.say(lifecycle('b', 'queued'), toolResult('toolu_2', 'ok'), echo('b', 'hello'))
    cli.say(lifecycle('b', 'started'), lifecycle('b', 'completed'), result('both', named('b')), idle)
    expect(await b.result).toMatchObject({ status: 'success', text: 'both' })
  })
})

test('the result of a prompt that is none of ours settles no other', async () => {
  const { cli, session } = connect()
  const turn = session.send('hello', { uuid: 'a' })
  cli.say(running, lifecycle('x', 'started'), init(['x']), result('of another host', named('x')))
  await settled()
  expect(turn.state).toBe('sent')
  cli.say(lifecycle('a', 'started'), init(['a']), result('mine', named('a')), idle)
  expect(await turn.result).toMatchObject({ text: 'mine' })
})
