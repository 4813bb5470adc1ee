/** The pieces of a diff: changes with a few lines around them, and folded unchanged lines. */
import type { DiffLine } from './lines.ts'

export interface Piece {
  readonly isFolded: boolean
  readonly from: number
  readonly to: number
}

const AROUND = 3
/** A fold that hides fewer lines takes more room than it saves. */
const MIN = 4

export function folded(lines: readonly DiffLine[]): Piece[] {
  const pieces: Piece[] = []
  let shownFrom = 0
  for (let at = 0; at < lines.length; ) {
    if (lines[at]?.kind !== 'same') {
      at += 1
      continue
    }
    let end = at
    while (lines[end]?.kind === 'same') end += 1
    const from = at === 0 ? 0 : at + AROUND
    const to = end === lines.length ? end : end - AROUND
    if (to - from >= MIN) {
      if (from > shownFrom) pieces.push({ isFolded: false, from: shownFrom, to: from })
      pieces.push({ isFolded: true, from, to })
      shownFrom = to
    }
    at = end
  }
  if (shownFrom < lines.length) pieces.push({ isFolded: false, from: shownFrom, to: lines.length })
  return pieces
}
