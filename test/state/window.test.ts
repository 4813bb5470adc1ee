// A transcript with a window: what has left and what it still holds are the whole conversation, and its size is bounded.

import { describe, expect, test } from 'vitest'
import type { EventBody, SessionEvent } from '../../src/state/events.ts'
import { firstIndex } from '../../src/state/list.ts'
import { lookupEntries } from '../../src/state/lookup.ts'
import { reduce } from '../../src/state/reduce.ts'
import { callById, firstHeld, itemCount, items, lastLine, rows } from '../../src/state/select.ts'
import { emptyState, type SessionState } from '../../src/state/session-state.ts'
import type { Item } from '../../src/state/transcript/items.ts'
import type { Placed } from '../../src/state/transcript/transcript.ts'
import { hasEvicted, placedItems, windowed } from '../../src/state/transcript/window.ts'
import { conversations } from '../generate/conversations.ts'
import { numbered } from '../generate/events.ts'
import fc from '../generate/fast-check.ts'
import { goldens } from './golden-sessions.ts'
import * as say from './talk.ts'
import { Timeline } from './timeline.ts'

const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** All that a session has said, by thread and place: what has left, what is pinned, and what the threads hold. */
class Kept {
  state: SessionState
  readonly #items = new Map<string, Item>()
  readonly twice: Placed[] = []

  constructor(window: number, start = emptyState) {
    this.state = windowed(start, window)
    this.#take()
  }
  fold(event: SessionEvent): this {
    this.state = reduce(this.state, event)
    this.#take()
    return this
  }
  #take(): void {
    for (const placed of this.state.transcript.left ?? []) {
      if (this.#items.has(keyOf(placed))) this.twice.push(placed)
      this.#items.set(keyOf(placed), placed.item)
    }
  }
  all(): Map<string, Item> {
    const { threads, pinned = [] } = this.state.transcript
    const all = new Map(this.#items)
    for (const placed of pinned) all.set(keyOf(placed), placed.item)
    for (const [thread, list] of lookupEntries(threads))
      for (const placed of placedItems(thread, list)) all.set(keyOf(placed), placed.item)
    return new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

function keyOf({ thread, index }: { thread: string; index: number }): string {
  return `${thread} ${String(index).padStart(8, '0')}`
}

function wholeOf(events: readonly SessionEvent[]): Map<string, Item> {
  const kept = new Kept(Number.MAX_SAFE_INTEGER)
  for (const event of events) kept.fold(event)
  return kept.all()
}

describe('made-up conversations', () => {
  const long = fc
    .array(conversations, { minLength: 3, maxLength: 5 })
    .map((parts) =>
      numbered(
        parts.flatMap((bodies, index) =>
          bodies.map((body): EventBody => ('generation' in body ? { ...body, generation: index + 1 } : body)),
        ),
      ),
    )

  test('what left and what is held are the whole, each item once', () => {
    fc.assert(
      fc.property(long, fc.integer({ min: 24, max: 40 }), (events, window) => {
        const kept = new Kept(window)
        for (const event of events) kept.fold(event)
        expect(kept.all()).toEqual(wholeOf(events))
        expect(kept.twice).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test('a snapshot after any event, and the rest, give the same state', () => {
    fc.assert(
      fc.property(long, (events) => {
        let state = windowed(emptyState, 24)
        let resumed = state
        for (const event of events) {
          state = reduce(state, event)
          resumed = reduce(clone(resumed), event)
        }
        expect(resumed).toStrictEqual(clone(state))
        expect(hasEvicted(state)).toBe(firstHeld(state) > 0)
      }),
      { numRuns: 15 },
    )
  })

  test('a state without a window gets one later', () => {
    fc.assert(
      fc.property(long, fc.nat(), (events, at) => {
        const cut = at % events.length
        const start = events.slice(0, cut).reduce(reduce, emptyState)
        const kept = new Kept(24, clone(start))
        for (const event of events.slice(cut)) kept.fold(event)
        expect(kept.all()).toEqual(wholeOf(events))
      }),
      { numRuns: 40 },
    )
  })
})

test.each(goldens)('$agent $name with a small window', ({ events }) => {
  const kept = new Kept(64)
  for (const event of events) kept.fold(event)
  expect(kept.all()).toEqual(wholeOf(events))
})

describe('an item that may still change', () => {
  const WINDOW = 20
  function begun(): Timeline {
    const line = new Timeline()
    line.state = windowed(emptyState, WINDOW)
    return line.ready().prompt('p').hear(say.init(), say.echo('p'))
  }
  const talk = (line: Timeline, count: number, name = 'n') => {
    for (let i = 0; i < count; i++) line.hear(say.text(`${name}${i}`, `word ${i}`))
    return line
  }
  const leftIn = ({ state }: Timeline) => (state.transcript.left ?? []).map(({ item }) => item.id)

  test('a running call stays, gets its result, and leaves with it', () => {
    const line = talk(begun().hear(say.call('m', 't1')), 60)
    expect(firstHeld(line.state)).toBeGreaterThan(2)
    expect(callById(line.state, 't1')).toMatchObject({ status: 'running' })
    line.hear(say.result('t1', 'late'))
    expect(line.state.transcript.left).toMatchObject([
      { thread: '', index: 1, item: { toolUseId: 't1', status: 'done', result: { content: 'late' } } },
    ])
    talk(line, 1, 'x')
    expect(line.state.transcript).not.toHaveProperty('left')
    expect(callById(line.state, 't1')).toBeUndefined()
    talk(line, 40, 'y')
    expect(line.state.transcript.calls.size).toBe(0)
  })

  test('a call with a task that runs stays until the task is over', () => {
    const line = begun().hear(
      say.call('m', 't1', 'Agent'),
      say.system('task_started', { task_id: 'k', tool_use_id: 't1', description: 'd' }),
      say.result('t1', 'in the background'),
    )
    talk(line, 60)
    expect(callById(line.state, 't1')).toMatchObject({ status: 'done', taskId: 'k' })
    line.hear(say.text('sub', 'inner', { parent_tool_use_id: 't1' }))
    line.hear(say.system('task_notification', { task_id: 'k', tool_use_id: 't1', status: 'completed' }))
    expect(leftIn(line)).toEqual(['t1'])
  })

  test('a prompt that is not over stays, and can be taken back', () => {
    const line = new Timeline()
    line.state = windowed(emptyState, WINDOW)
    line.ready().prompt('p')
    for (let i = 0; i < 60; i++) line.event({ kind: 'notice', level: 'info', text: `n${i}` })
    expect(line.state.transcript.pinned).toMatchObject([{ index: 0, item: { kind: 'user', id: 'p' } }])
    line.event({ kind: 'prompt-cancelled', uuid: 'p' })
    expect(line.state.transcript.left).toMatchObject([{ index: 0, item: { kind: 'removed', id: 'p' } }])
  })

  test('a call that was refused is not told once more by the result of its turn', () => {
    const line = begun().hear(say.call('m', 't1'), say.result('t1', 'no', true))
    talk(line, 60)
    const denials = [{ tool_name: 'Bash', tool_use_id: 't1', tool_input: {} }]
    line.hear(say.end({ permission_denials: denials }))
    expect(line.state.transcript.left).toMatchObject([
      { item: { kind: 'user', id: 'p' } },
      { item: { toolUseId: 't1', status: 'denied' } },
    ])
    expect(items(line.state).filter(({ kind }) => kind === 'notice')).toEqual([])
  })

  test('a sub-agent whose items have left goes on counting them', () => {
    const line = begun().hear(
      say.call('m', 't1', 'Agent'),
      say.text('s', 'one', { parent_tool_use_id: 't1' }),
    )
    line.hear(say.result('t1', 'over'))
    talk(line, 60)
    expect([...lookupEntries(line.state.transcript.threads)].map(([thread]) => thread)).toEqual([''])
    line.hear(say.text('s2', 'two', { parent_tool_use_id: 't1' }))
    expect(itemCount(line.state, 't1')).toBe(2)
    expect(firstHeld(line.state, 't1')).toBe(1)
    expect(items(line.state, { thread: 't1' })).toMatchObject([{ text: 'two' }])
    expect(line.state.transcript.orphans).toEqual([])
  })

  test('views show what is held', () => {
    const { state } = talk(begun(), 60)
    const first = firstHeld(state)
    expect(first).toBeGreaterThan(0)
    expect(items(state)).toHaveLength(itemCount(state) - first)
    expect(items(state, { from: 0, to: first })).toEqual([])
    expect(rows(state)).toHaveLength(itemCount(state) - first)
    expect(lastLine(state)).toBe('word 59')
  })
})

test('the size of the state does not depend on the length of the session', () => {
  const sizeOf = (state: SessionState) => JSON.stringify(state).length
  const line = new Timeline()
  line.state = windowed(emptyState, 100)
  line.ready()
  const sizes: number[] = []
  let widest = 0
  for (let turn = 0; turn < 4000; turn++) {
    const id = `p${turn}`
    line.prompt(id).hear(say.init(), say.echo(id))
    for (let step = 0; step < 4; step++) {
      const [call, message] = [`t${turn}.${step}`, `m${turn}.${step}`]
      line.hear(say.begin(message), say.reply(message, [{ type: 'thinking', thinking: 'hm' }]))
      line.hear(say.text(message, 'I look.'), say.call(message, call, step === 0 ? 'Agent' : 'Bash'))
      if (step === 0) {
        line.hear(say.text(`s${message}`, 'inner', { parent_tool_use_id: call }))
        line.asked(`a${call}`, { subtype: 'can_use_tool', tool_name: 'Agent', input: {}, tool_use_id: call })
        line.answer(`a${call}`, { behavior: 'allow', updatedInput: {} })
      }
      line.hear(say.result(call, 'done'))
    }
    line.hear(say.text(`e${turn}`, 'Done.'), say.end())
    widest = Math.max(widest, firstIndex(line.state.turns.past))
    if (turn % 500 === 499) sizes.push(sizeOf(line.state))
  }
  expect(itemCount(line.state)).toBeGreaterThan(50_000)
  expect(widest).toBeGreaterThan(3900)
  expect(Math.max(...sizes)).toBeLessThan(150_000)
}, 120_000)
