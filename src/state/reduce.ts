/**
 * The state after one more event. Pure, and the same in the host, the browser and the terminal. An event whose number was
 * folded before changes nothing, and neither does a message that was delivered before under another number. No event makes it
 * throw: one that is not as its type says is shown as it is.
 *
 * Each slice is folded by its own file. The order matters: a slice may look at those before it, which have the event
 * already, and at `before`, the whole state without it. The control channel comes last: until then it still has the call
 * that an answer belongs to.
 */

import { boundedApprovals, foldApprovals } from './approvals/approvals.ts'
import { foldControl, isRepeatedControl } from './control/control.ts'
import { foldEdits } from './edits.ts'
import type { SessionEvent } from './events.ts'
import { foldFacts } from './facts.ts'
import type { Mutable } from './fields.ts'
import { foldActivity, foldActivityOfStream } from './liveness/activity.ts'
import { foldProcess, isStale, untoldExit } from './process-state.ts'
import { copyState, type SessionState } from './session-state.ts'
import { foldTasks } from './tasks.ts'
import { foldStreamEvent } from './transcript/drafts.ts'
import { foldTranscript } from './transcript/fold.ts'
import { isRepeated } from './transcript/repeated.ts'
import { boundedState, withoutLeft } from './transcript/window.ts'
import { foldPrompts } from './turns/prompts.ts'
import { boundedTurns, foldTurns } from './turns/turns.ts'
import { foldUsage } from './usage-state.ts'
import { isNumbered, malformed, wellFormed } from './well-formed.ts'

/** Applies an event to a state and returns the next state. Pure: the host and every client use it. */
export function reduce(before: SessionState, event: SessionEvent): SessionState {
  return reduceWith(fold, before, event)
}

/**
 * As `reduce`, for what it takes to drive the CLI only: process, facts, prompts, turns, approvals, control. The rest of the
 * state stays empty, which saves memory and time where nobody looks at it.
 */
export function reduceDriving(before: SessionState, event: SessionEvent): SessionState {
  return reduceWith(foldDriving, before, event)
}

type Fold = typeof fold

function reduceWith(fold: Fold, before: SessionState, event: SessionEvent): SessionState {
  if (!isNumbered(event) || event.seq <= before.seq) return before
  return reduceSound(fold, before, wellFormed(event))
}

/** As `reduce`, for an event with a valid number and a message that was checked when it was decoded. */
export function reduceDecoded(before: SessionState, event: SessionEvent): SessionState {
  return reduceSound(fold, before, event)
}

export function reduceDecodedDriving(before: SessionState, event: SessionEvent): SessionState {
  return reduceSound(foldDriving, before, event)
}

function reduceSound(fold: Fold, last: SessionState, sound: SessionEvent): SessionState {
  const before = withoutLeft(last)
  try {
    return after(fold, before, sound)
  } catch (error) {
    // One bad event must not break the session or a later replay of its journal: it is shown and has no effect.
    const reason = `${UNFOLDABLE}: ${error instanceof Error ? error.message : error}`
    return after(fold, before, malformed(sound, reason))
  }
}

/** Begins the reason of an event that no check had found fault with. */
export const UNFOLDABLE = 'it could not be folded'

function after(fold: Fold, before: SessionState, event: SessionEvent): SessionState {
  const { seq, at } = event
  if (isWithoutEffect(before, event)) return later(before, seq, at)
  // Most events by far are parts of a text: they touch drafts and activity only.
  if (event.kind === 'received' && event.message.type === 'stream_event' && before.turns.current) {
    const state = later(before, seq, at)
    if (fold === foldDriving) return state
    state.transcript = foldStreamEvent(before.transcript, event.message, event)
    state.activity = foldActivityOfStream(before.activity, event.message, at)
    return state
  }
  const exit = untoldExit(before, event)
  if (exit) return fold(fold(before, exit), event)
  return fold(before, ofDeadProcess(before, event) ?? event)
}

type Draft = Mutable<SessionState>

function later(before: SessionState, seq: number, at: number): Draft {
  const state = copyState(before)
  state.seq = seq
  state.at = at
  return state
}

/** How many past turns and closed approvals a state keeps that serves only to drive the CLI. */
const MAX_DRIVING = 64

function foldDriving(before: SessionState, event: SessionEvent): SessionState {
  const state = withDriving(before, event)
  state.control = foldControl(state, event)
  const { turns, prompts } = boundedTurns(state, MAX_DRIVING)
  state.turns = turns
  state.prompts = prompts
  state.approvals = boundedApprovals(state.approvals, MAX_DRIVING)
  return state
}

function withDriving(before: SessionState, event: SessionEvent): Draft {
  const state = later(before, event.seq, event.at)
  state.process = foldProcess(state, event)
  state.facts = foldFacts(state, event)
  state.prompts = foldPrompts(state, event)
  const { turns, prompts } = foldTurns(state, event)
  state.turns = turns
  state.prompts = prompts
  state.approvals = foldApprovals(state, event, before)
  return state
}

function fold(before: SessionState, event: SessionEvent): SessionState {
  const state = withDriving(before, event)
  state.tasks = foldTasks(state, event)
  state.usage = foldUsage(state, event, before)
  state.edits = foldEdits(state, event)
  state.transcript = transcriptAfter(state, event, before)
  state.activity = foldActivity(state, event)
  state.control = foldControl(state, event)
  return boundedState(state)
}

function transcriptAfter(
  state: SessionState,
  event: SessionEvent,
  before: SessionState,
): SessionState['transcript'] {
  if (event.kind === 'received' && event.message.type === 'stream_event')
    return foldStreamEvent(state.transcript, event.message, event)
  return foldTranscript(state, event, before)
}

function isWithoutEffect(state: SessionState, event: SessionEvent): boolean {
  switch (event.kind) {
    case 'received':
    case 'sent':
      if (event.message.type === 'keep_alive') return true
      return isRepeatedControl(state, event) || isRepeated(state, event)
    case 'unknown':
      return isRepeatedControl(state, event) || isRepeated(state, event)
    default:
      return isStale(state, event)
  }
}

/** What comes after the end of its process is shown and has no other effect. */
function ofDeadProcess({ process }: SessionState, event: SessionEvent): SessionEvent | undefined {
  if (event.kind !== 'received' || process.status !== 'ended') return undefined
  const { seq, at, message } = event
  return { kind: 'unknown', value: { ...message }, reason: 'it came after the end of the process', seq, at }
}
