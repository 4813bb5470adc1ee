import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '../../state/events.ts'
import { RecentEvents } from './recent-events.ts'

const event = (seq: number, text = 'x'): SessionEvent => ({ seq, at: 1, kind: 'notice', level: 'info', text })
const seqs = (texts: readonly string[]) => texts.map((text) => (JSON.parse(text) as SessionEvent).seq)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('the last events of a session', () => {
  test('are those after a number', () => {
    const recent = new RecentEvents(10, 10_000)
    expect(recent.first).toBeUndefined()
    recent.add([event(5), event(6), event(7)])
    expect(recent.first).toBe(5)
    expect(seqs(recent.after(5))).toEqual([6, 7])
    expect(seqs(recent.after(7))).toEqual([])
    expect(seqs(recent.after(0))).toEqual([5, 6, 7])
  })
  test('are at most twice as many as are kept', () => {
    const recent = new RecentEvents(10, 1_000_000)
    for (const seq of range(1, 100)) {
      recent.add([event(seq)])
      const kept = seqs(recent.after(0))
      expect(kept).toEqual(range(recent.first ?? 0, seq))
      expect(kept.length).toBeLessThanOrEqual(20)
    }
  })
  test('are not longer than twice what is kept; one that is longer by itself is not kept', () => {
    const recent = new RecentEvents(1000, 500)
    for (const seq of range(1, 20)) {
      recent.add([event(seq, 'x'.repeat(100))])
      expect(recent.after(0).join('').length).toBeLessThanOrEqual(1000)
    }
    recent.add([event(21, 'x'.repeat(5000))])
    expect(recent.first).toBeUndefined()
    recent.add([event(22)])
    expect(recent.first).toBe(22)
  })
  test('are forgotten up to a number', () => {
    const recent = new RecentEvents(10, 500)
    recent.add([event(5), event(6), event(7)])
    for (const seq of [0, 4]) {
      recent.forget(seq)
      expect(recent.first).toBe(5)
    }
    recent.forget(6)
    expect(recent.first).toBe(7)
    expect(seqs(recent.after(0))).toEqual([7])
    recent.forget(99)
    expect(recent.first).toBeUndefined()
    recent.add([event(8)])
    expect(seqs(recent.after(7))).toEqual([8])
  })
  test('begin again after a gap', () => {
    const recent = new RecentEvents(10, 10_000)
    recent.add([event(1), event(2)])
    recent.add([event(9)])
    expect(recent.first).toBe(9)
    expect(seqs(recent.after(0))).toEqual([9])
  })
})
