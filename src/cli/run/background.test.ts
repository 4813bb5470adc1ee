import { describe, expect, test } from 'vitest'
import type { StdoutMessage } from '../../protocol/stdout.ts'
import { Background } from './background.ts'

const system = (subtype: string, more: object = {}) =>
  ({ type: 'system', subtype, uuid: 'u', session_id: 's', ...more }) as unknown as StdoutMessage
const init = system('init')
const result = (text = '') => ({ type: 'result', result: text }) as unknown as StdoutMessage
const started = (id: string, more = {}) =>
  system('task_started', { task_id: id, tool_use_id: `call-${id}`, description: `Task ${id}`, ...more })
const answered = (id: string) =>
  ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `call-${id}`, content: '' }] },
  }) as unknown as StdoutMessage
const ended = (id: string, status = 'completed') => system('task_notification', { task_id: id, status })
const listed = (...ids: string[]) =>
  system('background_tasks_changed', { tasks: ids.map((id) => ({ task_id: id })) })

const state = (name: string) => system('session_state_changed', { state: name })
const [running, idle] = [state('running'), state('idle')]

const NEVER = new AbortController().signal
const LONG = 2 ** 31 - 1

/** Fed with these; and whether it is over then, without waiting for a turn that may come. */
async function after(messages: StdoutMessage[], turnComesWithin = LONG) {
  const background = new Background(turnComesWithin)
  for (const message of messages) background.observe(message)
  const isOver = { now: false }
  const over = background.over(NEVER).then(() => {
    isOver.now = true
  })
  await new Promise(setImmediate)
  return { background, isOver, over }
}

describe('it is over', () => {
  test.each([
    ['after a turn without tasks', [init, result()]],
    ['when a command in the foreground took long', [init, started('a'), ended('a'), answered('a'), result()]],
    [
      'when the turn after the last task is over',
      [...[init, started('a'), answered('a'), result()], ...[ended('a'), init, result()]],
    ],
    [
      'when the CLI says so after a turn in which the last task ended',
      [
        ...[running, init, started('a'), started('b'), answered('a'), answered('b'), result(), idle],
        ...[ended('a'), running, init, ended('b'), result(), idle],
      ],
    ],
    [
      'when the turn is over that follows at once on an empty one',
      [
        ...[running, init, started('a'), started('b'), answered('a'), answered('b'), result()],
        ...[ended('a'), ended('b'), init, result(), init, result('Both.'), idle],
      ],
    ],
    ['when the task was stopped', [init, started('a'), answered('a'), result(), ended('a', 'stopped')]],
    ['when only the CLI itself has something to do', [init, started('a', { ambient: true }), result()]],
  ])('%s', async (_, messages) => {
    const { background, isOver } = await after(messages)
    expect(background.isOver).toBe(true)
    expect(isOver.now).toBe(true)
  })
})

describe('it is not over', () => {
  const both = [init, started('a'), started('b'), answered('a'), answered('b'), result()]
  test.each([
    ['while a task runs', both],
    ['while another task runs', [...both, ended('a'), init, result()]],
    ['before the turn that follows the end of a task', [...both, ended('a'), ended('b')]],
    ['within that turn', [...both, ended('a'), ended('b'), init]],
    [
      'after a turn that was running when the last task ended',
      [...both, ...[ended('a'), init, ended('b'), result()]],
    ],
    [
      'when a task ended at the end of the first turn',
      [init, started('a'), answered('a'), ended('a'), result()],
    ],
    [
      'after an empty turn, while the CLI says that it is at work',
      [running, ...both, ended('a'), ended('b'), init, result()],
    ],
    [
      'when a task ended between a result and the word that nothing runs',
      [running, ...both, ended('a'), init, result(), ended('b'), idle],
    ],
    ['when a task is gone whose end was not told yet', [...both, listed()]],
  ])('%s', async (_, messages) => {
    expect((await after(messages)).isOver.now).toBe(false)
  })
})

test('a turn that does not come is not waited for', async () => {
  const { over } = await after([init, started('a'), answered('a'), result(), ended('a')], 1)
  await over
})

test('the tasks that run have names, and the last result is known', async () => {
  const { background } = await after([init, started('a'), started('b'), answered('a'), result('first')])
  expect(background.running).toEqual([
    ['a', 'Task a'],
    ['b', 'Task b'],
  ])
  for (const message of [listed('b'), init, result('second')]) background.observe(message)
  expect(background.running).toEqual([['b', 'Task b']])
  expect(background.lastResult).toMatchObject({ result: 'second' })
})

test('the signal ends the wait', async () => {
  const background = new Background()
  for (const message of [init, started('a'), answered('a'), result()]) background.observe(message)
  const left = new AbortController()
  const over = background.over(left.signal)
  left.abort()
  await over
  await background.over(left.signal)
  expect(background.running).toHaveLength(1)
})
