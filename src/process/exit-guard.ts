/**
 * Nothing that this program started outlives it. Each live process is registered here; when the program exits, throws,
 * or gets a signal that ends it, every registered one is ended with all its descendants. Registration lasts from spawn
 * to exit. A SIGKILL of this program cannot be caught: the CLI then sees the end of its input and ends by itself.
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

/** A program that listens itself decides what a signal means; only where nobody else does, it ends the program. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  endAll()
  process.off(signal, onSignal)
  process.kill(process.pid, signal)
}
