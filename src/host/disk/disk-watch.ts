/**
 * Watches the free space of the disk that the sessions write to. `start` resolves after a first look; further looks follow
 * until `stop`. The timer does not keep the program alive.
 *
 * A look costs some microseconds, so the interval is chosen such that the disk cannot fill up in between: the nearer the
 * limit, the sooner the next look. A shortage ends only at half as much more than the limit, so that processes are not
 * stopped and continued all the time.
 */
import { type DiskSpace, minFreeBytes } from './space.ts'

export interface DiskWatchOptions {
  readonly space: () => Promise<DiskSpace>
  /** With less free than this there is too little room. 0: never. Default: 100 MB, or 5 % of a disk below 2 GB. */
  readonly minFreeBytes?: number | undefined
}

export interface Shortage {
  readonly freeBytes: number
  /** The shortage ends when this much is free. */
  readonly neededBytes: number
}

/** No disk is filled faster than about 1 GB/s. */
const FASTEST_BYTES_PER_MS = 1_000_000
const MIN_WAIT_MS = 20
const MAX_WAIT_MS = 2000
/** During a shortage. */
const SHORT_WAIT_MS = 250
const ROOM_FACTOR = 1.5

export class DiskWatch {
  readonly #options: DiskWatchOptions
  #onLook: () => void | Promise<void> = () => {}
  #space: DiskSpace | undefined
  #shortage: Shortage | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: DiskWatchOptions) {
    this.#options = options
  }

  /** As of the last look. */
  get shortage(): Shortage | undefined {
    return this.#shortage
  }
  get space(): DiskSpace | undefined {
    return this.#space
  }

  /** `onLook` is called after each later look, and the next one waits for it. */
  async start(onLook: () => void | Promise<void>): Promise<void> {
    await this.look()
    this.#onLook = onLook
    this.#plan()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** If the system cannot be asked, the last result stays valid. */
  async look(): Promise<void> {
    const space = await this.#options.space().catch(() => undefined)
    if (this.#isStopped || !space) return
    const min = this.#minFree(space)
    const neededBytes = Math.ceil(min * ROOM_FACTOR)
    const limit = this.#shortage ? neededBytes : min
    this.#space = space
    this.#shortage = space.freeBytes < limit ? { freeBytes: space.freeBytes, neededBytes } : undefined
    await this.#onLook()
  }

  #minFree(space: DiskSpace): number {
    return minFreeBytes(space, this.#options.minFreeBytes)
  }

  #plan(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.look().finally(() => this.#plan()), this.#wait())
    this.#timer.unref()
  }

  #wait(): number {
    if (this.#shortage) return SHORT_WAIT_MS
    return this.#space ? waitWith(this.#space.freeBytes - this.#minFree(this.#space)) : MAX_WAIT_MS
  }
}

/** Milliseconds until the next look, with this many bytes left above the limit. */
export function waitWith(headroom: number): number {
  return Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, headroom / FASTEST_BYTES_PER_MS))
}
