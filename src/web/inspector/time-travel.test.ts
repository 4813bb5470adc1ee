import { expect, test } from 'vitest'
import text from '../../../test/state/golden/simulator/fix-the-bug.jsonl?raw'
import type { SessionEvent } from '../../state/events.ts'
import { liveness } from '../../state/liveness/liveness.ts'
import { reduce } from '../../state/reduce.ts'
import { emptyState } from '../../state/session-state.ts'
import { TimeTravel } from './time-travel.ts'

const events = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SessionEvent)
const last = events.length

/** Folded from the beginning, each by itself. */
const plain = (seq: number) => events.slice(0, seq).reduce(reduce, emptyState)

test('at every event, in whatever order they are asked for, the state is the one that it was', () => {
  const travel = new TimeTravel(events, 7)
  const order = events.map((_, index) => ((index * 37) % last) + 1)
  expect(new Set(order).size).toBe(last)
  for (const seq of [...order, 0, last]) expect(travel.at(seq)).toEqual(plain(seq))
})

test('an approval that waited is pending where it waited, and not at the end', () => {
  const travel = new TimeTravel(events)
  const asked = events.find(
    (it) => it.kind === 'received' && it.message.type === 'control_request',
  ) as SessionEvent
  const then = travel.at(asked.seq)
  expect(then.approvals.pending).toHaveLength(1)
  expect(liveness(then, then.at).status).toBe('awaiting-approval')
  expect(travel.at(asked.seq - 1).approvals.pending).toHaveLength(0)
  expect(travel.at(last).approvals.pending).toHaveLength(0)
})

test('going back folds no more than the events since the last kept state, a step forward folds one', () => {
  const travel = new TimeTravel(events, 10)
  travel.at(last)
  expect(travel.folded).toBe(last)
  travel.folded = 0
  travel.at(27)
  expect(travel.folded).toBe(7)
  travel.at(28)
  expect(travel.folded).toBe(8)
  travel.at(28)
  expect(travel.folded).toBe(8)
})

test('events are added as they come; what was made before stays', () => {
  const travel = new TimeTravel(events.slice(0, 20), 10)
  expect(travel.at(last)).toEqual(plain(20))
  travel.add(events.slice(15))
  expect(travel.events).toHaveLength(last)
  expect(travel.at(last)).toEqual(plain(last))
})

test('where an event is missing, the state is that of the one before', () => {
  const travel = new TimeTravel(events.filter(({ seq }) => seq !== 5))
  expect(travel.at(5)).toEqual(plain(4))
  expect(travel.at(-1)).toBe(emptyState)
})
