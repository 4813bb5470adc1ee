/** How wide something may be. */
import type { Io } from '../io.ts'

/** Columns of the terminal; without one there is no limit. */
export function columnsOf({ isTTY, columns = 80 }: Io['stderr'], least = 20): number {
  return isTTY === true ? Math.max(least, columns) : Number.POSITIVE_INFINITY
}

/** Widths that add up to no more than `room`: the widest are made narrower first, as far as their floor lets them. */
export function shrink(
  widths: readonly number[],
  floors: readonly number[],
  room: number,
): { readonly widths: readonly number[]; readonly fits: boolean } {
  const shrunk = [...widths]
  const spare = (index: number) => (shrunk[index] ?? 0) - (floors[index] ?? 0)
  const total = () => shrunk.reduce((sum, width) => sum + width, 0)
  for (let over = total() - room; over > 0; over = total() - room) {
    const widest = shrunk.reduce((best, _, index) => (spare(index) > spare(best) ? index : best), 0)
    if (!(spare(widest) > 0)) break
    // A little at a time, so that columns of equal length stay equal.
    shrunk[widest] = (shrunk[widest] ?? 0) - Math.min(over, spare(widest), Math.ceil(over / 8))
  }
  return { widths: shrunk, fits: total() <= room }
}
