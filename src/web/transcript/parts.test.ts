import { describe, expect, test } from 'vitest'
import { listOf } from '../../state/list.ts'
import { emptyLookup, withEntry } from '../../state/lookup.ts'
import { emptyState } from '../../state/session-state.ts'
import type { Item } from '../../state/transcript/items.ts'
import type { Place } from '../../state/transcript/transcript.ts'
import { callOf, isOver } from './call.ts'
import { findItem } from './find-item.ts'
import { partOf } from './part-of.ts'
import { fileText } from './tools/text-of-file.ts'

describe('a part of a long text', () => {
  const lines = Array.from({ length: 30 }, (_, i) => String(i)).join('\n')
  test('is its first or last lines', () => {
    expect(partOf(lines, 3, false)).toBe('0\n1\n2')
    expect(partOf(lines, 3, true)).toBe('27\n28\n29')
  })
  test('is all of it, if only a line or two would be hidden', () => {
    expect(partOf('1\n2\n3\n4\n5', 3, false)).toBe('1\n2\n3\n4\n5')
  })
  test('is short even where there are no line ends', () => {
    expect(partOf('x'.repeat(100_000), 3, true)).toHaveLength(600)
  })
})

test('a call with a task that runs in the background has not ended', () => {
  const base = {
    kind: 'tool',
    id: 't',
    seq: 1,
    at: 0,
    messageId: 'm',
    toolUseId: 't',
    name: 'Agent',
  } as const
  const call = callOf({ ...base, input: {}, status: 'done', endedAt: 5, background: { status: 'running' } })
  expect(isOver(call)).toBe(false)
  expect(call).not.toHaveProperty('endedAt')
})

test('what Read says becomes the text of the file', () => {
  const output = '     7→const a = 1\n     8→\n\n<system-reminder>\nBe careful\n</system-reminder>\n'
  expect(fileText(output)).toEqual({ text: 'const a = 1\n', from: 7, count: 2 })
  expect(fileText('The file is empty.')).toEqual({ text: 'The file is empty.', count: 1 })
})

describe('where the item of an event stands', () => {
  const text = (seq: number, kind: 'text' | 'removed' = 'text') =>
    ({ kind, id: `i${seq}`, at: 0, seq, messageId: 'm', text: '' }) as Item
  const threads = withEntry(
    withEntry(
      emptyLookup<ReturnType<typeof listOf<Item>>>(),
      '',
      listOf([text(2), text(5), text(9, 'removed'), text(20)]),
    ),
    'call',
    listOf([text(6), text(7)]),
  )
  const calls = withEntry(emptyLookup<Place>(), 'call', { thread: '', index: 1 })
  const state = { transcript: { ...emptyState.transcript, threads, calls } }
  test.each([
    [5, 1],
    [20, 3],
    [12, 1],
    [7, 1],
    [1, 0],
    [99, 3],
  ])('event %i: item %i', (seq, index) => {
    expect(findItem(state, seq)).toBe(index)
  })
  test('an empty conversation has none', () => {
    expect(findItem({ transcript: emptyState.transcript }, 5)).toBeUndefined()
  })
})
