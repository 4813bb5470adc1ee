/**
 * Keeps the output of the CLIs from being lost on a full disk. A CLI writes straight to its file, and what the disk refuses
 * is gone; so while there is too little room all of them are stopped, with all that they started, and none is started. They go
 * on when there is room again. A host that ends leaves them as they are: the next one, which `start`s a guard of its own
 * after it has taken them over, lets them go on or keeps them stopped.
 *
 * Processes on pipes are left alone: the host holds back what it cannot store, and they wait at their full pipe.
 */
import type { ProcessId } from '../../process/descendants.ts'
import { continueTrees, suspendTrees } from '../../process/suspend.ts'
import { DiskWatch, type DiskWatchOptions, type Shortage } from './disk-watch.ts'
import { type DiskSpace, sizeWords } from './space.ts'

/** A session, as far as the disk is concerned. */
export interface Pausable {
  /** Of the process that runs, if it can be stopped. */
  readonly top: ProcessId | undefined
  readonly isPaused: boolean
  /** Tells it in the session. Its process was stopped, or goes on. */
  paused(why: string): void
  continued(): void
}

/** What the guard needs of the host. */
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

  /** Why nothing may be started now, in words for a person. */
  get problem(): string | undefined {
    const { shortage } = this.#watch
    return shortage && `${wordsOf(shortage)}, and new ones wait. Make room, or lower minFreeDiskMb.`
  }

  /** Before any process is taken over or started. */
  look(): Promise<void> {
    return this.#watch.look()
  }

  /** When those that an earlier host has left are taken over. */
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

  /** `isFirst`: what an earlier host has told of them may not be so. */
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

  /** Also those that were started while the disk filled up. */
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
