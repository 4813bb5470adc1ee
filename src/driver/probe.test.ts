import { expect, test } from 'vitest'
import * as say from '../../test/client/messages.ts'
import { Timeline } from '../../test/state/timeline.ts'
import type { SessionState } from '../state/session-state.ts'
import { Prober } from './probe.ts'

/** A clock that moves only with `pass`. */
function fakeClock() {
  let now = 1000
  const timers = new Set<{ at: number; call: () => void }>()
  return {
    now: () => now,
    after(ms: number, call: () => void) {
      const timer = { at: now + ms, call }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    get isArmed() {
      return timers.size > 0
    },
    pass(ms: number) {
      now += ms
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.call()
      }
    },
  }
}

function prober(state: SessionState | undefined) {
  const clock = fakeClock()
  let probes = 0
  const made = new Prober({
    clock,
    stallAfter: 100,
    state: () => state,
    probe: () => {
      probes += 1
      return true
    },
  })
  made.wake()
  clock.pass(100_000)
  return { probes, isArmed: clock.isArmed }
}

test('a turn that is silent for long is probed, and watched on', () => {
  const { state } = new Timeline().ready().prompt('a').hear(say.init())
  expect(prober(state)).toEqual({ probes: 1, isArmed: true })
})

test('a session without a turn is not, and no timer is left', () => {
  expect(prober(new Timeline().ready().state)).toEqual({ probes: 0, isArmed: false })
})

test('a session at rest is not even looked at', () => {
  expect(prober(undefined)).toEqual({ probes: 0, isArmed: false })
})
