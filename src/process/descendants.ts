/**
 * The processes that a process started, and theirs. The CLI runs each Bash tool in a session and process group of its
 * own, so a signal to the CLI's group does not reach them: they must be found before the CLI dies, since afterwards
 * they belong to init. A start time goes with each pid, so that a pid given to another process is never ended.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ProcessEntry,
  type ProcessId,
  processEntry,
  processTable,
  readProcessTable,
} from './process-table.ts'

export type { ProcessId } from './process-table.ts'

/** What is killed is looked at again after this; each time twice as long, up to the second. */
const LOOK_AGAIN_MS = 5
const LOOK_SELDOM_MS = 40

/** All descendants of these, nearest first. Synchronous, so that it also works while this program exits. */
export function descendantsOf(...pids: readonly number[]): ProcessId[] {
  return pids.length === 0 ? [] : descendantsIn(readProcessTable(), pids)
}

/** The same as `descendantsOf`. Those who ask at the same time share one table, and nobody waits while it is read. */
export async function findDescendants(pid: number): Promise<ProcessId[]> {
  return descendantsIn(await processTable.get(), [pid])
}

/** These and all their descendants, as they are now. */
export async function findTrees(tops: readonly ProcessId[]): Promise<readonly ProcessEntry[]> {
  const table = await processTable.get()
  const running = tops.flatMap(({ pid, startedAt }) =>
    table.filter((it) => it.pid === pid && it.startedAt === startedAt),
  )
  const pids = running.map(({ pid }) => pid)
  return [...running, ...entriesBelow(table, pids)]
}

function descendantsIn(table: readonly ProcessEntry[], pids: readonly number[]): ProcessId[] {
  return entriesBelow(table, pids).map(({ pid, startedAt }) => ({ pid, startedAt }))
}

function entriesBelow(table: readonly ProcessEntry[], pids: readonly number[]): ProcessEntry[] {
  const children = childrenIn(table)
  const found: ProcessEntry[] = []
  const next = pids.flatMap((pid) => children.get(pid) ?? [])
  for (let entry = next.shift(); entry !== undefined; entry = next.shift()) {
    found.push(entry)
    next.push(...(children.get(entry.pid) ?? []))
  }
  return found
}

type Children = ReadonlyMap<number, readonly ProcessEntry[]>
/** Of a table that many ask about, made once. */
const childrenOfTables = new WeakMap<readonly ProcessEntry[], Children>()

function childrenIn(table: readonly ProcessEntry[]): Children {
  const known = childrenOfTables.get(table)
  if (known) return known
  const children = new Map<number, ProcessEntry[]>()
  for (const entry of table) {
    const siblings = children.get(entry.parent)
    if (siblings) siblings.push(entry)
    else children.set(entry.parent, [entry])
  }
  childrenOfTables.set(table, children)
  return children
}

/** Ends those that still run. Synchronous, as `descendantsOf`. */
export function killAll(processes: readonly ProcessId[]): void {
  kill(processes.length <= FEW ? processes.filter(isKnownToRun) : runningIn(readProcessTable(), processes))
}

/** Ends those that still run, and resolves when they are gone, or after the time given. */
export async function endAll(processes: readonly ProcessId[], mostMs: number): Promise<void> {
  const deadline = performance.now() + mostMs
  let left = await stillRunning(processes)
  kill(left)
  for (let wait = LOOK_AGAIN_MS; left.length > 0 && performance.now() < deadline; ) {
    await sleep(wait)
    wait = Math.min(wait * 2, LOOK_SELDOM_MS)
    left = await stillRunning(left)
  }
}

function kill(processes: readonly ProcessId[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone in the meantime.
    }
  }
}

/**
 * Whether this very process runs: not one that was given its pid later, nor one that has ended and waits for its
 * parent. Throws when that cannot be found out, as with too many files open.
 */
export function isRunning({ pid, startedAt }: ProcessId): boolean {
  return processEntry(pid)?.startedAt === startedAt
}

/** Whether this very process is stopped (SIGSTOP). Throws as `isRunning` does. */
export function isStopped({ pid, startedAt }: ProcessId): boolean {
  const entry = processEntry(pid)
  return entry?.startedAt === startedAt && entry.isStopped
}

/** What goes with the pid of a process that runs; empty if none does. */
export function startTimeOf(pid: number): string {
  return processEntry(pid)?.startedAt ?? ''
}

/** As `isRunning`, for one that was seen running a moment ago. Cheap everywhere, so that it can be asked often. */
export function isStillRunning(id: ProcessId): boolean {
  return process.platform === 'linux' ? isRunning(id) : pidExists(id.pid)
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Up to so many are looked up one by one, where that is cheap; more of them in the table of all. */
const FEW = process.platform === 'linux' ? 8 : 0

async function stillRunning(processes: readonly ProcessId[]): Promise<readonly ProcessId[]> {
  if (processes.length === 0) return []
  if (processes.length <= FEW) return processes.filter(isKnownToRun)
  return runningIn(await processTable.get(), processes)
}

function runningIn(table: readonly ProcessEntry[], processes: readonly ProcessId[]): readonly ProcessId[] {
  const running = new Map(table.map((entry) => [entry.pid, entry.startedAt]))
  return processes.filter(({ pid, startedAt }) => running.get(pid) === startedAt)
}

/** As `isRunning`; false also when it cannot be found out. What is not known to run is better left alone. */
export function isKnownToRun(id: ProcessId): boolean {
  try {
    return isRunning(id)
  } catch {
    return false
  }
}
