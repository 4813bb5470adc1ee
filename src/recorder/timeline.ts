/** A recording as rows for a person: what was sent when, and what the session did from then on. */
import type { JsonObject } from '../protocol/json.ts'
import type { SessionEvent } from '../state/events.ts'
import { type LivenessStatus, liveness } from '../state/liveness/liveness.ts'
import { describe } from '../state/liveness/words.ts'
import { reduce } from '../state/reduce.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import { type Told, tell } from './events.ts'
import type { Entry, Recording } from './format.ts'
import { runOf, wordsOf } from './words.ts'

export interface Row {
  readonly at: number
  readonly kind: Entry['kind']
  readonly words: string
  readonly count: number
  readonly line?: string
  readonly fact?: JsonObject
  /** What the session does from here on, if that changed. */
  readonly state?: { readonly status: LivenessStatus; readonly words: string }
}
export interface TimelineOptions {
  /** In milliseconds from the start. Earlier entries are folded into the state but not shown. */
  readonly from?: number
  readonly to?: number
  /** Show the parts of one text in one row. */
  readonly joinParts?: boolean
}

export function* timeline(recording: Recording, options: TimelineOptions = {}): Generator<Row> {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, joinParts = false } = options
  let state = emptyState
  let before = ''
  let held: { row: Row; run: string } | undefined
  for (const { entry, event } of tell(recording)) {
    if (entry.at > to) break
    state = after(state, event)
    const now = doing(state, event?.at ?? state.at)
    const changed = now.words !== before && event !== undefined
    if (changed) before = now.words
    if (entry.at < from) continue
    const run = joinParts ? runOf(entry) : undefined
    const row = rowOf({ entry, event }, changed ? now : undefined)
    if (held && run === held.run && row.state === undefined) {
      held.row = { ...held.row, count: held.row.count + 1 }
      continue
    }
    if (held) yield named(held.row, held.run)
    held = run === undefined ? undefined : { row, run }
    if (run === undefined) yield row
  }
  if (held) yield named(held.row, held.run)
}

export function finalState(recording: Pick<Recording, 'header' | 'entries'>): SessionState {
  let state = emptyState
  for (const { event } of tell(recording)) state = after(state, event)
  return state
}

function after(state: SessionState, event: SessionEvent | undefined): SessionState {
  return event ? reduce(state, event) : state
}

/** Without its age: a row shows what changed. */
function doing(state: SessionState, at: number): NonNullable<Row['state']> {
  const live = liveness(state, at)
  const words = describe(live, at, { withAge: false })
  const isStatus = words.toLowerCase() === live.status
  return { status: live.status, words: isStatus ? live.status : `${live.status}: ${words}` }
}

function rowOf({ entry }: Told, state: Row['state']): Row {
  return {
    at: entry.at,
    kind: entry.kind,
    words: wordsOf(entry),
    count: 1,
    ...('line' in entry && { line: entry.line }),
    ...(entry.kind === 'fact' && { fact: entry.fact }),
    ...(state && { state }),
  }
}

function named(row: Row, run: string): Row {
  return { ...row, words: row.count === 1 ? `1 part, ${run}` : `${row.count} parts, ${run}` }
}
