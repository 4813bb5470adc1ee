/** The lines that a new comment is about: chosen one by one, or a whole change. */
import type { DiffLine } from '../../diff/lines.ts'
import type { Change, FileDiff } from '../diff/file-diff.ts'
import type { CommentLines, OpenComment } from './kept-comments.ts'

type Side = CommentLines['side']

/** An unchanged line is one of the new side. */
export function placeOfLine({ kind, old, now }: DiffLine): { side: Side; line: number } | undefined {
  if (kind !== 'removed' && now !== undefined) return { side: 'new', line: now }
  return old === undefined ? undefined : { side: 'old', line: old }
}

/** From a line to another of the same side, in either order. */
function linesBetween(
  path: string,
  { lines }: FileDiff,
  side: Side,
  [a, b]: readonly [number, number],
): CommentLines {
  const [first, last] = a < b ? [a, b] : [b, a]
  const numberOf = (line: DiffLine) => (side === 'new' ? line.now : line.old)
  const own = lines.filter((line) => {
    const number = line.kind === 'note' ? undefined : numberOf(line)
    return number !== undefined && number >= first && number <= last
  })
  return { path, side, first, last, code: own.map(({ text }) => text).join('\n') }
}

/** The new lines of a change, or those that it removes. */
export function linesOfChange(path: string, diff: FileDiff, { from, to }: Change): CommentLines | undefined {
  const part = diff.lines.slice(from, to)
  const kind = part.some((it) => it.kind === 'added') ? 'added' : 'removed'
  const numbers = part.flatMap((it) => (it.kind === kind ? [it.now ?? it.old ?? 0] : []))
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return linesBetween(path, diff, kind === 'added' ? 'new' : 'old', [first, last])
}

/** A click on a line takes it; with `isMore`, all from the first one to it. What was written stays. */
export function withLine(
  open: OpenComment | undefined,
  { path, diff, line, isMore }: { path: string; diff: FileDiff; line: DiffLine; isMore: boolean },
): OpenComment | undefined {
  const place = placeOfLine(line)
  if (!place) return open
  const isSame = open?.path === path && open.side === place.side
  const start = isMore && isSame ? (place.line < open.first ? open.last : open.first) : place.line
  const lines = linesBetween(path, diff, place.side, [start, place.line])
  return { ...lines, text: open?.path === path ? open.text : '', ...(open?.id && isSame && { id: open.id }) }
}
