/**
 * The item and its line at the top of the screen. New items and another width do not move what is being read, and the
 * lines of ten thousand items need not be counted.
 */
export interface Anchor {
  readonly item: number
  readonly line: number
}

export type LineCount = (item: number) => number

/** `by` lines further down, or up if negative. Stops at the beginning; undefined past the end. */
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

/** The top of the last screenful; undefined if everything fits. */
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

/** Undefined at the end, where the view follows new lines. */
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
