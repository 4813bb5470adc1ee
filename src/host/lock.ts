/**
 * One host per data folder: two would mix their lines in one FIFO. The lock is a file that names the host's process; it is
 * taken when the host starts and removed when it ends. One that a killed host left behind is known by its process.
 */
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, type ProcessId, startTimeOf } from '../process/descendants.ts'

export interface HostRecord extends ProcessId {
  readonly url: string
  readonly version: string
}

const FILE = 'host.json'

/** The host that runs on this folder, if one does. */
export function runningHost(folder: string): HostRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as HostRecord
    return isRunning(record) ? record : undefined
  } catch {
    return undefined
  }
}

/** Undefined: another host has it. */
export function takeLock(folder: string, version: string): Lock | undefined {
  const path = join(folder, FILE)
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      closeSync(openSync(path, 'wx', 0o600))
      return new Lock(path, version)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (runningHost(folder)) return undefined
      rmSync(path, { force: true })
    }
  }
  return undefined
}

export class Lock {
  readonly #path: string
  readonly #version: string

  constructor(path: string, version: string) {
    this.#path = path
    this.#version = version
    this.#write('')
  }

  /** Where the host can be reached. Throws if another host took the lock in the same moment. */
  tell(url: string): void {
    const { pid } = JSON.parse(readFileSync(this.#path, 'utf8')) as HostRecord
    if (pid !== process.pid) throw new Error(`another host (process ${pid}) was started in the same moment`)
    this.#write(url)
  }

  release(): void {
    rmSync(this.#path, { force: true })
  }

  /** Whole or not at all. */
  #write(url: string): void {
    const record: HostRecord = {
      pid: process.pid,
      startedAt: startTimeOf(process.pid),
      url,
      version: this.#version,
    }
    writeFileSync(`${this.#path}.new`, JSON.stringify(record), { mode: 0o600 })
    renameSync(`${this.#path}.new`, this.#path)
  }
}
