/** The state of one session. Plain JSON: it can be stored, sent and taken up again anywhere. */

import type { Approvals } from './approvals/approvals.ts'
import type { Control } from './control/control.ts'
import type { Edits } from './edits.ts'
import type { SessionFacts } from './facts.ts'
import type { Mutable } from './fields.ts'
import { emptyList } from './list.ts'
import type { Activity } from './liveness/activity.ts'
import { emptyLookup } from './lookup.ts'
import type { ProcessState } from './process-state.ts'
import type { Tasks } from './tasks.ts'
import type { Transcript } from './transcript/transcript.ts'
import type { Prompts } from './turns/prompts.ts'
import type { Turns } from './turns/turns.ts'
import type { UsageState } from './usage-state.ts'

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
  /** What the CLI is doing, as far as its messages show. Liveness is derived from it. */
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

const NO_FIGURES: UsageState['process'] = { costUsd: 0, apiMs: 0, models: {} }
const NO_TOKENS: UsageState['running']['last'] = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0 }

/** The state of a session without any event. It is complete here so that a page which only reads states does not load the fold. */
export const emptyState: SessionState = {
  seq: 0,
  at: 0,
  process: { status: 'none', generation: 0 },
  facts: { cliSessions: [], todos: { list: [], created: [] }, asked: [] },
  transcript: {
    threads: emptyLookup(),
    calls: emptyLookup(),
    uuids: emptyLookup(),
    ids: emptyLookup(),
    drafts: [],
    heads: emptyLookup(),
    running: [],
    orphans: [],
    recent: { count: 0, young: [], old: [] },
    held: 0,
  },
  turns: {
    current: null,
    past: emptyList(),
    tracking: {
      taskEnded: false,
      namesPrompts: false,
      tellsLifecycle: false,
      datesEchoes: false,
      undecided: [],
      repeated: [],
      atRest: true,
      interrupting: false,
      saidIdle: false,
      saysState: false,
      followUp: null,
    },
  },
  prompts: { open: [], cancelled: [], lost: [], done: emptyLookup() },
  approvals: { pending: [], closed: emptyList(), places: emptyLookup() },
  control: { calls: [], asks: [], probe: null, recent: [] },
  activity: {
    lastEventAt: 0,
    modelAt: 0,
    phase: null,
    tools: [],
    hooks: [],
    retry: null,
    compactingSince: null,
    said: null,
    refusals: { count: 0 },
  },
  tasks: { list: [] },
  usage: {
    before: NO_FIGURES,
    process: NO_FIGURES,
    running: { last: NO_TOKENS, earlier: NO_TOKENS },
    denials: { count: 0, last: [] },
    windows: {},
  },
  edits: [],
}
