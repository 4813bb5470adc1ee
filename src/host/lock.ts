/**
 * One host per data folder: two would mix their lines in one FIFO. The lock is a file that names the host's process; it is
 * taken when the host starts and removed when it ends. One that a killed host left behind is known by its process.
 *
 * The file appears with its contents (a hard link to a finished one), so that nobody takes a lock that is being made for
 * a broken one. A stale one is replaced only by whoever holds a second lock, named after its contents: of two hosts that
 * find the same stale lock one gets that, and the other then finds other contents. It is a lock like the first, and may be
 * left behind like it.
 */
import { createHash } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, type ProcessId, startTimeOf } from '../process/descendants.ts'

export interface HostRecord extends ProcessId {
  readonly url: string
  readonly version: string
}

const FILE = 'host.json'
const ATTEMPTS = 5

/** The host that runs on this folder, if one does. */
export function runningHost(folder: string): HostRecord | undefined {
  return liveRecord(join(folder, FILE))
}

function liveRecord(path: string): HostRecord | undefined {
  return recordIn(contentsOf(path))
}

/** Throws if it cannot be found out whether its process runs: it is not stale then. */
function recordIn(contents = ''): HostRecord | undefined {
  let record: Partial<HostRecord> | null
  try {
    record = JSON.parse(contents)
  } catch {
    return undefined
  }
  const isWhole = typeof record?.pid === 'number' && typeof record.startedAt === 'string'
  return isWhole && isRunning(record as HostRecord) ? (record as HostRecord) : undefined
}

function contentsOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Undefined: another host has it, or is about to. */
export function takeLock(folder: string, version: string): Lock | undefined {
  return take(join(folder, FILE), version)
}

function take(path: string, version: string): Lock | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (isMade(path, version)) return new Lock(path, version)
    const found = contentsOf(path)
    // It was let go in this moment.
    if (found === undefined) continue
    if (recordIn(found)) return undefined
    if (isReplaced(path, found, version)) return new Lock(path, version)
  }
  return undefined
}

/** Puts another in the place of a stale lock with these contents. False: someone else does, or has. */
export function isReplaced(path: string, stale: string, version: string): boolean {
  const claim = take(`${path}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`, version)
  if (!claim) return false
  try {
    if (contentsOf(path) !== stale) return false
    renameSync(finished(path, '', version), path)
    return true
  } finally {
    claim.release()
  }
}

/** False: there is one. */
function isMade(path: string, version: string): boolean {
  const file = finished(path, '', version)
  try {
    linkSync(file, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(file, { force: true })
  }
}

export class Lock {
  readonly #path: string
  readonly #version: string

  constructor(path: string, version: string) {
    this.#path = path
    this.#version = version
  }

  get isOurs(): boolean {
    return liveRecord(this.#path)?.pid === process.pid
  }

  /** Where the host can be reached. Throws if another host took the lock in the same moment. */
  tell(url: string): void {
    if (!this.isOurs) throw new Error('another host was started in the same moment, and has the data folder')
    renameSync(finished(this.#path, url, this.#version), this.#path)
  }

  release(): void {
    if (this.isOurs) rmSync(this.#path, { force: true })
  }
}

/** A whole record, in a file of this process. */
function finished(path: string, url: string, version: string): string {
  const file = `${path}.${process.pid}.new`
  const record: HostRecord = { pid: process.pid, startedAt: startTimeOf(process.pid), url, version }
  writeFileSync(file, JSON.stringify(record), { mode: 0o600 })
  return file
}
