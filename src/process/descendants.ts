/**
 * The processes that a process started, and theirs. The CLI runs each Bash tool in a session and process group of its
 * own, so a signal to the CLI's group does not reach them: they must be found before the CLI dies, since afterwards
 * they belong to init. A start time goes with each pid, so that a pid given to another process is never ended.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 5

export interface ProcessId {
  readonly pid: number
  /** Opaque: equal only for the same process. */
  readonly startedAt: string
}

interface ProcessEntry extends ProcessId {
  readonly parent: number
  /** It was stopped, and waits for SIGCONT. */
  readonly isStopped: boolean
}

/** All descendants of these, nearest first. Synchronous, so that it also works while this program exits. */
export function descendantsOf(...pids: readonly number[]): ProcessId[] {
  const children = new Map<number, ProcessEntry[]>()
  for (const entry of processTable()) {
    const siblings = children.get(entry.parent)
    if (siblings) siblings.push(entry)
    else children.set(entry.parent, [entry])
  }
  const found: ProcessId[] = []
  const next = pids.flatMap((pid) => children.get(pid) ?? [])
  for (let entry = next.shift(); entry !== undefined; entry = next.shift()) {
    found.push({ pid: entry.pid, startedAt: entry.startedAt })
    next.push(...(children.get(entry.pid) ?? []))
  }
  return found
}

/** Ends those that still run. */
export function killAll(processes: readonly ProcessId[]): void {
  for (const { pid } of stillRunning(processes)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone in the meantime.
    }
  }
}

/** Ends those that still run, and resolves when they are gone, or after the time given. */
export async function endAll(processes: readonly ProcessId[], mostMs: number): Promise<void> {
  const deadline = performance.now() + mostMs
  killAll(processes)
  while (stillRunning(processes).length > 0 && performance.now() < deadline) await sleep(LOOK_AGAIN_MS)
}

/**
 * Whether this very process runs: not one that was given its pid later, nor one that has ended and waits for its
 * parent. Throws when that cannot be found out, as with too many files open.
 */
export function isRunning({ pid, startedAt }: ProcessId): boolean {
  return entryOf(pid)?.startedAt === startedAt
}

/** Whether this very process is stopped (SIGSTOP). Throws as `isRunning` does. */
export function isStopped({ pid, startedAt }: ProcessId): boolean {
  const entry = entryOf(pid)
  return entry?.startedAt === startedAt && entry.isStopped
}

/** What goes with the pid of a process that runs; empty if none does. */
export function startTimeOf(pid: number): string {
  return entryOf(pid)?.startedAt ?? ''
}

function entryOf(pid: number): ProcessEntry | undefined {
  if (process.platform === 'win32') return undefined
  return process.platform === 'linux' ? procEntry(String(pid)) : psTable(['-p', String(pid)])[0]
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
const FEW = 8

function stillRunning(processes: readonly ProcessId[]): readonly ProcessId[] {
  if (processes.length === 0) return []
  if (processes.length <= FEW && process.platform === 'linux') return processes.filter(isKnownToRun)
  const running = new Map(processTable().map((entry) => [entry.pid, entry.startedAt]))
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

function processTable(): ProcessEntry[] {
  if (process.platform === 'win32') return []
  return process.platform === 'linux' ? procTable() : psTable()
}

function procTable(): ProcessEntry[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      return procEntry(pid) ?? []
    } catch {
      return []
    }
  })
}

function procEntry(pid: string): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // `pid (name) state ppid …`: the name may hold spaces and parentheses; the start time is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    const isStopped = fields[0] === 'T'
    return { pid: Number(pid), parent: Number(fields[1]), startedAt: fields[19] ?? '', isStopped }
  } catch (error) {
    // Ended, maybe while we read.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}

function psTable(which: readonly string[] = ['-ax']): ProcessEntry[] {
  return psLines([...which, '-o', 'pid=,ppid=,stat=,lstart=']).flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line)
    const [, pid, parent, state = '', startedAt = ''] = match ?? []
    if (!match || state.startsWith('Z')) return []
    return [{ pid: Number(pid), parent: Number(parent), startedAt, isStopped: state.startsWith('T') }]
  })
}

function psLines(args: readonly string[]): string[] {
  try {
    // A start time is compared as text, also by a program with other settings: always the same language and zone.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC0' }
    return execFileSync('ps', args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] }).split(
      '\n',
    )
  } catch {
    // It fails where it has nothing to list.
    return []
  }
}
