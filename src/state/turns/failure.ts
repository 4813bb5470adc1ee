/**
 * Why a turn failed, in a form that a program can act on. The CLI's own fields come first: the result's subtype, the HTTP status,
 * the code of its last reply. Old versions have only a text, so texts come last.
 */
import type { ResultMessage } from '../../protocol/messages/result.ts'
import { numberIn } from '../fields.ts'

/** Why a turn failed, as a word that a program can compare. */
export type FailureKind =
  | 'auth'
  | 'rate-limit'
  | 'overloaded'
  | 'billing'
  | 'budget'
  | 'max-turns'
  | 'context'
  | 'refusal'
  | 'no-structured-output'
  | 'api'
  | 'other'

/** Why a turn failed, and whether a retry makes sense. */
export interface TurnFailure {
  readonly kind: FailureKind
  /** Whether the same prompt may succeed later without any change. */
  readonly retryable: boolean
  /** When a retry makes sense, in milliseconds since 1970, if the CLI said so. */
  readonly retryAt?: number
}

/** What the session knows besides the result itself. */
export interface FailureClues {
  /** The text that the result gives as the reason. */
  readonly text: string
  /** The `error` of the turn's last reply. */
  readonly code?: string | undefined
  /** When the rate limit that was reported last ends, in seconds since 1970. */
  readonly resetsAt?: number | undefined
}

type Kinds<Key> = ReadonlyMap<Key | undefined, FailureKind>
const BY_SUBTYPE: Kinds<string> = new Map([
  ['error_max_turns', 'max-turns'],
  ['error_max_budget_usd', 'budget'],
  ['error_max_structured_output_retries', 'no-structured-output'],
])
const BY_CODE: Kinds<string> = new Map([
  ['authentication_failed', 'auth'],
  ['oauth_org_not_allowed', 'auth'],
  ['billing_error', 'billing'],
  ['rate_limit', 'rate-limit'],
  ['overloaded', 'overloaded'],
  ['refusal', 'refusal'],
])
const BY_STATUS: Kinds<number> = new Map([
  [401, 'auth'],
  [402, 'billing'],
  [403, 'auth'],
  [413, 'context'],
  [429, 'rate-limit'],
  [529, 'overloaded'],
])
const BY_REASON: Kinds<string> = new Map([
  ['max_turns', 'max-turns'],
  ['blocking_limit', 'context'],
])
const BY_TEXT: readonly (readonly [RegExp, FailureKind])[] = [
  [/not logged in|please run \/login|invalid api key|oauth token (has )?(expired|been revoked)/i, 'auth'],
  [/disabled organization|organization has been disabled/i, 'auth'],
  [/credit balance is too low/i, 'billing'],
  [/usage limit reached|hit your (session |weekly |usage )?limit/i, 'rate-limit'],
  [/prompt is too long|request too large|context (window|limit)|input length and/i, 'context'],
  [/usage policy|declined to respond|(model|request was) refused/i, 'refusal'],
  [/\b529\b|overloaded/i, 'overloaded'],
  [/reached max(imum number of)? turns/i, 'max-turns'],
  [/^api error|issue with the selected model/i, 'api'],
]
const RETRYABLE: ReadonlySet<FailureKind> = new Set(['rate-limit', 'overloaded'])
/** Errors of a connection, which have no status. */
const CONNECTION = /ECONN|ETIMEDOUT|EPIPE|socket|connection|timed? ?out|network/i

export function failureOf(message: ResultMessage, clues: FailureClues): TurnFailure {
  const status = statusOf(message, clues.text)
  const kind = kindOf(message, clues, status)
  const retryAt = kind === 'rate-limit' ? resetOf(clues) : undefined
  return {
    kind,
    retryable: RETRYABLE.has(kind) || (kind === 'api' && isPassing(status, clues.text)),
    ...(retryAt !== undefined && { retryAt }),
  }
}

function kindOf(
  message: ResultMessage,
  { code, text }: FailureClues,
  status: number | undefined,
): FailureKind {
  const known =
    BY_SUBTYPE.get(message.subtype) ??
    // 2.1.197 and 2.1.325 report a 529 with the code of any failing server.
    BY_STATUS.get(status) ??
    BY_CODE.get(code) ??
    (message.stop_reason === 'refusal' ? 'refusal' : undefined) ??
    BY_REASON.get(message.terminal_reason) ??
    (isOfServer(status) ? 'api' : undefined) ??
    BY_TEXT.find(([pattern]) => pattern.test(text))?.[1]
  if (known) return known
  const isApi = status !== undefined || code === 'server_error' || message.terminal_reason === 'api_error'
  return isApi ? 'api' : 'other'
}

/** 2.1.100 has the status in its text only. */
function statusOf(message: ResultMessage, text: string): number | undefined {
  const written = /^API Error: (\d{3})\b/.exec(text)?.[1]
  return numberIn(message.api_error_status) ?? (written === undefined ? undefined : Number(written))
}

function isPassing(status: number | undefined, text: string): boolean {
  return status === undefined ? CONNECTION.test(text) : isOfServer(status) || status === 408 || status === 409
}

/** The text may quote anything then. */
function isOfServer(status: number | undefined): boolean {
  return status !== undefined && status >= 500
}

/** Old versions write the time into the text: `…limit reached|1763452800`. */
function resetOf({ resetsAt, text }: FailureClues): number | undefined {
  const written = /\|(\d{10})\b/.exec(text)?.[1]
  const seconds = resetsAt ?? (written === undefined ? undefined : Number(written))
  return seconds === undefined ? undefined : seconds * 1000
}
