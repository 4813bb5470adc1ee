/**
 * Open files that this program inherited and would pass on. Node closes what it opens itself when it starts another
 * program, but whoever started it may have left more open. An open folder is a way around every mask.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

/** The flag of a file that is closed when another program is started. */
const CLOSES = 0o2000000

/** The numbers of those beyond stdin, stdout and stderr. Linux only: elsewhere nothing is isolated. */
function strayHandles(): number[] {
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

/** As `spawn`, and none of them is passed on: only what `stdio` names, from stdin on. */
export function spawnWithoutStrays(
  command: string,
  args: readonly string[],
  { stdio, ...options }: SpawnOptions & { readonly stdio: readonly (number | 'pipe' | 'ignore')[] },
): ChildProcess {
  const nothing = openSync('/dev/null', 'r')
  try {
    const strays = inPlaceOfStrays(stdio.length, strayHandles(), nothing)
    return spawn(command, args, { ...options, stdio: [...stdio, ...strays] })
  } finally {
    closeSync(nothing)
  }
}

/** For the option `stdio` of `spawn`, after those that are used: `nothing`, an open /dev/null, takes the place of each. */
function inPlaceOfStrays(from: number, strays: readonly number[], nothing: number): (number | 'ignore')[] {
  const most = Math.max(from - 1, ...strays)
  return Array.from({ length: most + 1 - from }, (_, i) => (strays.includes(from + i) ? nothing : 'ignore'))
}
