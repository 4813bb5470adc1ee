/**
 * Where in a transcript the reader is: an item of the conversation, and a line of it. So nothing that comes after it, and
 * no other width, moves what is read; and nobody has to count the lines of ten thousand items.
 */
export interface Anchor {
  /** The item at the top, counted from 0. */
  readonly item: number
  /** The line of it that is at the top. */
  readonly line: number
}

/** How many lines the item shows. */
export type LineCount = (item: number) => number

/** So many lines further down; negative: up. Stops at the beginning. Undefined: past the end. */
function moved(from: Anchor, by: number, count: number, lines: LineCount): Anchor | undefined {
  let { item, line } = from
  line += by
  while (line < 0) {
    if (item === 0) return { item: 0, line: 0 }
    item -= 1
    line += lines(item)
  }
  while (item < count && line >= lines(item)) {
    line -= lines(item)
    item += 1
  }
  return item >= count ? undefined : { item, line }
}

/** The top of the last screen. Undefined: everything fits. */
export function bottomTop(height: number, count: number, lines: LineCount): Anchor | undefined {
  let missing = height
  for (let item = count - 1; item >= 0; item--) {
    const has = lines(item)
    if (has > missing) return { item, line: has - missing }
    missing -= has
    if (missing === 0) return item === 0 ? undefined : { item, line: 0 }
  }
  return undefined
}

/** Undefined: at the end, where it sticks. */
export function scrolled(
  from: Anchor | undefined,
  by: number,
  height: number,
  count: number,
  lines: LineCount,
): Anchor | undefined {
  const end = bottomTop(height, count, lines)
  if (!end) return undefined
  const to = moved(from ?? end, by, count, lines)
  return !to || to.item > end.item || (to.item === end.item && to.line >= end.line) ? undefined : to
}
