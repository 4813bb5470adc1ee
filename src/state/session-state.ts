/** The state of one session. Plain JSON: it can be stored, sent and taken up again anywhere. */

import { type Approvals, noApprovals } from './approvals/approvals.ts'
import { type Control, noControl } from './control/control.ts'
import { type Edits, noEdits } from './edits.ts'
import { noFacts, type SessionFacts } from './facts.ts'
import type { Mutable } from './fields.ts'
import { type Activity, noActivity } from './liveness/activity.ts'
import { noProcess, type ProcessState } from './process-state.ts'
import { noTasks, type Tasks } from './tasks.ts'
import { emptyTranscript, type Transcript } from './transcript/transcript.ts'
import { noPrompts, type Prompts } from './turns/prompts.ts'
import { noTurns, type Turns } from './turns/turns.ts'
import { noUsage, type UsageState } from './usage-state.ts'

/** All that is known of a session. It is plain JSON, and every change makes a new object. */
export interface SessionState {
  /** The last event that is in it, and when it came. 0: none yet. */
  readonly seq: number
  readonly at: number
  /** The process that runs, or the last one. */
  readonly process: ProcessState
  /** What the CLI says of itself and of the session: ids, model, mode, tools, commands. */
  readonly facts: SessionFacts
  readonly transcript: Transcript
  readonly turns: Turns
  /** Prompts that are not over: held by the host, waiting in the CLI, or in the running turn. */
  readonly prompts: Prompts
  readonly approvals: Approvals
  /** Control requests that are not answered, either way. */
  readonly control: Control
  /** What the CLI is doing, as far as its messages tell. Liveness is derived from it. */
  readonly activity: Activity
  readonly tasks: Tasks
  readonly usage: UsageState
  /** The files that tools changed. */
  readonly edits: Edits
}

export function copyState(state: SessionState): Mutable<SessionState> {
  return {
    seq: state.seq,
    at: state.at,
    process: state.process,
    facts: state.facts,
    transcript: state.transcript,
    turns: state.turns,
    prompts: state.prompts,
    approvals: state.approvals,
    control: state.control,
    activity: state.activity,
    tasks: state.tasks,
    usage: state.usage,
    edits: state.edits,
  }
}

/** The state of a session without any event. */
export const emptyState: SessionState = {
  seq: 0,
  at: 0,
  process: noProcess,
  facts: noFacts,
  transcript: emptyTranscript,
  turns: noTurns,
  prompts: noPrompts,
  approvals: noApprovals,
  control: noControl,
  activity: noActivity,
  tasks: noTasks,
  usage: noUsage,
  edits: noEdits,
}
