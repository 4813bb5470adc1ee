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
}

/** All descendants of `pid`, nearest first. Synchronous, so that it also works while this program exits. */
export function descendantsOf(pid: number): ProcessId[] {
  const children = new Map<number, ProcessEntry[]>()
  for (const entry of processTable()) {
    const siblings = children.get(entry.parent)
    if (siblings) siblings.push(entry)
    else children.set(entry.parent, [entry])
  }
  const found: ProcessId[] = []
  const next = [...(children.get(pid) ?? [])]
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

function stillRunning(processes: readonly ProcessId[]): readonly ProcessId[] {
  if (processes.length === 0) return []
  const running = new Map(processTable().map((entry) => [entry.pid, entry.startedAt]))
  return processes.filter(({ pid, startedAt }) => running.get(pid) === startedAt)
}

function processTable(): ProcessEntry[] {
  if (process.platform === 'win32') return []
  return process.platform === 'linux' ? procTable() : psTable()
}

function procTable(): ProcessEntry[] {
  const entries: ProcessEntry[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // `pid (name) state ppid …`: the name may hold spaces and parentheses; the start time is field 22.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (fields[0] === 'Z') continue
      entries.push({ pid: Number(name), parent: Number(fields[1]), startedAt: fields[19] ?? '' })
    } catch {
      // Ended while we read.
    }
  }
  return entries
}

function psTable(): ProcessEntry[] {
  const table = execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,lstart='], { encoding: 'utf8' })
  return table.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line)
    if (!match || match[3]?.startsWith('Z')) return []
    return [{ pid: Number(match[1]), parent: Number(match[2]), startedAt: match[4] as string }]
  })
}
