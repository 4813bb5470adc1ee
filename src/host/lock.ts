/**
 * One host per data folder: two would mix their lines in one FIFO. The lock is a file that names the host's process; it is
 * taken when the host starts and removed when it ends. One that a killed host left behind is known by its process.
 *
 * The file appears with its contents (a hard link to a finished one), so that nobody takes a lock that is being made for
 * a broken one. A stale one is moved away rather than removed: who moved away a fresh one sees it, and puts it back.
 */
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
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as HostRecord
    return isRunning(record) ? record : undefined
  } catch {
    return undefined
  }
}

/** Undefined: another host has it. */
export function takeLock(folder: string, version: string): Lock | undefined {
  const path = join(folder, FILE)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (runningHost(folder)) return undefined
    if (Lock.isMade(path, version)) return new Lock(path, version)
    if (runningHost(folder)) return undefined
    moveAway(path)
  }
  return undefined
}

function moveAway(path: string): void {
  const aside = `${path}.${process.pid}.old`
  try {
    renameSync(path, aside)
    // Another host was faster: this is its lock.
    if (liveRecord(aside)) linkSync(aside, path)
  } catch {
    // Another host moved it, or has taken it. There is another look.
  } finally {
    rmSync(aside, { force: true })
  }
}

export class Lock {
  readonly #path: string
  readonly #version: string

  constructor(path: string, version: string) {
    this.#path = path
    this.#version = version
  }

  /** False: there is one. */
  static isMade(path: string, version: string): boolean {
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
