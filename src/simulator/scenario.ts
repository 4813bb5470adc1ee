/**
 * A scenario: what the model says to which prompt. Plain data, so that it can live in a JSON or YAML file.
 * docs/scenarios.md describes it for those who write one.
 */
import type { JsonObject } from '../protocol/json.ts'
import type { StopReason } from '../protocol/stream.ts'

export interface Scenario {
  /** Of several scripts that match, the first is taken. */
  scripts: Script[]
  /** The reply to a prompt that no script matches. */
  otherwise?: Reply
  /** For side calls: titles, summaries of compactions, safety checks. Without a match they get a short text. */
  side?: SideScript[]
  /** What the simulator does wrong all the time; see `fairlead-sim --help` for the names. */
  faults?: string[]
}

/** Part of the user's text, in any letter case; or a regular expression that it matches. */
export type Prompt = string | { pattern: string }

export interface Script {
  prompt: Prompt
  /** One for each API request of the turn: the first answers the prompt, the next the first tool results, ... */
  replies: Reply[]
  /**
   * In place of the next reply where a tool call came back with another error than the one that it was scripted to end
   * with: somebody denied it, or it was really run and failed.
   */
  failed?: Reply
}

export interface SideScript {
  prompt: Prompt
  /** Without tools: a side call offers none. */
  reply: Reply
}

/** One answer of the API, step by step. */
export type Reply = Step[]

export type Step =
  | ContentStep
  | DelayStep
  | HoldStep
  | ErrorStep
  | BreakStep
  | StopStep
  | UsageStep
  | AsideStep
/** The steps that become content blocks of the message. */
export type ContentStep = TextStep | ThinkingStep | ToolStep

export interface TextStep {
  text: string
  /** Characters in each delta. Without it a delta is a few words. */
  chunk?: number
  /** How many times the text comes, in the same block: long outputs from short scenarios. */
  repeat?: number
  /** The block stays open for the text step after it: what stands between the two happens within the block. */
  open?: true
}
export interface ThinkingStep {
  thinking: string
}
/**
 * Several of these in one reply are parallel tool calls. What the tool does is the real CLI's affair; the simulated
 * one makes up a result unless told here.
 */
export interface ToolStep {
  tool: string
  /** The simulator puts the file of the session's plan in place of `$PLAN_FILE`. */
  input: JsonObject
  /** Without it, an id that was never used before. */
  id?: string
  /** What the simulated tool answers. */
  result?: string
  /** The error that the simulated tool ends with. */
  fails?: string
  /** The simulator really executes the tool in the working folder, once it is allowed. */
  run?: true
  /** Milliseconds that the simulated tool takes. */
  takes?: number
}
export interface DelayStep {
  /** Milliseconds. */
  delay: number
}
/** Waits until the name is released. A name that was released before does not wait. */
export interface HoldStep {
  hold: string
}
/** Fails: with an HTTP status, or with an `error` event where the stream has begun. */
export interface ErrorStep {
  error: {
    status: number
    type?: string
    message?: string
    /** Seconds, for the header `retry-after`. */
    retryAfter?: number
    /** How many requests get the error; the ones after pass over this step. Without it, every request. */
    times?: number
  }
}
/** Cuts the connection. */
export interface BreakStep {
  break: true
  /** As that of an error. */
  times?: number
}
/** The message's `stop_reason`. Without it `tool_use` where a tool is called, else `end_turn`. */
export interface StopStep {
  stop: StopReason
}
export interface UsageStep {
  usage: {
    input_tokens?: number
    output_tokens?: number
    cache_read_input_tokens?: number
    cache_creation_input_tokens?: number
  }
}
/** What the simulator says beside the conversation. The scripted API passes over these. */
export type AsideStep = RateLimitStep | AuthStep | NoticeStep | FaultStep | DialogStep | MessageStep
export interface RateLimitStep {
  /** `rate_limit_info` of a `rate_limit_event`. */
  rateLimit: JsonObject
}
export interface AuthStep {
  auth: { isAuthenticating: boolean; output?: string[]; error?: string }
}
/** A `system/informational` message. */
export interface NoticeStep {
  notice: string
  level?: 'info' | 'notice' | 'suggestion' | 'warning'
}
/** Asks the host for a dialog, if it has said that it can show this kind, and waits for its end. */
export interface DialogStep {
  dialog: { kind: string; payload?: JsonObject }
}
/** Any message at all, as it is; only its ids are filled in where it has none. */
export interface MessageStep {
  message: JsonObject
}
/** Something goes wrong from here on; see `fairlead-sim --help` for the names. */
export interface FaultStep {
  fault: string
}

type KeyOf<S> = S extends unknown ? keyof S : never
type StepNamed<K extends string> = Extract<Step, { [N in K]: unknown }>

/** What tells a step from the others: the field that only it has. */
export type StepKind = Exclude<
  KeyOf<Step>,
  'chunk' | 'repeat' | 'open' | 'input' | 'id' | 'times' | 'result' | 'fails' | 'run' | 'takes' | 'level'
>

export function isStep<K extends StepKind>(step: Step, kind: K): step is StepNamed<K> {
  return kind in step
}

export function isContent(step: Step): step is ContentStep {
  return isStep(step, 'text') || isStep(step, 'thinking') || isStep(step, 'tool')
}

const ASIDES = ['rateLimit', 'auth', 'notice', 'fault', 'dialog', 'message'] as const

export function isAside(step: Step): step is AsideStep {
  return ASIDES.some((kind) => isStep(step, kind))
}
