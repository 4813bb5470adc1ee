/**
 * How many processes may run at once, and with how much memory and disk left. Who comes when the house is full waits in a
 * queue, and is let in, in order, when a process has ended, or memory or disk is free again.
 */
import { freemem } from 'node:os'
import { ApiError } from '../api/errors.ts'

export interface AdmissionLimits {
  readonly mostProcesses?: number
  /** No process is started with less memory left than this. */
  readonly leastFreeBytes?: number
}
/** What is free now. */
export interface Resources {
  readonly memory?: () => number
  /** Why nothing may be started: too little room on the disk, say. */
  readonly obstacle?: () => string | undefined
}
const LOOK_AGAIN_MS = 5000
interface Waiting {
  readonly resolve: () => void
}

export class Admission {
  readonly #most: number
  readonly #leastFree: number
  readonly #running: () => number
  readonly #memory: () => number
  readonly #obstacle: () => string | undefined
  readonly #waiting: Waiting[] = []
  /** Let in, and not yet counted as running. */
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

  get hasPlace(): boolean {
    return this.#waiting.length === 0 && this.#isRoom()
  }
  /** Why nothing may be started now, apart from the number of processes: too little room on the disk, say. */
  get obstacle(): string | undefined {
    return this.#obstacle()
  }
  /** Why one that comes now waits. */
  get reason(): string {
    return this.#obstacle() ?? 'The host runs as many sessions as it may: this one waits.'
  }
  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves when there is a place; it is taken until `entered` is called. Rejects if it is called off before, or closed. */
  async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw new ApiError('conflict', 'the host ends: it starts no more processes')
    if (this.hasPlace) {
      this.#entering += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const waiting = { resolve }
      this.#waiting.push(waiting)
      signal?.addEventListener('abort', () => {
        const index = this.#waiting.indexOf(waiting)
        if (index < 0) return
        this.#waiting.splice(index, 1)
        reject(signal.reason)
      })
      this.#lookAgain()
    })
  }
  /** It runs now, or could not be started. */
  entered(): void {
    this.#entering -= 1
    this.admit()
  }

  /** A process has ended: whoever is next comes in. */
  admit(): void {
    if (this.#isClosed || this.#waiting.length === 0 || !this.#isRoom()) return
    // Counted here: whoever is let in runs a moment later, and the place must not be given twice.
    this.#entering += 1
    this.#waiting.shift()?.resolve()
  }

  /** Nobody is let in any more. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #isRoom(): boolean {
    if (this.#running() + this.#entering >= this.#most) return false
    return this.#memory() >= this.#leastFree && this.#obstacle() === undefined
  }

  /** Memory comes back without a word. */
  #lookAgain(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.admit()
      if (this.#waiting.length > 0) this.#lookAgain()
    }, LOOK_AGAIN_MS)
    this.#timer.unref()
  }
}
