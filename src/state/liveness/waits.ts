/** What a session may wait for. Each has a name, and says since when. */
import type { ApprovalKind } from '../approvals/approvals.ts'

interface WaitBase<Kind extends string> {
  readonly kind: Kind
  readonly since: number
}

/** The process has not answered yet. */
export type StartWait = WaitBase<'start'>
/** The model has to answer, or to go on with its text, its thinking, or the input of a tool that it calls. */
export type ModelWait = WaitBase<'model'>
/** The model writes text. */
export type TextWait = WaitBase<'text'>
/** The model thinks. */
export type ThinkingWait = WaitBase<'thinking'>
/** The model writes the input of a tool call. */
export interface ToolInputWait extends WaitBase<'tool-input'> {
  readonly name?: string
}
/** A tool runs: the oldest one. */
export interface ToolWait extends WaitBase<'tool'> {
  readonly id: string
  readonly name: string
  /** In one short line, such as the command. */
  readonly input: string
  /** How many run. */
  readonly count: number
}
/** A request to the API failed. Until `nextAt` nothing happens; then it is made again. */
export interface RetryWait extends WaitBase<'api-retry'> {
  readonly attempt: number
  readonly of: number
  readonly nextAt: number
  readonly status?: number
  readonly error?: string
}
/** The CLI compacts the conversation. */
export type CompactingWait = WaitBase<'compacting'>
/** A person has to decide: the oldest one. */
export interface ApprovalWait extends WaitBase<'approval'> {
  /** 0: the CLI says that it waits for a person, and has not said what for. */
  readonly count: number
  readonly id?: string
  readonly approval?: ApprovalKind
  /** The tool, or the MCP server, that it is about. */
  readonly name?: string
  readonly input?: string
}
/** Hooks run. */
export interface HookWait extends WaitBase<'hook'> {
  /** The hook's event. */
  readonly name?: string
  readonly count: number
}
/** The account has used up what it may. */
export interface RateLimitWait extends WaitBase<'rate-limit'> {
  readonly until?: number
}
/** The CLI signs in. */
export interface AuthenticationWait extends WaitBase<'authentication'> {
  readonly output: readonly string[]
}
/** Nothing runs but what went on in the background: the oldest one. */
export interface TasksWait extends WaitBase<'tasks'> {
  readonly count: number
  readonly description?: string
}
/** The host has stopped the process until there is more room on the disk. */
export type DiskWait = WaitBase<'disk'>

/** What a session waits for, and since when. */
export type Wait =
  | StartWait
  | ModelWait
  | TextWait
  | ThinkingWait
  | ToolInputWait
  | ToolWait
  | RetryWait
  | CompactingWait
  | ApprovalWait
  | HookWait
  | RateLimitWait
  | AuthenticationWait
  | TasksWait
  | DiskWait
