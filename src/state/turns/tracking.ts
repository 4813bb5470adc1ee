/** What is needed to decide which prompt is in which turn, and whether another turn follows. */
import { changed } from '../fields.ts'
import { copyState, emptyState, type SessionState } from '../session-state.ts'

export interface Tracking {
  /** A task ended between two turns, and the CLI was not idle since: the next turn may be its own. */
  readonly taskEnded: boolean
  /** This CLI names the prompts of a turn in its init. */
  readonly namesPrompts: boolean
  /** This CLI reports the lifecycle of each prompt, so an echo adds nothing. */
  readonly tellsLifecycle: boolean
  /** This CLI dates the echoes in a turn, but not that of a prompt that it does not run again. Old ones date none. */
  readonly datesEchoes: boolean
  /** Echoed or started between two turns: the beginning of a turn, or a prompt that is not run again. */
  readonly undecided: readonly string[]
  /** Echoed in a turn as prompts that are not run again. Of one that was written twice, the first may wait yet. */
  readonly repeated: readonly string[]
  /** The CLI has begun nothing, or has said that it is idle since: no prompt waits there. */
  readonly atRest: boolean
  /** The CLI was asked to stop the running turn. */
  readonly interrupting: boolean
  /** The CLI said that it is idle though no result had come. */
  readonly saidIdle: boolean
  /** This CLI says when it works and when it is idle. */
  readonly saysState: boolean
  /** Whether the CLI will start a turn of its own: see `Outstanding` in `outstanding.ts`. */
  readonly followUp: 'due' | 'possible' | null
}

/** A state that an earlier version of Fairlead stored knows nothing of what is tracked since. */
export function completed(state: SessionState): SessionState {
  const { tracking }: { readonly tracking: Partial<Tracking> } = state.turns
  if (tracking.followUp !== undefined) return state
  return { ...state, turns: { ...state.turns, tracking: { ...emptyState.turns.tracking, ...tracking } } }
}

export function withTurns(
  state: SessionState,
  patch: Partial<SessionState['turns']>,
  prompts = state.prompts,
): SessionState {
  const after = copyState(state)
  after.turns = changed(state.turns, patch)
  after.prompts = prompts
  return after
}

export function track(state: SessionState, patch: Partial<Tracking>): SessionState {
  const { tracking } = state.turns
  let isSame = true
  for (const key in patch) {
    const name = key as keyof Tracking
    if (tracking[name] !== patch[name]) isSame = false
  }
  return isSame ? state : withTurns(state, { tracking: changed(tracking, patch) })
}
