/** The result of a check, and the ways in which a check reports it. */
import { isObject } from '../protocol/json.ts'
import { inWords, looksLike, type Wanted } from './match.ts'

export const VERDICTS = ['holds', 'differs', 'unsupported', 'skipped'] as const
export type VerdictName = (typeof VERDICTS)[number]

export interface Verdict {
  readonly verdict: VerdictName
  /** Which behaviour it was, for a rule under which versions behave differently. */
  readonly saw?: string
  /** Why it differs, is not supported or could not be checked. */
  readonly why?: string
}

export const HOLDS: Verdict = { verdict: 'holds' }

/** For a rule under which versions differ: what this one does. Its version decides whether the rule holds. */
export function saw(what: string): Verdict {
  return { verdict: 'holds', saw: what }
}

/** The CLI does not do what the rule says. */
export class Differs extends Error {}

/** The CLI does not support what the rule is about. */
export class Unsupported extends Error {}

/** The rule cannot be checked on this machine. */
export class Skipped extends Error {}

/** Throws `Differs` unless the condition is true. */
export function must(condition: boolean, what: string): void {
  if (!condition) throw new Differs(what)
}

/** Throws `Differs` unless the value matches the pattern. */
export function mustBe(value: unknown, wanted: Wanted, what: string): void {
  if (looksLike(value, wanted)) return
  throw new Differs(
    `${what}: wanted ${inWords(wanted)}, got ${shortened(JSON.stringify(about(value, wanted)) ?? 'nothing')}`,
  )
}

/** Returns only those fields of an object that the pattern checks. */
function about(value: unknown, wanted: Wanted): unknown {
  if (Array.isArray(value) && Array.isArray(wanted)) return value.map((it, i) => about(it, wanted[i]))
  if (!isObject(value) || !isObject(wanted)) return value
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, about(value[name], wanted[name])]))
}

export function shortened(text: string, most = 300): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`
}
