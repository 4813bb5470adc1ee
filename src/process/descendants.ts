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

/** The first and the longest interval between two looks at killed processes; it doubles each time. */
const LOOK_AGAIN_MS = 5
const LOOK_SELDOM_MS = 40

/** All descendants, nearest first. Synchronous, so that it works while this program exits. */
export function descendantsOf(...pids: readonly number[]): ProcessId[] {
  return pids.length === 0 ? [] : descendantsIn(readProcessTable(), pids)
}

/** The asynchronous `descendantsOf`. Concurrent callers share one process table. */
export async function findDescendants(pid: number): Promise<ProcessId[]> {
  return descendantsIn(await processTable.get(), [pid])
}

/** The current entries of these processes and of all their descendants. */
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
/** The index of a shared table is built once. */
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

/** Kills those that still run. Synchronous, as `descendantsOf`. */
export function killAll(processes: readonly ProcessId[]): void {
  kill(processes.length <= FEW ? processes.filter(isKnownToRun) : runningIn(readProcessTable(), processes))
}

/** Kills those that still run, and resolves when they are gone or the time is up. */
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
 * Whether this process runs: neither a later process with its pid, nor a zombie. Throws if that cannot be determined (too
 * many open files).
 */
export function isRunning({ pid, startedAt }: ProcessId): boolean {
  return processEntry(pid)?.startedAt === startedAt
}

/** Whether this process is stopped (SIGSTOP). Throws as `isRunning` does. */
export function isStopped({ pid, startedAt }: ProcessId): boolean {
  const entry = processEntry(pid)
  return entry?.startedAt === startedAt && entry.isStopped
}

/** The start time of the process with this pid; empty if there is none. */
export function startTimeOf(pid: number): string {
  return processEntry(pid)?.startedAt ?? ''
}

/** A cheap `isRunning` for a process that ran a moment ago. */
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

/** Up to this many processes are looked up one by one; more are looked up in the process table. */
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

/** As `isRunning`, but false if it cannot be determined: an unknown process must not be killed. */
export function isKnownToRun(id: ProcessId): boolean {
  try {
    return isRunning(id)
  } catch {
    return false
  }
}
