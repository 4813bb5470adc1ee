// The events of a session that had several owners.
import { expect, test } from 'vitest'
import { History } from '../../src/fleet/history.ts'
import type { EventBatch } from '../../src/fleet/ports.ts'

function batch(epoch: number, first: number, last = first, receipts?: string): EventBatch {
  const lines = Array.from({ length: last - first + 1 }, (_, i) => `${epoch}:${first + i}`).join('\n')
  return { session: 's', epoch, first, last, lines, ...(receipts !== undefined && { receipts }) }
}
function lines(...batches: EventBatch[]): string[] {
  const history = new History()
  for (const it of batches) history.add(it)
  expect(history.lines).toHaveLength(history.last)
  return history.lines
}

test('goes on where the next owner took over', () => {
  expect(lines(batch(1, 1, 2), batch(2, 3), batch(2, 4))).toEqual(['1:1', '1:2', '2:3', '2:4'])
})

test('has each event once, however often it was published', () => {
  expect(lines(batch(1, 1, 3), batch(1, 2, 4), batch(1, 1, 2))).toEqual(['1:1', '1:2', '1:3', '1:4'])
})

test('drops what a former owner sent before and after the next one began', () => {
  const late = [batch(1, 1, 2), batch(1, 3, 5), batch(2, 4), batch(1, 6), batch(1, 5), batch(2, 5)]
  expect(lines(...late)).toEqual(['1:1', '1:2', '1:3', '2:4', '2:5'])
})

test('has the receipts that came with its events', () => {
  const history = new History()
  history.add(batch(1, 1, 2, 'one\ntwo'))
  history.add(batch(1, 3))
  history.add(batch(2, 4, 4, 'three'))
  expect(history.receipts).toEqual(['one', 'two', 'three'])
})

test('fails where events are missing', () => {
  expect(() => lines(batch(1, 2))).toThrow('1 is missing')
  expect(() => lines(batch(1, 1), batch(1, 3))).toThrow('2 is missing')
})
