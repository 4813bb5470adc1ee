/**
 * Keeps the output of the CLIs from being lost on a full disk. A CLI writes directly to its file, and a failed write is lost.
 * So while too little space is free, all CLIs are stopped with their descendants, and none is started; they continue when there
 * is space again. A host that ends leaves them as they are: the next host `start`s its own guard after it has taken them over,
 * which continues them or keeps them stopped.
 *
 * Processes on pipes are left alone: the host stops reading what it cannot store, and they block on the full pipe.
 */
import type { ProcessId } from '../../process/descendants.ts'
import { continueTrees, suspendTrees } from '../../process/suspend.ts'
import { DiskWatch, type DiskWatchOptions, type Shortage } from './disk-watch.ts'
import { type DiskSpace, sizeWords } from './space.ts'

export interface Pausable {
  /** The running process, if it can be stopped. */
  readonly top: ProcessId | undefined
  readonly isPaused: boolean
  /** Called after the process was stopped or continued, to record that in the session. */
  paused(why: string): void
  continued(): void
}

export interface Guarded {
  readonly admission: { admit(): void }
  sessions(): readonly { readonly pausable: Pausable }[]
}
type Log = (level: 'info' | 'warn', message: string) => void

export class DiskGuard {
  readonly #watch: DiskWatch
  readonly #host: Guarded
  readonly #log: Log
  #wasShort = false

  constructor(options: DiskWatchOptions, host: Guarded, log: Log) {
    this.#watch = new DiskWatch(options)
    this.#host = host
    this.#log = log
  }

  get space(): DiskSpace | undefined {
    return this.#watch.space
  }

  /** Why nothing may be started now, for a person. */
  get problem(): string | undefined {
    const { shortage } = this.#watch
    return shortage && `${wordsOf(shortage)}, and new ones wait. Make room, or lower minFreeDiskMb.`
  }

  /** Called before any process is taken over or started. */
  look(): Promise<void> {
    return this.#watch.look()
  }

  /** Called after the processes that an earlier host left were taken over. */
  async start(): Promise<void> {
    await this.#watch.start(() => this.#apply())
    await this.#apply(true)
  }

  stop(): void {
    this.#watch.stop()
  }

  get #sessions(): Pausable[] {
    return this.#host.sessions().map(({ pausable }) => pausable)
  }

  /** `isFirst`: what an earlier host recorded of the processes may be wrong. */
  async #apply(isFirst = false): Promise<void> {
    const { shortage } = this.#watch
    if (shortage) await this.#pause(shortage, isFirst)
    else this.#continue()
    const isShort = shortage !== undefined
    if (isShort === this.#wasShort) return
    this.#wasShort = isShort
    if (shortage) this.#log('warn', wordsOf(shortage))
    else {
      this.#log('info', 'there is room on the disk again: sessions go on')
      this.#host.admission.admit()
    }
  }

  /** Includes processes that were started while the disk filled up. */
  async #pause(shortage: Shortage, isFirst: boolean): Promise<void> {
    const sessions = this.#sessions.filter(({ top, isPaused }) => top && (isFirst || !isPaused))
    await suspendTrees(topsOf(sessions))
    for (const session of sessions) session.paused(`${wordsOf(shortage)}.`)
  }

  #continue(): void {
    const sessions = this.#sessions.filter(({ isPaused }) => isPaused)
    if (sessions.length === 0) return
    continueTrees(topsOf(sessions))
    for (const session of sessions) session.continued()
  }
}

function topsOf(sessions: readonly Pausable[]): ProcessId[] {
  return sessions.flatMap(({ top }) => top ?? [])
}

function wordsOf({ freeBytes, neededBytes }: Shortage): string {
  return `The disk has only ${sizeWords(freeBytes)} free: sessions are paused until ${sizeWords(neededBytes)} are free`
}
