/** Sequences that 2.1.197 was seen to write: prompts are echoed, and nothing else says which prompts a turn holds. */
import { describe, expect, test } from 'vitest'
import { connect } from '../../../test/client/fake-cli.ts'
import {
  aborted,
  assistant,
  echo,
  idle,
  init,
  interruptMarker,
  messageStart,
  requesting,
  result,
  running,
  task,
  taskNotification,
  textDelta,
  toolResult,
  toolUse,
} from '../../../test/client/messages.ts'

const reply = [messageStart, textDelta('hello there')]

test('a plain turn', async () => {
  const { cli, session } = connect()
  const turn = session.send('hello', { uuid: 'a' })
  expect(turn).toMatchObject({ uuid: 'a', state: 'sent' })
  expect(session.isBusy).toBe(true)
  cli.say(running, init(), requesting, ...reply)
  expect(turn.state).toBe('sent')
  cli.say(echo('a', 'hello'), assistant('hello there'))
  expect(turn.state).toBe('started')
  cli.say(result('hello there'), idle)
  expect(turn.state).toBe('done')
  expect(session.isBusy).toBe(false)
  expect(await turn.result).toMatchObject({
    status: 'success',
    text: 'hello there',
    message: { type: 'result', terminal_reason: 'completed' },
  })
})

test('R-QUEUE-6 a prompt folded into the running turn is settled by its result', async () => {
  const { cli, session } = connect()
  const a = session.send('bash', { uuid: 'a' })
  cli.say(running, init(), requesting, messageStart, echo('a', 'bash'), toolUse('toolu_1'))
  const b = session.send('hello 1', { uuid: 'b' })
  cli.say(toolResult('toolu_1', 'hi'), echo('b', 'hello 1'), requesting, messageStart)
  expect([a.state, b.state]).toEqual(['started', 'started'])
  cli.say(assistant('hello there'), result('hello there', { num_turns: 2 }), idle)
  const both = await Promise.all([a.result, b.result])
  expect(both).toMatchObject([{ text: 'hello there' }, { text: 'hello there' }])
  expect(both[0].message).toBe(both[1].message)
})

test('R-QUEUE-6 prompts merged into one turn are settled by its result, and not by the one before', async () => {
  const { cli, session } = connect()
  const a = session.send('slow', { uuid: 'a' })
  cli.say(running, init(), requesting)
  const b = session.send('hello 1', { uuid: 'b' })
  const c = session.send('hello 2', { uuid: 'c' })
  cli.say(messageStart, echo('a', 'slow'), assistant('begin '), assistant('end'), result('end'))
  expect([a.state, b.state, c.state]).toEqual(['done', 'sent', 'sent'])
  // The first echo comes between the turns; the last uuid bears the content of both.
  cli.say(echo('b', 'hello 1'), init(), requesting, messageStart, echo('c', 'hello 1', 'hello 2'))
  expect([b.state, c.state]).toEqual(['started', 'started'])
  cli.say(assistant('hello there'), result('hello there'), idle)
  expect(await a.result).toMatchObject({ text: 'end' })
  expect(await b.result).toMatchObject({ text: 'hello there' })
  expect(await c.result).toMatchObject({ text: 'hello there' })
})

describe('a prompt that is not echoed', () => {
  test('a slash command is settled by the result of its turn', async () => {
    const { cli, session } = connect()
    const turn = session.send('/context', { uuid: 'a' })
    const next = session.send('hello', { uuid: 'b' })
    const usage = result('## Context Usage', { num_turns: 0, terminal_reason: undefined })
    cli.say(running, init(), assistant('## Context Usage'), usage)
    expect([turn.state, next.state]).toEqual(['done', 'sent'])
    cli.say(init(), requesting, messageStart, echo('b', 'hello'), assistant('hello there'))
    cli.say(result('hello there'), idle)
    expect(await turn.result).toMatchObject({ status: 'success', text: '## Context Usage' })
    expect(await next.result).toMatchObject({ text: 'hello there' })
  })

  test('a slash command is settled in the same way where the CLI does not tell its state', async () => {
    const { cli, session } = connect()
    const turn = session.send('/context', { uuid: 'a' })
    cli.say(init(), assistant('## Context Usage'), result('## Context Usage'))
    expect(await turn.result).toMatchObject({ status: 'success', text: '## Context Usage' })
  })

  test('one that a UserPromptSubmit hook blocked is settled too', async () => {
    const { cli, session } = connect()
    const turn = session.send('hello', { uuid: 'a' })
    const content = 'UserPromptSubmit operation blocked by hook:\nno'
    cli.say(
      running,
      init(),
      { type: 'system', subtype: 'informational', content, level: 'warning' },
      result(content, { num_turns: 0, terminal_reason: undefined }),
      idle,
    )
    expect(await turn.result).toMatchObject({ status: 'success', text: content })
  })

  test('one that was ended by another with priority now is interrupted', async () => {
    const { cli, session } = connect()
    const a = session.send('slow', { uuid: 'a' })
    cli.say(running, init(), requesting)
    const b = session.send('hello now', { uuid: 'b', when: 'now' })
    expect(cli.prompts.map(({ uuid, priority }) => [uuid, priority])).toEqual([
      ['a', undefined],
      ['b', 'now'],
    ])
    cli.say(aborted('aborted_streaming', { num_turns: 1 }))
    expect([a.state, b.state]).toEqual(['done', 'sent'])
    cli.say(init(), requesting, messageStart, echo('b', 'hello now'), assistant('hello there'))
    cli.say(result('hello there'), idle)
    expect(await a.result).toMatchObject({ status: 'interrupted', text: '' })
    expect(await b.result).toMatchObject({ status: 'success', text: 'hello there' })
  })
})

test('an interrupted turn ends as interrupted, and the prompt that waited runs next', async () => {
  const { cli, session } = connect()
  cli.reply('interrupt', {})
  const a = session.send('slow', { uuid: 'a' })
  cli.say(running, init(), requesting)
  const b = session.send('hello q', { uuid: 'b' })
  cli.say(messageStart, echo('a', 'slow'), assistant('begin '))
  expect(await session.interrupt()).toEqual({})
  cli.say(interruptMarker(), aborted('aborted_streaming'))
  expect([a.state, b.state]).toEqual(['done', 'sent'])
  cli.say(init(), requesting, messageStart, echo('b', 'hello q'), assistant('hello there'))
  cli.say(result('hello there'), idle)
  expect(await a.result).toMatchObject({ status: 'interrupted', text: '' })
  expect(await b.result).toMatchObject({ status: 'success', text: 'hello there' })
})

test('a prompt that is cancelled while it waits never runs', async () => {
  const { cli, session } = connect()
  cli.reply('cancel_async_message', { cancelled: true })
  const a = session.send('slow', { uuid: 'a' })
  cli.say(running, init(), requesting)
  const b = session.send('hello q', { uuid: 'b' })
  expect(await session.cancel(b)).toBe(true)
  expect(await b.result).toEqual({ status: 'cancelled', text: '' })
  cli.say(messageStart, echo('a', 'slow'), assistant('end'), result('end'), idle)
  expect(await a.result).toMatchObject({ text: 'end' })
  expect(session.isBusy).toBe(false)
})

test('a message that asks nothing of the model has a result all the same', async () => {
  const { cli, session } = connect()
  const turn = session.send('noquery', { uuid: 'a', shouldQuery: false })
  cli.say(running, init(), echo('a', 'noquery'))
  cli.say(result('', { num_turns: 0, terminal_reason: undefined }), idle)
  expect(await turn.result).toMatchObject({ status: 'success', text: '' })
})

describe('a turn that the CLI starts itself', () => {
  test('after a background task does not settle the prompt that waits', async () => {
    const { cli, session } = connect()
    const a = session.send('bg', { uuid: 'a' })
    cli.say(running, init(), requesting, messageStart, echo('a', 'bg'), toolUse('toolu_1'))
    cli.say(task('task_started', { description: 'sleep' }), toolResult('toolu_1', 'running in background'))
    cli.say(requesting, messageStart, assistant('started bg'), result('started bg', { num_turns: 2 }), idle)
    expect(await a.result).toMatchObject({ text: 'started bg' })
    cli.say(task('task_updated', { patch: { status: 'completed' } }), running, taskNotification())
    // It comes too late for this turn: the CLI has begun it already. And 197 will not echo it.
    const b = session.send('/context', { uuid: 'b' })
    cli.say(init(), requesting, messageStart, assistant('the task is done'), result('the task is done'))
    expect(b.state).toBe('sent')
    cli.say(init(), assistant('## Context Usage'), result('## Context Usage', { num_turns: 0 }), idle)
    expect(await b.result).toMatchObject({ text: '## Context Usage' })
  })

  test('after the waiting prompts have run, since those come first', async () => {
    const { cli, session } = connect()
    const a = session.send('slow', { uuid: 'a' })
    cli.say(running, init(), echo('a', 'slow'))
    const b = session.send('hello q', { uuid: 'b' })
    cli.say(task('task_updated', { patch: { status: 'completed' } }), result('end'))
    cli.say(init(), echo('b', 'hello q'), result('hello there'))
    cli.say(taskNotification(), init(), requesting)
    expect(session.isBusy).toBe(true)
    cli.say(assistant('the task is done'), result('the task is done'), idle)
    expect(session.isBusy).toBe(false)
    expect(await a.result).toMatchObject({ text: 'end' })
    expect(await b.result).toMatchObject({ text: 'hello there' })
  })

  test('does not keep a result that comes without init from settling a prompt', async () => {
    const { cli, session } = connect()
    cli.say(running, taskNotification(), init(), result('the task is done'), idle)
    const turn = session.send('hello', { uuid: 'a' })
    cli.say(running, result('Not logged in', { is_error: true }), idle)
    expect(await turn.result).toMatchObject({ status: 'error', text: 'Not logged in' })
  })

  test('is not what follows a task of the foreground, which ends inside its turn', async () => {
    const { cli, session } = connect()
    const a = session.send('bash', { uuid: 'a' })
    cli.say(running, init(), echo('a', 'bash'), toolUse('toolu_1'))
    cli.say(task('task_started', { description: 'sleep 4' }), taskNotification())
    cli.say(toolResult('toolu_1', 'hi'), assistant('done'), result('done'), idle)
    expect(await a.result).toMatchObject({ text: 'done' })
    const b = session.send('/context', { uuid: 'b' })
    cli.say(running, init(), assistant('## Context Usage'), result('## Context Usage'), idle)
    expect(await b.result).toMatchObject({ text: '## Context Usage' })
  })

  test.each([
    ['', [idle]],
    [' and a prompt sent at once', []],
  ])('is not what follows a task that was stopped%s: its end starts nothing', async (_what, idleness) => {
    const { cli, session } = connect()
    cli.reply('stop_task', {})
    cli.say(running, init(), result('started bg'), idle)
    await session.request('stop_task', { task_id: 'bp7jsvu2s' })
    cli.say(task('task_updated', { patch: { status: 'killed' } }), taskNotification('stopped'), ...idleness)
    const turn = session.send('/context', { uuid: 'b' })
    cli.say(running, init(), assistant('## Context Usage'), result('## Context Usage'), idle)
    expect(turn.state).toBe('done')
    expect(await turn.result).toMatchObject({ text: '## Context Usage' })
  })
})
