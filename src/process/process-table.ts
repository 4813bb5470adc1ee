/**
 * The processes of this machine, as the system lists them. `readProcessTable` reads the list at once, also while this
 * program exits. `processTable` is for all other times: many ask it at once (a host that ends its sessions), and share a
 * reading, during which others get their turn.
 */
import { type ExecFileSyncOptionsWithStringEncoding, execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface ProcessId {
  readonly pid: number
  /** Opaque: equal only for the same process. */
  readonly startedAt: string
}

export interface ProcessEntry extends ProcessId {
  readonly parent: number
  /** It was stopped, and waits for SIGCONT. */
  readonly isStopped: boolean
}

/** Undefined: no process has this pid, or one that has ended and waits for its parent. Throws when it cannot be found out. */
export function processEntry(pid: number): ProcessEntry | undefined {
  if (process.platform === 'win32') return undefined
  return process.platform === 'linux' ? procEntry(String(pid)) : psTable(psOptions('-p', String(pid)))[0]
}

export function readProcessTable(): ProcessEntry[] {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') return psTable(psOptions('-ax'))
  return readdirSync('/proc').flatMap(listedEntry)
}

/** So many entries are read before others get their turn: about a millisecond. The kernel has them in memory. */
const ENTRIES_IN_A_ROW = 64

async function readInTurns(): Promise<ProcessEntry[]> {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') return psTableLater()
  const names = await readdir('/proc')
  const entries: ProcessEntry[] = []
  for (let from = 0; from < names.length; from += ENTRIES_IN_A_ROW) {
    if (from > 0) await nextTurn()
    entries.push(...names.slice(from, from + ENTRIES_IN_A_ROW).flatMap(listedEntry))
  }
  return entries
}

/**
 * Readings that are shared. Whoever asks gets one that begins after the question: so all who ask while one is under way
 * share the next, and however many ask, one is read at a time.
 */
export class SharedReadings<T> {
  readonly #read: () => Promise<T>
  #next: Promise<T> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #count = 0

  constructor(read: () => Promise<T>) {
    this.#read = read
  }

  /** How many there were. */
  get count(): number {
    return this.#count
  }

  get(): Promise<T> {
    this.#next ??= this.#readNext(this.#last)
    return this.#next
  }

  async #readNext(last: Promise<unknown>): Promise<T> {
    await last
    // Those who ask in the same turn of the event loop come along.
    await nextTurn()
    this.#next = undefined
    this.#count += 1
    const reading = this.#read()
    this.#last = reading.catch(() => {})
    return reading
  }
}

export const processTable = new SharedReadings(readInTurns)

function listedEntry(name: string): ProcessEntry[] {
  if (!/^\d+$/.test(name)) return []
  try {
    const entry = procEntry(name)
    return entry ? [entry] : []
  } catch {
    return []
  }
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

const COLUMNS = 'pid=,ppid=,stat=,lstart='

function psOptions(...which: string[]): string[] {
  return [...which, '-o', COLUMNS]
}

/** A start time is compared as text, also by a program with other settings: always the same language and zone. */
function psSettings(): ExecFileSyncOptionsWithStringEncoding {
  return { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C', TZ: 'UTC0' } }
}

function psTable(options: readonly string[]): ProcessEntry[] {
  try {
    return psEntries(execFileSync('ps', options, { ...psSettings(), stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    // It fails where it has nothing to list.
    return []
  }
}

async function psTableLater(): Promise<ProcessEntry[]> {
  try {
    const { stdout } = await promisify(execFile)('ps', psOptions('-ax'), psSettings())
    return psEntries(stdout)
  } catch {
    return []
  }
}

function psEntries(text: string): ProcessEntry[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line)
    const [, pid, parent, state = '', startedAt = ''] = match ?? []
    if (!match || state.startsWith('Z')) return []
    return [{ pid: Number(pid), parent: Number(parent), startedAt, isStopped: state.startsWith('T') }]
  })
}
