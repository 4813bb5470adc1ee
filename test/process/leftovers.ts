/**
 * Ends whatever still runs in a folder that a test has made, and removes the folder. Hosts and the processes of their
 * sessions are made to outlive whoever started them, also a test that failed in the middle; so they are found by what
 * they left: the records of durable processes, and on Linux the folder in their environment or command line.
 *
 * A folder that is `guarded` is also cleared when the program of the tests ends before it comes to that, as with ctrl-c.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  descendantsOf,
  endAll,
  isRunning,
  killAll,
  type ProcessId,
  startTimeOf,
} from '../../src/process/descendants.ts'
import { durableFiles, readRecord } from '../../src/process/durable/files.ts'

/** What is killed is gone as soon as the system gets to it. */
const AFTER_KILL = 30_000
const RECORD = /^(\d+)\.process\.json$/
const guarded = new Set<string>()

/** Nothing runs in it any more. */
export async function endIn(root: string): Promise<void> {
  // One of them may start another before it is killed.
  for (let left = runningIn(root); left.length > 0; left = runningIn(root)) await endAll(left, AFTER_KILL)
}

/** Nothing is left in it, and it is not there any more. */
export async function clear(root: string): Promise<void> {
  await endIn(root)
  remove(root)
  guarded.delete(root)
}

export function guard(root: string): void {
  if (guarded.size === 0) watchTheEnd()
  guarded.add(root)
}

/** What ends well ends within this time; what does not is killed afterwards. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work.catch(() => {}), late])
  clearTimeout(timer)
}

export function runningIn(root: string): ProcessId[] {
  const found = [...recordedIn(root), ...(process.platform === 'linux' ? markedWith(root) : [])].filter(runs)
  return [...found, ...found.flatMap(({ pid }) => descendantsOf(pid)).filter(runs)]
}

/** A record may have no start time of a process that ended at once, and one that is gone has none either. */
function runs(it: ProcessId): boolean {
  return it.startedAt !== '' && it.pid !== process.pid && isRunning(it)
}

function recordedIn(root: string): ProcessId[] {
  return namesIn(root).flatMap((name) => {
    const path = join(root, name)
    const generation = RECORD.exec(path.slice(dirname(path).length + 1))?.[1]
    if (generation === undefined) return []
    try {
      return Object.values(readRecord(durableFiles(dirname(path), Number(generation))) ?? {})
    } catch {
      // A test may have spoilt it.
      return []
    }
  })
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}

function markedWith(root: string): ProcessId[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const texts = ['environ', 'cmdline'].map((file) => readFileSync(`/proc/${name}/${file}`, 'utf8'))
      const isMarked = texts.some((text) => text.split('\0').some((it) => isBelow(it, root)))
      return isMarked ? [{ pid: Number(name), startedAt: startTimeOf(Number(name)) }] : []
    } catch {
      return []
    }
  })
}

/** `NAME=/root/x`, `/root`, … but not `/root-of-another`. */
function isBelow(text: string, root: string): boolean {
  return `${text}/`.includes(`${root}/`)
}

function remove(root: string): void {
  rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

let isWatching = false
function watchTheEnd(): void {
  if (isWatching) return
  isWatching = true
  process.on('exit', clearAll)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      clearAll()
      // As it would have ended. `process.exit` is not for a test to call.
      process.kill(process.pid, signal)
    })
}

/** At once: there is no time to wait for anything. */
function clearAll(): void {
  for (const root of guarded) {
    // Twice: one of them may have started another meanwhile.
    killAll(runningIn(root))
    killAll(runningIn(root))
    try {
      remove(root)
    } catch {
      // Somebody still dies in it.
    }
  }
}
