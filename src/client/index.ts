/** Drives the Claude Code CLI: sessions, approvals, prompts, hooks, MCP servers. */

export * from '../driver/errors.ts'
export type { InterruptOptions, InterruptResult, SignalWaits } from '../driver/interrupt.ts'
export type { Prompt } from '../driver/prompt.ts'
export * from '../process/errors.ts'
export { type Isolation, IsolationError } from '../process/isolation/isolation.ts'
export { prepareIsolation } from '../process/isolation/prepare.ts'
export { type MemoryPeer, memoryPair } from '../process/memory-transport.ts'
export type { Ending, Receiver, Transport } from '../process/transport.ts'
export type { ErrorCode } from '../protocol/errors.ts'
export type { StdoutMessage } from '../protocol/stdout.ts'
export type { Liveness, LivenessStatus } from '../state/liveness/liveness.ts'
export type { Wait } from '../state/liveness/waits.ts'
export type { SessionState } from '../state/session-state.ts'
export type { FailureKind, TurnFailure } from '../state/turns/failure.ts'
export type * from './approvals/approval.ts'
export type { ApprovalHandler } from './approvals/broker.ts'
export { type AnswerTo, type AskAnswer, AskError, type AskOptions, ask } from './ask/ask.ts'
export { type AskAllOptions, type AskAllProgress, type AskOutcome, askAll } from './ask/ask-all.ts'
export * from './errors.ts'
export type { Hook, HookHandler, Hooks } from './hooks.ts'
export type { ChangeListener } from './ledger.ts'
export type { InProcessMcpServer } from './mcp-bridge.ts'
export { openSession, startSession } from './open-session.ts'
export type { PromptQueue } from './prompts/prompt-queue.ts'
export type {
  PromptFailure,
  PromptOutcome,
  PromptResult,
  PromptState,
  PromptSuccess,
  SentPrompt,
} from './prompts/sent-prompt.ts'
export { type QueryOptions, query } from './query.ts'
export {
  type OutputOf,
  type Schema,
  SchemaError,
  type SchemaIssue,
  type SchemaResult,
  type StandardSchema,
  type ToolInputOf,
} from './schema.ts'
export { type SendOptions, Session } from './session.ts'
export type {
  ConnectOptions,
  IrregularLine,
  SessionHandlers,
  SessionOptions,
  Warning,
} from './session-options.ts'
export { toolServer } from './tools/server.ts'
export {
  imageContent,
  type Tool,
  type ToolAnnotations,
  type ToolContent,
  type ToolContext,
  type ToolOutput,
  type ToolResult,
  tool,
} from './tools/tool.ts'
export * from './transcripts/index.ts'
