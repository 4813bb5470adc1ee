/**
 * Stops processes with all that they started, and lets them go on. The CLI runs each Bash tool in a process group of its own,
 * so that no signal to one group reaches all of them: they are found in the process table.
 *
 * The top of a tree is stopped first and goes on last. Whoever finds a top that is stopped therefore knows that the tree
 * was suspended, also when the one who did it was killed before it could say so.
 */
import { descendantsOf, isKnownToRun, isStopped, type ProcessId } from './descendants.ts'

/** What is started while the table is read is found in the next round. What is stopped starts nothing. */
const MAX_ROUNDS = 10

export function suspendTrees(tops: readonly ProcessId[]): void {
  const running = tops.filter(isKnownToRun)
  const pids = running.map(({ pid }) => pid)
  signalAll(pids, 'SIGSTOP')
  const stopped = new Set(pids)
  for (let round = 0; round < MAX_ROUNDS && pids.length > 0; round += 1) {
    const more = descendantsOf(...pids)
      .map(({ pid }) => pid)
      .filter((pid) => !stopped.has(pid))
    if (more.length === 0) return
    signalAll(more, 'SIGSTOP')
    for (const pid of more) stopped.add(pid)
  }
}

export function continueTrees(tops: readonly ProcessId[]): void {
  const pids = tops.filter(isKnownToRun).map(({ pid }) => pid)
  if (pids.length === 0) return
  signalAll(
    descendantsOf(...pids).map(({ pid }) => pid),
    'SIGCONT',
  )
  signalAll(pids, 'SIGCONT')
}

/** False also when it cannot be found out. */
export function isSuspended(top: ProcessId): boolean {
  try {
    return isStopped(top)
  } catch {
    return false
  }
}

function signalAll(pids: readonly number[], signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // Gone in the meantime.
    }
  }
}
