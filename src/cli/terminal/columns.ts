import type { Io } from '../io.ts'

/** The width of the terminal; without a terminal, infinite. */
export function columnsOf({ isTTY, columns = 80 }: Io['stderr'], least = 20): number {
  return isTTY === true ? Math.max(least, columns) : Number.POSITIVE_INFINITY
}

/** Makes the widest columns narrower, down to their floors, until they fit into `room`. */
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
    // In small steps, so that columns of equal width stay equal.
    shrunk[widest] = (shrunk[widest] ?? 0) - Math.min(over, spare(widest), Math.ceil(over / 8))
  }
  return { widths: shrunk, fits: total() <= room }
}
