import { describe, expect, test } from 'vitest'
import {
  after,
  answered,
  ended,
  idle,
  init,
  listed,
  result,
  running,
  started,
  updated,
} from '../../../test/state/tasks-talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { outstanding } from './outstanding.ts'

const NOTHING = { tasks: [], turn: null, isAtWork: false }
/** The ids of the tasks are enough to compare. */
const of = (messages: readonly object[]) => {
  const { tasks, ...rest } = outstanding(after(messages).state)
  return { tasks: tasks.map(({ id }) => id), ...rest }
}

describe('nothing is outstanding', () => {
  test.each([
    ['before the first turn', []],
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
    ['when the task was killed', [init, started('a'), answered('a'), result(), updated('a', 'killed')]],
    ['when only the CLI itself has something to do', [init, started('a', { ambient: true }), result()]],
    [
      'when a task of the CLI itself has ended',
      [init, started('a', { ambient: true, is_backgrounded: true }), result(), ended('a')],
    ],
  ])('%s', (_, messages) => {
    expect(of(messages)).toEqual(NOTHING)
  })
})

describe('something is outstanding', () => {
  const both = [init, started('a'), started('b'), answered('a'), answered('b'), result()]
  test.each([
    ['while tasks run', both, { tasks: ['a', 'b'] }],
    ['while another task runs', [...both, ended('a'), init, result()], { tasks: ['b'] }],
    ['in a turn', [init], { turn: 'running' }],
    ['before the turn that follows the end of a task', [...both, ended('a'), ended('b')], { turn: 'due' }],
    ['within that turn', [...both, ended('a'), ended('b'), init], { turn: 'running' }],
    [
      'after a turn that was running when the last task ended',
      [...both, ...[ended('a'), init, ended('b'), result()]],
      { turn: 'possible' },
    ],
    [
      'when a task ended at the end of the first turn',
      [init, started('a'), answered('a'), ended('a'), result()],
      { turn: 'possible' },
    ],
    [
      'after an empty turn, while the CLI says that it is at work',
      [running, ...both, ended('a'), ended('b'), init, result()],
      { isAtWork: true },
    ],
    [
      'when a task ended between a result and the word that nothing runs',
      [running, ...both, ended('a'), init, result(), ended('b'), idle],
      { turn: 'due' },
    ],
    [
      'when a task is over and its notification has not come',
      [init, started('a'), answered('a'), result(), updated('a')],
      { turn: 'due' },
    ],
    ['when tasks are gone and nobody has said how they ended', [...both, listed()], { turn: 'due' }],
  ])('%s', (_, messages, expected) => {
    expect(of(messages)).toEqual({ ...NOTHING, ...expected })
  })

  test('until the process is gone', () => {
    const line = after(both).exit()
    expect(outstanding(line.state)).toEqual(NOTHING)
  })
})

test('a version that starts no turn when a task has ended has none outstanding', () => {
  const line = new Timeline()
  line.event({ kind: 'process-started', generation: 1, pid: 1, agent: 'claude', version: '2.1.37' })
  line.hear(init, started('a'), answered('a'), result(), ended('a'))
  expect(outstanding(line.state)).toEqual(NOTHING)
})
