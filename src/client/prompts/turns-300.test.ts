/** Sequences that 2.1.220 to 2.1.300 were seen to write: they tell the lifecycle of each prompt, and name none in init. */
import { describe, expect, test } from 'vitest'
import { connect } from '../../../test/client/fake-cli.ts'
import {
  assistant,
  echo,
  idle,
  init,
  lifecycle,
  messageStart,
  OF_TASK,
  requesting,
  result,
  running,
  task,
  taskNotification,
  toolResult,
  toolUse,
  undatedEcho,
} from '../../../test/client/messages.ts'

/** A session after its first turn, in which a background task was started, and the end of that task. */
function withTaskEnded() {
  const { cli, session } = connect()
  const a = session.send('bg', { uuid: 'a' })
  cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(), requesting, echo('a', 'bg'))
  cli.say(messageStart, assistant('started'), result('started'), lifecycle('a', 'completed'), idle)
  cli.say(task('task_updated', { patch: { status: 'completed' } }), taskNotification())
  cli.say(task('background_tasks_changed', { tasks: [] }))
  return { cli, session, a }
}

describe('R-QUEUE-7 a turn that the CLI starts itself', () => {
  test.each([
    ['with the origin in its result', OF_TASK],
    ['without', {}],
  ])('does not settle the prompt that was queued meanwhile: %s', async (_, origin) => {
    const { cli, session, a } = withTaskEnded()
    expect(await a.result).toMatchObject({ text: 'started' })
    cli.say(running, init(), requesting)
    const b = session.send('second', { uuid: 'b' })
    cli.say(lifecycle('b', 'queued'), messageStart, assistant('self end'), result('self end', origin))
    expect(b.state).toBe('accepted')
    cli.say(lifecycle('b', 'started'), init(), requesting, echo('b', 'second'), messageStart)
    cli.say(assistant('second done'), result('second done'), lifecycle('b', 'completed'), idle)
    expect(await b.result).toMatchObject({ status: 'success', text: 'second done' })
    expect(session.isBusy).toBe(false)
  })

  test('settles the prompt that is folded into it', async () => {
    const { cli, session } = withTaskEnded()
    cli.say(running, init(), toolUse('toolu_2'))
    const b = session.send('second', { uuid: 'b' })
    cli.say(lifecycle('b', 'queued'), toolResult('toolu_2', 'ok'), echo('b', 'second'))
    cli.say(
      lifecycle('b', 'started'),
      assistant('both'),
      lifecycle('b', 'completed'),
      result('both', OF_TASK),
    )
    expect(await b.result).toMatchObject({ status: 'success', text: 'both' })
  })
})

test('merged prompts are echoed without a time before they are started, and settled by their turn', async () => {
  const { cli, session } = connect()
  const a = session.send('slow', { uuid: 'a' })
  cli.say(running, lifecycle('a', 'queued'), lifecycle('a', 'started'), init(), echo('a', 'slow'))
  const b = session.send('hello 1', { uuid: 'b' })
  const c = session.send('hello 2', { uuid: 'c' })
  cli.say(lifecycle('b', 'queued'), lifecycle('c', 'queued'), result('end'), lifecycle('a', 'completed'))
  cli.say(undatedEcho('b', 'hello 1'), lifecycle('b', 'started'), lifecycle('c', 'started'), init())
  cli.say(echo('c', 'hello 1', 'hello 2'), assistant('hello there'), result('hello there'))
  const all = await Promise.all([a.result, b.result, c.result])
  expect(all.map(({ text }) => text)).toEqual(['end', 'hello there', 'hello there'])
})

test('R-QUEUE-6 what is told of prompts of others says nothing of ours', async () => {
  const { cli, session } = connect()
  const a = session.send('one', { uuid: 'a' })
  cli.say(init(['other']), lifecycle('other', 'queued'), lifecycle('other', 'started'), result('first'))
  const b = session.send('two', { uuid: 'b' })
  cli.say(init(), result('second'))
  expect([await a.result, await b.result].map(({ text }) => text)).toEqual(['first', 'second'])
})

test('R-QUEUE-8 a turn that a prompt with priority now ends without a reason is interrupted (90, 100)', async () => {
  const { cli, session } = connect()
  const a = session.send('slow', { uuid: 'a' })
  cli.say(init(), messageStart)
  const b = session.send('urgent', { uuid: 'b', when: 'now' })
  cli.say(result('', { result: undefined, subtype: 'error_during_execution', is_error: true }))
  expect(await a.result).toMatchObject({ status: 'interrupted' })
  cli.say(init(), echo('b', 'urgent'), result('done'))
  expect(await b.result).toMatchObject({ status: 'success', text: 'done' })
})
