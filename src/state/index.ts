/** What a session is, folded from its events. Pure: it runs in the host, the browser and the terminal alike. */

export type { Answer } from './approvals/answer.ts'
export type * from './approvals/approvals.ts'
export type { Call, CliAsk, Control, Probe } from './control/control.ts'
export type { ModelFigures, Tokens } from './cumulative-figures.ts'
export type { EditedFile, Edits } from './edits.ts'
export type * from './events.ts'
export { type ExportedDraft, type ExportedItem, type ExportedSession, toJson } from './export/json.ts'
export { toMarkdown } from './export/markdown.ts'
export type { ExportOptions } from './export/options.ts'
export { toPlainText } from './export/plain-text.ts'
export type { Authentication, CliSession, McpServer, SessionFacts } from './facts.ts'
export { formatDuration } from './format/duration.ts'
export { formatMoney } from './format/money.ts'
export { firstIndex, type List, lastValue, listValues, toArray, valueAt } from './list.ts'
export type { Activity, Phase, Retry, RunningHook, RunningTool } from './liveness/activity.ts'
export { type Liveness, type LivenessOptions, type LivenessStatus, liveness } from './liveness/liveness.ts'
export { PROBE_TIMEOUT, STALL_AFTER, type Stalled, type StallOptions } from './liveness/stall.ts'
export type * from './liveness/waits.ts'
export { describe, type WordOptions } from './liveness/words.ts'
export { type Lookup, lookUp, lookupEntries } from './lookup.ts'
export type { Ended, ProcessState } from './process-state.ts'
export { reduce } from './reduce.ts'
export * from './select.ts'
export { emptyState, type SessionState } from './session-state.ts'
export { isRunning, type Task, type TaskFigures, type Tasks, type TaskTree, taskTree } from './tasks.ts'
export type { Todo, Todos } from './todos.ts'
export type * from './transcript/items.ts'
export { partialInput } from './transcript/partial-input.ts'
export { isCall, MAIN, type Place, type Placed, type Transcript } from './transcript/transcript.ts'
export { hasEvicted, windowed } from './transcript/window.ts'
export type { FailureKind, TurnFailure } from './turns/failure.ts'
export {
  type CancelledPrompt,
  heldPrompts,
  type LostPrompt,
  type OpenPrompt,
  type PromptContent,
  type Prompts,
  waiting,
} from './turns/prompts.ts'
export { resultStatus, resultText, type TurnResult } from './turns/result.ts'
export type { Turn, Turns } from './turns/turns.ts'
export type { ContextMeter, Denial, UsageState } from './usage-state.ts'
export { tokensOfTurn, totalCost, totalsByModel } from './usage-totals.ts'
