/**
 * The isolated program itself, as it is seen from outside. What was started is bubblewrap; it starts an init, the first
 * process of the pid namespace, and that one starts the program, the second. Signals are for the program: one for
 * bubblewrap would end all of it without a word.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf, isKnownToRun, type ProcessId } from '../descendants.ts'

const STARTS_WITHIN_MS = 5000
const LOOK_AGAIN_MS = 5

/** Undefined: it does not run yet, or no longer. */
export function innerProcess(bubblewrap: number): ProcessId | undefined {
  const depth = pidsOf(bubblewrap).length
  return descendantsOf(bubblewrap).find(({ pid }) => {
    const pids = pidsOf(pid)
    return pids.length === depth + 1 && pids.at(-1) === '2'
  })
}

/** Resolves when the program is there, when bubblewrap has ended, or after some seconds. */
export async function untilInside(bubblewrap: ProcessId): Promise<void> {
  const deadline = performance.now() + STARTS_WITHIN_MS
  while (performance.now() < deadline && isKnownToRun(bubblewrap)) {
    if (innerProcess(bubblewrap.pid)) return
    await sleep(LOOK_AGAIN_MS)
  }
}

/** In each of its namespaces, the outermost first. */
function pidsOf(pid: number): string[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return (/^NSpid:\s+(.*)$/m.exec(status)?.[1] ?? '').split(/\s+/)
  } catch {
    return []
  }
}
