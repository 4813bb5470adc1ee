/**
 * How much of a line is read. The parser backtracks over an unclosed bracket, so its cost is the number of brackets times the
 * length.
 */

export const MAX_LENGTH = 100_000
const MAX_COST = 50_000_000

export function isTooCostly(line: string): boolean {
  let brackets = 0
  for (const sign of line) if ('({[`$<'.includes(sign)) brackets += 1
  return brackets * line.length > MAX_COST
}
