// What must hold for every session, recorded or made up.

import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '../../src/state/events.ts'
import { toJson } from '../../src/state/export/json.ts'
import { toMarkdown } from '../../src/state/export/markdown.ts'
import { toPlainText } from '../../src/state/export/plain-text.ts'
import { liveness } from '../../src/state/liveness/liveness.ts'
import { describe as inWords } from '../../src/state/liveness/words.ts'
import { reduce } from '../../src/state/reduce.ts'
import { rows } from '../../src/state/select.ts'
import { emptyState, type SessionState } from '../../src/state/session-state.ts'
import { isRunning } from '../../src/state/tasks.ts'
import { waiting } from '../../src/state/turns/prompts.ts'
import { conversations } from '../generate/conversations.ts'
import { anyEvents, numbered } from '../generate/events.ts'
import fc from '../generate/fast-check.ts'
import { fold, goldens } from './golden-sessions.ts'

const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value))
/** But for the number and the time of the last event. */
function expectSame(after: SessionState, before: SessionState, why: unknown): void {
  const slices = Object.keys(after) as (keyof SessionState)[]
  const changed = slices.filter((it) => it !== 'seq' && it !== 'at' && after[it] !== before[it])
  // Most often it is the very same.
  for (const slice of changed) expect([why, after[slice]]).toEqual([why, before[slice]])
}
const recorded = fc.constantFrom(...goldens.map(({ events }) => events))
/** Recorded sessions with events missing, in disorder, and mixed with those of another. */
const damaged = fc
  .tuple(recorded, recorded, fc.array(fc.nat(), { maxLength: 40 }))
  .map(([one, other, at]) => {
    const events = [...one]
    for (const n of at) {
      const place = n % events.length
      if (n % 3 === 0) events.splice(place, 1)
      else if (n % 3 === 1) events.splice(place, 0, ...events.splice(n % 7, 1))
      else events.splice(place, 0, other[n % other.length] as SessionEvent)
    }
    return renumbered(events)
  })

function renumbered(events: readonly SessionEvent[]): SessionEvent[] {
  return events.map((event, i) => ({ ...event, seq: i + 1, at: (i + 1) * 1000 }))
}

/** The conversation from top to bottom, without the numbers and times of the events that it came with. */
function transcript(state: SessionState): unknown {
  const bare = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (key, it) => (['seq', 'at', 'endedAt', 'id'].includes(key) ? undefined : it)),
    )
  return rows(state)
    .filter(({ item }) => !(item && 'cut' in item && item.cut))
    .map((row) => bare(row))
}

function isPartial(event: SessionEvent): boolean {
  if (event.kind !== 'received') return false
  const { message } = event
  if (message.type === 'stream_event') return true
  return message.type === 'system' && message.subtype === 'status' && message.status === 'requesting'
}

function expectDead(state: SessionState): void {
  const { approvals, transcript: told, turns, prompts, tasks } = state
  const open = [...approvals.pending, ...told.drafts, ...told.running, ...waiting(prompts)]
  expect([...open, ...tasks.list.filter(isRunning), turns.current]).toEqual([null])
  expect(liveness(state, state.at + 1e9).status).toBe('disconnected')
}

function exitOf(state: SessionState): SessionEvent {
  const { generation } = state.process
  const how = { cause: 'exit', exitCode: 1, signal: null } as const
  return { kind: 'process-exited', generation, ...how, seq: state.seq + 1, at: state.at + 1000 }
}

describe.each(goldens)('$agent $name', ({ events }) => {
  const states = events.reduce<SessionState[]>(
    (all, event) => all.concat(reduce(all.at(-1) ?? emptyState, event)),
    [],
  )
  const whole = states.at(-1) ?? emptyState

  test('a snapshot after any event, and the rest, give the whole', () => {
    let resumed = emptyState
    for (const event of events) resumed = reduce(clone(resumed), event)
    expect(resumed).toStrictEqual(whole)
  })

  test('R-REPLAY-5 an event that comes again with its number changes nothing', () => {
    const changed = states.filter((state, i) =>
      events.slice(0, i + 1).some((event) => reduce(state, event) !== state),
    )
    expect(changed).toEqual([])
  })

  test('R-REPLAY-5 a message that comes again under another number, at once or later, changes nothing', () => {
    for (const gap of [0, 1, 5, 30, 1000]) {
      const state = withRepeats(events, gap)
      expect(transcript(state)).toEqual(transcript(whole))
    }
  })

  test('R-STREAM-20 without partial messages the finished transcript is the same', () => {
    expect(transcript(fold(events.filter((event) => !isPartial(event))))).toEqual(transcript(whole))
  })

  test('R-STREAM-8 no draft and no approval of the turn is left at its result', () => {
    for (const [i, { kind, ...event }] of events.entries()) {
      if (kind !== 'received' || (event as { message: { type: string } }).message.type !== 'result') continue
      expect(states[i]?.transcript.drafts).toEqual([])
      expect(states[i]?.approvals.pending.filter(({ agentId }) => agentId === undefined)).toEqual([])
    }
  })

  test('R-LIVE-21 R-APPROVE-45 a process that dies after any event leaves nothing open', () => {
    for (const state of states)
      if (state.process.status === 'running') expectDead(reduce(state, exitOf(state)))
    for (const state of states) if (state.process.status === 'ended') expectDead(state)
  })
})

/** Each message again after this many events, or at the end. */
function withRepeats(events: readonly SessionEvent[], gap: number): SessionState {
  let state = emptyState
  let seq = 0
  for (const [i, event] of events.entries()) {
    state = reduce(state, { ...event, seq: ++seq })
    const isLast = i === events.length - 1
    const due = events.slice(Math.max(0, i - gap), isLast ? undefined : Math.max(0, i - gap + 1))
    for (const old of due) {
      if (!(gap === 0 ? isKnownAtOnce(old) : isKnownLater(old))) continue
      const again = reduce(state, { ...old, seq: ++seq, at: event.at })
      expectSame(again, state, old)
      state = again
    }
  }
  return state
}

/** Messages that tell who they are, and what is said with an id. */
function isKnownAtOnce(event: SessionEvent): boolean {
  if (event.kind === 'process-started' || event.kind === 'process-exited') return true
  return (event.kind === 'received' || event.kind === 'sent') && ('uuid' in event.message || isControl(event))
}
function isControl(event: SessionEvent): boolean {
  return (event.kind === 'received' || event.kind === 'sent') && event.message.type.startsWith('control_')
}
/** An echo of a prompt has the prompt's uuid, and may be due. */
function isKnownLater(event: SessionEvent): boolean {
  return event.kind === 'received' && 'uuid' in event.message && !isControl(event)
}

// Some are long: on a busy machine a hundred of them take their time.
describe('made up', { timeout: 60_000 }, () => {
  test('R-STREAM-20 conversations are the same with and without partial messages', () => {
    fc.assert(
      fc.property(conversations, (bodies) => {
        const events = renumbered(bodies as SessionEvent[])
        const bare = renumbered(events.filter((event) => !isPartial(event)))
        expect(transcript(fold(events))).toEqual(transcript(fold(bare)))
        expect(rows(fold(events)).filter(({ draft }) => draft)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('R-STREAM-8 R-STREAM-15 drafts go with their message, and none outlives the result', () => {
    fc.assert(
      fc.property(conversations, (bodies) => {
        let state = emptyState
        for (const event of renumbered(bodies as SessionEvent[])) {
          state = reduce(state, event)
          const { drafts } = state.transcript
          expect(new Set(drafts.map(({ messageId }) => messageId)).size).toBeLessThan(2)
          if (event.kind !== 'received') continue
          const { message } = event
          if (message.type === 'result') expect(drafts).toEqual([])
          if (message.type === 'assistant')
            expect(drafts.filter(({ messageId }) => messageId !== message.message.id)).toEqual([])
        }
      }),
      { numRuns: 60 },
    )
  })

  test('a snapshot of them at any point, and the rest, give the whole', () => {
    fc.assert(
      fc.property(conversations, fc.nat(200), (bodies, cut) => {
        const events = renumbered(bodies as SessionEvent[])
        const snapshot = clone(fold(events.slice(0, cut)))
        expect(fold(events.slice(cut), snapshot)).toStrictEqual(fold(events))
      }),
      { numRuns: 60 },
    )
  })

  test('R-REPLAY-5 every message of them twice is as good as once', () => {
    fc.assert(
      fc.property(conversations, (bodies) => {
        const events = renumbered(bodies as SessionEvent[])
        const doubled = renumbered(events.flatMap((event) => [event, event]))
        expect(transcript(fold(doubled))).toEqual(transcript(fold(events)))
      }),
      { numRuns: 60 },
    )
  })

  test('R-LIVE-21 no sequence throws, can be shown at each point, and is dead when its process is', () => {
    const sequences = fc.oneof(damaged, anyEvents.map(numbered))
    fc.assert(
      fc.property(sequences, (events) => {
        let state = emptyState
        for (const event of events) {
          state = reduce(state, event)
          expect(inWords(liveness(state, event.at), event.at)).not.toBe('')
          if (state.process.status === 'ended') expectDead(state)
        }
        expect(clone(state)).toStrictEqual(state)
        for (const text of [toPlainText(state), toMarkdown(state), JSON.stringify(toJson(state))])
          expect(text).not.toContain('[object Object]')
        if (state.process.status === 'running') expectDead(reduce(state, exitOf(state)))
      }),
      { numRuns: 60 },
    )
  })

  test('a damaged session folds on from a snapshot as without one', () => {
    fc.assert(
      fc.property(damaged, fc.nat(100), (events, cut) => {
        const snapshot = clone(fold(events.slice(0, cut)))
        expect(fold(events.slice(cut), snapshot)).toStrictEqual(fold(events))
      }),
      { numRuns: 60 },
    )
  })
})
