/** What a session is, folded from its events. Pure: it runs in the host, the browser and the terminal alike. */
export type { Activity, Phase, Retry, RunningHook, RunningTool } from './activity.ts'
export type { Answer } from './approval-answer.ts'
export * from './approvals.ts'
export type { Call, CliAsk, Control, Probe } from './control.ts'
export type * from './events.ts'
export { type ExportedDraft, type ExportedItem, type ExportedSession, toJson } from './export/json.ts'
export { toMarkdown } from './export/markdown.ts'
export type { ExportOptions } from './export/options.ts'
export { toPlainText } from './export/plain-text.ts'
export type { Authentication, CliSession, McpServer, SessionFacts } from './facts.ts'
export * from './list.ts'
export * from './liveness.ts'
export * from './lookup.ts'
export type { Ended, ProcessState } from './process-state.ts'
export {
  type CancelledPrompt,
  heldPrompts,
  type LostPrompt,
  type OpenPrompt,
  type PromptContent,
  type Prompts,
  waiting,
} from './prompts.ts'
export { reduce } from './reduce.ts'
export * from './select.ts'
export { emptyState, type SessionState } from './session-state.ts'
export { PROBE_TIMEOUT, STALL_AFTER, type Stalled, type StallOptions } from './stall.ts'
export { isRunning, type Task, type TaskFigures, type Tasks, type TaskTree, taskTree } from './tasks.ts'
export type { Todos } from './todos.ts'
export type * from './transcript/items.ts'
export { partialInput } from './transcript/partial-input.ts'
export { isCall, MAIN, type Place, type Transcript } from './transcript/transcript.ts'
export { resultStatus, resultText, type TurnResult } from './turn-result.ts'
export type { Turn, Turns } from './turns.ts'
export {
  type ContextMeter,
  type Denial,
  type ModelFigures,
  type Tokens,
  tokensOfTurn,
  totalCost,
  totalsByModel,
  type UsageState,
} from './usage-state.ts'
export type * from './waits.ts'
export { describe, duration, type WordOptions } from './words.ts'
