/**
 * Stops processes with all that they started, and lets them go on. The CLI runs each Bash tool in a process group of its own,
 * so that no signal to one group reaches all of them: they are found in the process table.
 *
 * The top of a tree is stopped first and goes on last. Whoever finds a top that is stopped therefore knows that the tree
 * was suspended, also when the one who did it was killed before it could say so.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { descendantsOf, findTrees, isKnownToRun, isStopped, type ProcessId } from './descendants.ts'

/** One that waits in the kernel, for a disk say, stops when it comes back: it is not waited for longer than this. */
const MAX_MS = 1000
const LOOK_AGAIN_MS = 2

/**
 * Resolves when all of them have stopped. A signal takes a moment, and until then they may start others: these are found
 * in the next round. What has stopped starts nothing; but it may have done so while the table was read in which it is stopped.
 * So one more table must have nothing new.
 */
export async function suspendTrees(tops: readonly ProcessId[]): Promise<void> {
  const deadline = performance.now() + MAX_MS
  const running = tops.filter(isKnownToRun)
  const signalled = new Set<number>()
  const stop = (processes: readonly ProcessId[]) => {
    const pids = processes.map(({ pid }) => pid).filter((pid) => !signalled.has(pid))
    signalAll(pids, 'SIGSTOP')
    for (const pid of pids) signalled.add(pid)
    return pids.length > 0
  }
  stop(running)
  let wereStopped = running.length === 0
  while (performance.now() < deadline) {
    const trees = await findTrees(running)
    const areMore = stop(trees)
    if (!areMore && wereStopped) return
    wereStopped = !areMore && trees.every((it) => it.isStopped)
    if (!wereStopped) await sleep(LOOK_AGAIN_MS)
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
