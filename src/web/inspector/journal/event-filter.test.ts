import { expect, test } from 'vitest'
import text from '../../../../test/state/golden/simulator/fix-the-bug.jsonl?raw'
import { sideOf } from '../../../state/event-names.ts'
import type { SessionEvent } from '../../../state/events.ts'
import { filterEvents, NO_FILTER, placeOf, typesIn } from './event-filter.ts'

const events = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SessionEvent)

test('without a filter all are there', () => {
  expect(filterEvents(events, NO_FILTER)).toBe(events)
})

test('by type, direction and words', () => {
  const asked = filterEvents(events, { ...NO_FILTER, type: 'control_request/can_use_tool' })
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every((it) => sideOf(it) === 'received')).toBe(true)
  const sent = filterEvents(events, { ...NO_FILTER, direction: 'sent' })
  expect(sent.length).toBeGreaterThan(1)
  expect(sent.every(({ kind }) => kind === 'sent')).toBe(true)
  const found = filterEvents(events, { text: 'TOTAL.js can_use', type: '', direction: 'received' })
  expect(found.length).toBeGreaterThan(0)
  expect(found.every((it) => JSON.stringify(it).includes('total.js'))).toBe(true)
  expect(filterEvents(events, { ...NO_FILTER, text: 'never said' })).toEqual([])
})

test('the types that are there add up to all events', () => {
  const types = typesIn(events)
  expect(types.reduce((sum, [, count]) => sum + count, 0)).toBe(events.length)
  expect(types.map(([type]) => type)).toContain('process-started')
})

test('the place of a number that is not in the list is that of the one before', () => {
  const some = events.filter(({ seq }) => seq % 10 === 0)
  expect([9, 10, 15, 20, 10_000].map((seq) => placeOf(some, seq))).toEqual([-1, 0, 0, 1, some.length - 1])
})
