/**
 * Kills the processes of this program when it exits, throws, or gets a signal that ends it, with all their descendants.
 * A process is registered from spawn to exit. SIGKILL cannot be caught: the CLI then reads the end of its input and exits.
 */
import { descendantsOf, killAll } from './descendants.ts'

const live = new Set<number>()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let installed = false

export function guard(pid: number): void {
  live.add(pid)
  if (installed) return
  installed = true
  process.on('exit', endAll)
  for (const signal of SIGNALS) process.on(signal, onSignal)
}

export function unguard(pid: number): void {
  live.delete(pid)
  if (live.size > 0 || !installed) return
  installed = false
  process.off('exit', endAll)
  for (const signal of SIGNALS) process.off(signal, onSignal)
}

function endAll(): void {
  const descendants = descendantsOf(...live)
  for (const pid of live) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }
  killAll(descendants)
  live.clear()
}

/** The signal ends the program only if the program has no listener of its own. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  endAll()
  process.off(signal, onSignal)
  process.kill(process.pid, signal)
}
