/** Markdown that a model wrote, as styled lines. Nothing in it can steer the terminal, and nothing is hidden. */
import { printable } from '../cells.ts'
import { blockLines } from './blocks.ts'
import { lex } from './lex.ts'

export function markdownLines(source: string, width: number): readonly string[] {
  return blockLines(lex(printable(source)).tokens, { width }).lines
}
