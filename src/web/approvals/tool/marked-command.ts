/** A command in lines, with the parts that have a risk. */
import type { Risk } from '../../../shell/risks/risk.ts'
import { visible } from '../../../state/unseen.ts'

export interface CommandPiece {
  /** With characters that cannot be seen written out. */
  readonly text: string
  readonly isRisk: boolean
  /** The numbers of the risks that end with this piece. */
  readonly numbers: readonly number[]
}

type Part = Pick<Risk, 'start' | 'end'>

/** Risks have the numbers of their positions in the list, from 1. A risk without a character has its number where it stands. */
export function markedCommand(command: string, risks: readonly Part[]): readonly (readonly CommandPiece[])[] {
  const cuts = new Set([0, command.length])
  for (const { start, end } of risks) cuts.add(start).add(end)
  const at = [...cuts].sort((a, b) => a - b)
  const lines: CommandPiece[][] = [[]]
  for (const [index, start] of at.entries()) {
    const end = at[index + 1]
    if (end === undefined) break
    const isRisk = risks.some((it) => it.start <= start && end <= it.end)
    const numbers = risks.flatMap((it, risk) => (it.end === end ? [risk + 1] : []))
    const texts = command.slice(start, end).split('\n')
    for (const [line, text] of texts.entries()) {
      if (line > 0) lines.push([])
      const isLast = line === texts.length - 1
      if (text !== '' || (isLast && numbers.length > 0))
        lines.at(-1)?.push({ text: visible(text), isRisk, numbers: isLast ? numbers : [] })
    }
  }
  return lines
}

/** The number of the first risk in the part of a command that begins like this, if there is just one such part. */
export function numberOfPart(command: string, risks: readonly Part[], beginning: string): number | undefined {
  const at = command.indexOf(beginning)
  if (beginning === '' || at < 0 || command.indexOf(beginning, at + 1) >= 0) return undefined
  const index = risks.findIndex(({ start, end }) => start <= at && at < end)
  return index < 0 ? undefined : index + 1
}
