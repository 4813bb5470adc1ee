/** Syntax colours and word marks of a diff, one line at a time. */
import { useMemo } from 'react'
import { type Segment, useHighlightedLines } from '../code/highlight.ts'
import type { DiffLine } from './lines.ts'

export interface LinePiece extends Segment {
  /** Whether it differs from the line that it replaces or is replaced by. */
  readonly isChanged: boolean
}

/** Cuts a line where its colour changes, and where a changed part begins or ends. */
export function piecesOfLine({ text, changed = [], segments }: DiffLine): readonly LinePiece[] {
  const coloured = segments && lengthOf(segments) === text.length ? segments : [{ text }]
  const cuts = [...changed.flat(), text.length].sort((a, b) => a - b)
  const pieces: LinePiece[] = []
  let at = 0
  for (const segment of coloured) {
    const end = at + segment.text.length
    for (const cut of [...cuts.filter((it) => it > at && it < end), end]) {
      const isChanged = changed.some(([from, to]) => from <= at && at < to)
      pieces.push({ ...segment, text: text.slice(at, cut), isChanged })
      at = cut
    }
  }
  return pieces.filter((it) => it.text !== '')
}

function lengthOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + text.length, 0)
}

/** The lines with their colours, once the highlighter is loaded. Both sides are coloured as whole texts. */
export function useColouredLines(
  lines: readonly DiffLine[],
  language: string | undefined,
): readonly DiffLine[] {
  const [before, after] = useMemo(() => [sideOf(lines, 'added'), sideOf(lines, 'removed')], [lines])
  const old = useHighlightedLines(before, language)
  const now = useHighlightedLines(after, language)
  return useMemo(() => {
    if (!old || !now) return lines
    let [oldAt, nowAt] = [0, 0]
    return lines.map((line) => {
      if (line.kind === 'note') return line
      const segments = line.kind === 'removed' ? old[oldAt] : now[nowAt]
      if (line.kind !== 'added') oldAt += 1
      if (line.kind !== 'removed') nowAt += 1
      return segments ? { ...line, segments } : line
    })
  }, [lines, old, now])
}

function sideOf(lines: readonly DiffLine[], other: DiffLine['kind']): string {
  return lines.flatMap(({ kind, text }) => (kind === other || kind === 'note' ? [] : [text])).join('\n')
}
