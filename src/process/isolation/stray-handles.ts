/**
 * Open files that this program inherited and would pass on. Node closes what it opens itself when it starts another
 * program, but whoever started it may have left more open. An open folder is a way around every mask.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** The flag of a file that is closed when another program is started. */
const CLOSES = 0o2000000

/** The numbers of those beyond stdin, stdout and stderr. Linux only: elsewhere nothing is isolated. */
export function strayHandles(): number[] {
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((handle) => handle > 2 && !closes(handle))
}

function closes(handle: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${handle}`, 'utf8'))?.[1]
    return (Number.parseInt(flags ?? '', 8) & CLOSES) !== 0
  } catch {
    // It was open only to read the list.
    return true
  }
}

/** For the option `stdio` of `spawn`, after those that are used: `nothing`, an open /dev/null, takes the place of each. */
export function inPlaceOfStrays(
  from: number,
  strays: readonly number[],
  nothing: number,
): (number | 'ignore')[] {
  const most = Math.max(from - 1, ...strays)
  return Array.from({ length: most + 1 - from }, (_, i) => (strays.includes(from + i) ? nothing : 'ignore'))
}
