/**
 * One host per data folder: two would mix their lines in one FIFO. The lock is a file that names the host's process; the
 * host takes it at the start and removes it at the end. A lock that a killed host left behind is recognised by its process.
 *
 * The file appears complete (as a hard link to a finished one), so that nobody mistakes a lock that is being created for a
 * broken one. Only the holder of a second lock, named after the contents of the first, replaces a stale one: of two hosts
 * that find the same stale lock one gets the second, and the other then finds changed contents. The second lock works like
 * the first and may be left behind, too.
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
  return recordIn(contentsOf(join(folder, FILE)))
}

/** The record, if its process runs. Throws if that is unknown: such a lock does not count as stale. */
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

/** Returns undefined if another host has the lock or is taking it. */
export function takeLock(folder: string, version: string): Lock | undefined {
  return take(join(folder, FILE), version)
}

function take(path: string, version: string): Lock | undefined {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (isMade(path, version)) return new Lock(path, version)
    const found = contentsOf(path)
    // It was released just now.
    if (found === undefined) continue
    if (recordIn(found)) return undefined
    if (isReplaced(path, found, version)) return new Lock(path, version)
  }
  return undefined
}

/** Replaces a stale lock with these contents. Returns false if another host does it, or has done it. */
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

/** Returns false if there is one already. */
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
    return recordIn(contentsOf(this.#path))?.pid === process.pid
  }

  /** Adds the address of the host. Throws if another host took the lock in the same moment. */
  tell(url: string): void {
    if (!this.isOurs) throw new Error('another host started at the same moment and uses the data folder')
    renameSync(finished(this.#path, url, this.#version), this.#path)
  }

  release(): void {
    if (this.isOurs) rmSync(this.#path, { force: true })
  }
}

/** Writes a complete record into a temporary file of this process, and returns its path. */
function finished(path: string, url: string, version: string): string {
  const file = `${path}.${process.pid}.new`
  const record: HostRecord = { pid: process.pid, startedAt: startTimeOf(process.pid), url, version }
  writeFileSync(file, JSON.stringify(record), { mode: 0o600 })
  return file
}
