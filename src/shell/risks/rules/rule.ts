import type { Call, CallWord } from '../call.ts'
import { nameOf } from '../call.ts'
import { type Finding, listed, type RiskKind, type TextPiece } from '../risk.ts'

/** A kind of risk, and how a call shows it. */
export interface RiskRule {
  readonly kind: RiskKind
  readonly title: string
  readonly find: (call: Call) => Finding | undefined
}

export function names(words: readonly CallWord[]): readonly TextPiece[] {
  return listed(words.map(nameOf))
}

/** From the program to this word. */
export function upTo({ start, end }: Call, word: CallWord): { start: number; end: number } {
  return { start, end: Math.min(end, Math.max(start, word.end)) }
}
