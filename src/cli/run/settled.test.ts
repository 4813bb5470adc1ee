import { describe, expect, test } from 'vitest'
import {
  after,
  answered,
  ended,
  idle,
  init,
  result,
  running,
  started,
} from '../../../test/state/tasks-talk.ts'
import type { SessionState } from '../../state/session-state.ts'
import { isSettled, untilSettled } from './settled.ts'

const NEVER = new AbortController().signal
const LONG = 2 ** 31 - 1
const withTask = [init, started('a'), answered('a'), result()]

/** A session that has heard these, and hears more; and whether the wait for its end is over. */
function waiting(messages: readonly object[], turnComesWithin = LONG, signal = NEVER) {
  const line = after(messages)
  const listeners = new Set<(state: SessionState) => void>()
  const session = {
    get state() {
      return line.state
    },
    onChange(listener: (state: SessionState) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const now = { isOver: false }
  const over = untilSettled(session, signal, turnComesWithin).then(() => {
    now.isOver = true
  })
  const hear = async (...more: object[]) => {
    line.hear(...more)
    for (const listener of [...listeners]) listener(line.state)
    await new Promise(setImmediate)
    return now.isOver
  }
  return { hear, over, line, listeners }
}

describe('it is waited', () => {
  test('for the tasks and the turn that follows the last of them', async () => {
    const { hear, listeners } = waiting([...withTask])
    expect(await hear()).toBe(false)
    expect(await hear(ended('a'))).toBe(false)
    expect(await hear(init)).toBe(false)
    expect(await hear(result('It woke up.'))).toBe(true)
    expect(listeners.size).toBe(0)
  })

  test('for the word that it is idle, of a CLI that says so', async () => {
    const { hear } = waiting([running, ...withTask, ended('a'), init, result()])
    expect(await hear()).toBe(false)
    expect(await hear(idle)).toBe(true)
  })

  test('not at all where nothing goes on', async () => {
    expect(await waiting([init, result()]).hear()).toBe(true)
  })

  test('no longer than a moment for a turn that does not come', async () => {
    await waiting([...withTask, ended('a')], 1).over
  })

  test('until the signal', async () => {
    const left = new AbortController()
    const { hear, over } = waiting(withTask, LONG, left.signal)
    expect(await hear()).toBe(false)
    left.abort()
    await over
    await waiting(withTask, LONG, left.signal).over
  })

  test('as long as a process that is gone leaves open what became of it', async () => {
    const { hear, line } = waiting(withTask)
    line.exit()
    expect(await hear()).toBe(false)
  })
})

test('a session is settled when no task runs and no turn is to follow', () => {
  expect(isSettled(after([running, init, result()]).state)).toBe(true)
  expect(isSettled(after(withTask).state)).toBe(false)
  expect(isSettled(after([...withTask, ended('a')]).state)).toBe(false)
})
