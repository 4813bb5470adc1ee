/** What a turn ended in. */
import type { JsonObject } from '../../protocol/json.ts'
import type { ResultMessage } from '../../protocol/messages/result.ts'
import type { UserMessage } from '../../protocol/messages/user.ts'
import { numberIn, objectIn, objectsIn, textIn, textsIn } from '../fields.ts'
import { failureOf, type TurnFailure } from './failure.ts'

/** How a turn ended. */
export interface TurnResult {
  /** `interrupted` is no error. */
  readonly status: 'success' | 'error' | 'interrupted'
  /** Of an error: what kind it is, and whether to try again. */
  readonly failure?: TurnFailure
  readonly subtype: string
  /** The final text; in an error, the reason. */
  readonly text: string
  readonly errors: readonly string[]
  readonly terminalReason?: string
  /** What this turn has cost: the CLI's own figure is cumulative. */
  readonly costUsd: number
  readonly durationMs?: number
  /** 0: no model was asked, as in local commands. Says nothing where the turn was interrupted. */
  readonly numTurns?: number
  readonly usage?: JsonObject
  readonly denials: readonly { readonly toolName?: string; readonly toolUseId?: string }[]
  readonly apiErrorStatus?: number
  readonly structuredOutput?: unknown
}

const INTERRUPTED = new Set(['aborted_streaming', 'aborted_tools'])
export const INTERRUPT_MARKER = '[Request interrupted by user'
/** Begins a text in `errors` that is not for people. */
const DIAGNOSTIC = '[ede_diagnostic]'

/** `interrupted`: the turn's messages held the marker of an interrupt, the only sign of it in old CLIs. */
export function resultStatus(message: ResultMessage, interrupted: boolean): TurnResult['status'] {
  if (INTERRUPTED.has(message.terminal_reason ?? '')) return 'interrupted'
  if (!message.is_error && !isMildError(message)) return 'success'
  return interrupted ? 'interrupted' : 'error'
}

/** 2.1.37 says `is_error: false` of a turn that was interrupted or had too many steps; it has no text then. */
function isMildError({ subtype, result }: ResultMessage): boolean {
  return subtype.startsWith('error') && textIn(result) === undefined
}

/** The final text or, in an error, the reason: without the CLI's diagnostics. */
export function resultText({ result, errors }: ResultMessage): string {
  return textIn(result) ?? withoutDiagnostics(errors).join('; ')
}

function withoutDiagnostics(errors: unknown): readonly string[] {
  return (textsIn(errors) ?? []).filter((error) => !error.startsWith(DIAGNOSTIC))
}

/** What the turn and the session know besides the CLI's message. */
export interface ResultContext {
  readonly interrupted: boolean
  /** This result's share of the CLI's figure, which is cumulative. */
  readonly costUsd?: number | undefined
  readonly replyError?: string | undefined
  readonly resetsAt?: number | undefined
}

export function turnResult(message: ResultMessage, context: ResultContext): TurnResult {
  const { interrupted, costUsd = 0, replyError: code, resetsAt } = context
  const status = resultStatus(message, interrupted)
  const text = resultText(message)
  const terminalReason = textIn(message.terminal_reason)
  const durationMs = numberIn(message.duration_ms)
  const numTurns = numberIn(message.num_turns)
  const usage = objectIn(message.usage)
  const apiErrorStatus = numberIn(message.api_error_status)
  const { structured_output: structuredOutput } = message
  return {
    status,
    ...(status === 'error' && { failure: failureOf(message, { text, code, resetsAt }) }),
    subtype: message.subtype,
    text,
    errors: withoutDiagnostics(message.errors),
    costUsd,
    denials: (objectsIn(message.permission_denials) ?? []).map(denial),
    ...(terminalReason !== undefined && { terminalReason }),
    ...(durationMs !== undefined && { durationMs }),
    ...(numTurns !== undefined && { numTurns }),
    ...(usage !== undefined && { usage }),
    ...(apiErrorStatus !== undefined && { apiErrorStatus }),
    ...(structuredOutput !== undefined && { structuredOutput }),
  }
}

function denial(denied: JsonObject): { toolName?: string; toolUseId?: string } {
  const toolName = textIn(denied.tool_name)
  const toolUseId = textIn(denied.tool_use_id)
  return { ...(toolName !== undefined && { toolName }), ...(toolUseId !== undefined && { toolUseId }) }
}

/** The CLI's note in the conversation that it was interrupted. */
export function isInterruptMarker({ message: { content }, isReplay, isSynthetic }: UserMessage): boolean {
  if (isReplay || isSynthetic) return false
  if (typeof content === 'string') return content.startsWith(INTERRUPT_MARKER)
  return content.some((block) => block.type === 'text' && block.text.startsWith(INTERRUPT_MARKER))
}
