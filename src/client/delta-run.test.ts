import { describe, expect, test } from 'vitest'
import * as say from '../../test/client/messages.ts'
import fc from '../../test/generate/fast-check.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import { toArray } from '../state/list.ts'
import { reduce } from '../state/reduce.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import { threadOf } from '../state/transcript/transcript.ts'
import { DeltaRun } from './delta-run.ts'
import { MemoryLedger } from './ledger.ts'

const stream = (event: object, parent: string | null = null) =>
  ({ type: 'stream_event', event, parent_tool_use_id: parent }) as StdoutMessage
const delta = (index: number, fields: object, parent: string | null = null) =>
  stream({ type: 'content_block_delta', index, delta: fields }, parent)
const text = (words: string, index = 0) => delta(index, { type: 'text_delta', text: words })

describe('a run of deltas', () => {
  test('is one message with the text of all', () => {
    const run = new DeltaRun()
    expect(run.take()).toBeUndefined()
    expect(run.add(text('a'), 1)).toBe(true)
    expect(run.add(text('b'), 2)).toBe(true)
    expect(run.at).toBe(2)
    expect(run.take()).toEqual(text('ab'))
    expect(run.take()).toBeUndefined()
  })

  test.each([
    ['of another block', text('b', 1)],
    ['of another kind', delta(0, { type: 'thinking_delta', thinking: 'b' })],
    ['of another thread', delta(0, { type: 'text_delta', text: 'b' }, 't1')],
    ['a signature', delta(0, { type: 'signature_delta', signature: 'b' })],
    ['the end of the block', stream({ type: 'content_block_stop', index: 0 })],
    ['any other message', say.assistant('a') as StdoutMessage],
  ])('does not go on with %s', (_, message) => {
    const run = new DeltaRun()
    run.add(text('a'), 1)
    expect(run.add(message, 2)).toBe(false)
    expect(run.take()).toEqual(text('a'))
  })

  test('stays small', () => {
    const many = new DeltaRun()
    let count = 0
    while (many.add(text('a'), 1)) count += 1
    expect(count).toBe(1000)
    const long = new DeltaRun()
    expect(long.add(text('a'.repeat(100_000)), 1)).toBe(true)
    expect(long.add(text('b'), 1)).toBe(false)
  })
})

describe('the state that is kept', () => {
  const opening = [
    { ...say.init(), uuid: 'i' },
    { ...say.messageStart, uuid: 's' },
  ] as StdoutMessage[]
  const newLedger = () =>
    new MemoryLedger({ keepState: true, transport: { send: async () => {} }, onListenerError: () => {} })
  const apart = ({ seq: _, at: __, ...state }: SessionState) => state

  test('is the one that all messages give one by one, whenever it is looked at', () => {
    const messages = fc.array(
      fc.oneof(
        {
          weight: 8,
          arbitrary: fc.tuple(fc.string(), fc.nat(1)).map(([words, index]) => text(words, index)),
        },
        fc.nat(1).map((index) => delta(index, { type: 'input_json_delta', partial_json: '{' })),
        fc.nat(1).map((index) => stream({ type: 'content_block_stop', index })),
        fc
          .nat(1)
          .map((index) =>
            stream({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } }),
          ),
        fc.constant({ ...say.requesting, uuid: undefined } as unknown as StdoutMessage),
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(messages, fc.array(fc.nat(40)), (rest, looks) => {
        const keeper = newLedger()
        let state = emptyState
        for (const [i, message] of [...opening, ...rest].entries()) {
          state = reduce(state, { kind: 'received', message, seq: i + 1, at: 1000 })
          keeper.received(message, 1000)
          if (looks.includes(i)) keeper.state
        }
        expect(withoutNumbers(apart(keeper.state))).toEqual(withoutNumbers(apart(state)))
      }),
      { numRuns: 100 },
    )
  })

  test('has the whole of a text when the process ends in the middle of it', () => {
    const keeper = newLedger()
    for (const message of opening) keeper.received(message)
    keeper.received(
      stream({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    )
    for (const words of ['It ', 'was ', 'cut']) keeper.received(text(words))
    keeper.ended({ cause: 'exit', exitCode: 1, signal: null, stderr: '' })
    const [item] = toArray(threadOf(keeper.state.transcript, ''))
    expect(item).toMatchObject({ kind: 'text', text: 'It was cut', cut: true })
  })

  test('never goes back in time', () => {
    const keeper = newLedger()
    keeper.add({ kind: 'titled', title: 'a' })
    const { at } = keeper.state
    keeper.received(say.init() as StdoutMessage, at - 5)
    expect(keeper.state.at).toBe(at)
  })

  /** A run has one number where its deltas had many. */
  function withoutNumbers(value: unknown): unknown {
    return JSON.parse(
      JSON.stringify(value, (key, field) => (key === 'seq' || key === 'count' ? undefined : field)),
    )
  }
})
