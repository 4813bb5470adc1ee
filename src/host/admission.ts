/**
 * Limits how many processes run at once, and how much memory and disk must stay free. Sessions beyond the limits wait in a
 * queue and are admitted in order when a process has ended, or memory or disk is free again.
 */
import { freemem } from 'node:os'
import { ApiError } from '../api/errors.ts'

export interface AdmissionLimits {
  readonly mostProcesses?: number | undefined
  /** No process is started while less memory than this is free. */
  readonly leastFreeBytes?: number | undefined
}
export interface Resources {
  /** Free memory in bytes. */
  readonly memory?: () => number
  /** Why nothing may be started, for example because the disk is nearly full. */
  readonly obstacle?: () => string | undefined
}
const LOOK_AGAIN_MS = 5000

export class Admission {
  readonly #most: number
  readonly #leastFree: number
  readonly #running: () => number
  readonly #memory: () => number
  readonly #obstacle: () => string | undefined
  readonly #waiting: (() => void)[] = []
  /** Admitted, but not yet counted as running. */
  #entering = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(
    limits: AdmissionLimits,
    running: () => number,
    { memory = freemem, obstacle = () => undefined }: Resources = {},
  ) {
    this.#most = limits.mostProcesses ?? 100
    this.#leastFree = limits.leastFreeBytes ?? 300 * 1024 * 1024
    this.#running = running
    this.#memory = memory
    this.#obstacle = obstacle
  }

  /** How many processes may run at once. */
  get capacity(): number {
    return this.#most
  }
  get hasPlace(): boolean {
    return this.#waiting.length === 0 && this.#isRoom()
  }
  /** Why nothing may be started now, apart from the number of processes. */
  get obstacle(): string | undefined {
    return this.#obstacle()
  }
  /** The same, or too little memory. */
  get shortage(): string | undefined {
    const isShort = this.#memory() < this.#leastFree
    return this.#obstacle() ?? (isShort ? 'it has too little free memory' : undefined)
  }
  /** Why a session that asks now has to wait. */
  get reason(): string {
    return this.#obstacle() ?? 'The host runs as many sessions as it may: this one waits.'
  }
  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves when there is a slot, which stays reserved until `entered` is called. Rejects when aborted, or after `close`. */
  async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw new ApiError('conflict', 'the host is stopping and starts no more processes')
    if (this.hasPlace) {
      this.#entering += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve)
      signal?.addEventListener('abort', () => {
        const index = this.#waiting.indexOf(resolve)
        if (index < 0) return
        this.#waiting.splice(index, 1)
        reject(signal.reason)
      })
      this.#lookAgain()
    })
  }
  /** The admitted process runs now, or could not be started. */
  entered(): void {
    this.#entering -= 1
    this.admit()
  }

  /** Admits the next in the queue if there is a slot, as after the end of a process. */
  admit(): void {
    if (this.#isClosed || this.#waiting.length === 0 || !this.#isRoom()) return
    // Counted at once: the process runs a moment later, and the slot must not be given twice.
    this.#entering += 1
    this.#waiting.shift()?.()
  }

  /** Admits nobody any more. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #isRoom(): boolean {
    if (this.#running() + this.#entering >= this.#most) return false
    return this.#memory() >= this.#leastFree && this.#obstacle() === undefined
  }

  /** Nothing notifies the host when memory becomes free. */
  #lookAgain(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.admit()
      if (this.#waiting.length > 0) this.#lookAgain()
    }, LOOK_AGAIN_MS)
    this.#timer.unref()
  }
}
