/**
 * A scenario: what the model replies to which prompt. Plain data, so that it can be in a JSON or YAML file. docs/scenarios.md
 * describes it for authors.
 */
import type { JsonObject } from '../protocol/json.ts'
import type { StopReason } from '../protocol/stream.ts'

/** What the model answers to which prompt. */
export interface Scenario {
  /** The first script that matches is used. */
  scripts: Script[]
  /** The reply to a prompt that no script matches. */
  otherwise?: Reply
  /** For side calls: titles, summaries of compactions, safety checks. A side call without a match gets a short text. */
  side?: SideScript[]
  /** Faults of the simulator that are always active; see `fairlead-sim --help` for the names. */
  faults?: string[]
}

/** A part of the user's text, ignoring case, or a regular expression that it matches. */
export type PromptPattern = string | { pattern: string }

/** The replies to one prompt. */
export interface Script {
  prompt: PromptPattern
  /** One for each API request of the turn: the first answers the prompt, the next the first tool results, ... */
  replies: Reply[]
  /**
   * Replaces the next reply if a tool call came back with an error other than the scripted one: somebody denied it, or it really
   * ran and failed.
   */
  failed?: Reply
}

/** The reply to a call that the CLI makes on its own, such as for a title. */
export interface SideScript {
  prompt: PromptPattern
  /** Without tools: a side call offers none. */
  reply: Reply
}

/** One response of the API, step by step. */
export type Reply = Step[]

/** One part of a reply: content, or something that happens on the way. */
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

/** The model writes text. */
export interface TextStep {
  text: string
  /** The number of characters in each delta. If omitted, a delta is a few words. */
  chunk?: number
  /** How many times the text is repeated in the same block: long outputs from short scenarios. */
  repeat?: number
  /** The block stays open for the next text step: the steps between the two happen within the block. */
  open?: true
}
/** The model thinks. */
export interface ThinkingStep {
  thinking: string
}
/**
 * Several of these in one reply are parallel tool calls. The real CLI runs the tool; the simulated one makes up a result unless
 * this step sets one.
 */
export interface ToolStep {
  tool: string
  /** The simulator replaces `$PLAN_FILE` with the path of the session's plan. */
  input: JsonObject
  /** A new id if omitted. */
  id?: string
  /** The result of the simulated tool. */
  result?: string
  /** The error that the simulated tool ends with. */
  fails?: string
  /** The simulator really runs the tool in the working folder, once it is allowed. */
  run?: true
  /** How long the simulated tool takes, in milliseconds. */
  takes?: number
}
/** Waits. */
export interface DelayStep {
  /** In milliseconds. */
  delay: number
}
/** Waits until the name is released. Does not wait if it was released before. */
export interface HoldStep {
  hold: string
}
/** Fails with an HTTP status, or with an `error` event if the stream has begun. */
export interface ErrorStep {
  error: {
    status: number
    type?: string
    message?: string
    /** In seconds, for the header `retry-after`. */
    retryAfter?: number
    /** How many requests get the error; later requests skip this step. Every request if omitted. */
    times?: number
  }
}
/** Cuts the connection. */
export interface BreakStep {
  break: true
  /** As for an error. */
  times?: number
}
/** The `stop_reason` of the message. If omitted, `tool_use` if a tool is called, otherwise `end_turn`. */
export interface StopStep {
  stop: StopReason
}
/** The tokens that the API reports. */
export interface UsageStep {
  usage: {
    input_tokens?: number
    output_tokens?: number
    cache_read_input_tokens?: number
    cache_creation_input_tokens?: number
  }
}
/** Messages of the simulator that are not part of the conversation. The scripted API skips these steps. */
export type AsideStep = RateLimitStep | AuthStep | NoticeStep | FaultStep | DialogStep | MessageStep
/** Sends a `rate_limit_event` message. */
export interface RateLimitStep {
  /** The `rate_limit_info` of a `rate_limit_event`. */
  rateLimit: JsonObject
}
/** Sends an `auth_status` message. */
export interface AuthStep {
  auth: { isAuthenticating: boolean; output?: string[]; error?: string }
}
/** A `system/informational` message. */
export interface NoticeStep {
  notice: string
  level?: 'info' | 'notice' | 'suggestion' | 'warning'
}
/** Asks the host for a dialog, if the host has declared this kind, and waits for its end. */
export interface DialogStep {
  dialog: { kind: string; payload?: JsonObject }
}
/** Emits any message as it is, and only adds missing ids. */
export interface MessageStep {
  message: JsonObject
}
/** A fault begins here; see `fairlead-sim --help` for the names. */
export interface FaultStep {
  fault: string
}

type KeyOf<S> = S extends unknown ? keyof S : never
type StepNamed<K extends string> = Extract<Step, { [N in K]: unknown }>

/** The field that identifies the kind of a step. */
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
