/**
 * A disk that gets full: the data folder of the host on a tmpfs of limited size, which is filled with a file and emptied
 * again. It needs root. `mount` comes before the host is started, `unmount` after it and all CLIs have ended.
 *
 * A host can stop its CLIs while there is still some room, and cannot do anything for one that writes in the moment in which
 * there is none: so the disk is first filled up to `LITTLE_MB`, and the rest once the host has noticed.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SIZE_MB = 512
/** Less than what a host leaves free on a disk of this size. */
const LITTLE_MB = 16
const PIECE = Buffer.alloc(1024 * 1024, 'x')
const SMALLEST_PIECE = 1024

/** Why it cannot be had here; undefined if it can. */
export function fullDiskProblem(): string | undefined {
  if (process.platform !== 'linux') return 'a tmpfs can be mounted on Linux only'
  if (process.getuid?.() !== 0) return 'mounting a tmpfs needs root'
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-mount-'))
  const disk = new FullDisk(folder)
  try {
    disk.mount()
    return undefined
  } catch {
    // Root of a container, say.
    return 'a tmpfs cannot be mounted here'
  } finally {
    disk.unmount()
    rmSync(folder, { recursive: true })
  }
}

export class FullDisk {
  readonly #folder: string
  readonly #ballast: string
  #isMounted = false

  constructor(folder: string) {
    this.#folder = folder
    this.#ballast = join(folder, 'ballast')
  }

  mount(): void {
    mkdirSync(this.#folder, { recursive: true })
    const options = `size=${SIZE_MB}m,mode=700`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', this.#folder], { stdio: 'pipe' })
    this.#isMounted = true
  }

  /** Little is left. */
  fillNearly(): void {
    const { bavail, bsize } = statfsSync(this.#folder)
    const file = openSync(this.#ballast, 'a')
    try {
      for (let left = bavail * bsize; left > LITTLE_MB * PIECE.length; left -= PIECE.length)
        writeSync(file, PIECE)
    } finally {
      closeSync(file)
    }
  }
  /** Not a byte is left. */
  fill(): void {
    const file = openSync(this.#ballast, 'a')
    try {
      for (let size = PIECE.length; size >= SMALLEST_PIECE; ) {
        try {
          // What fits of it is written: the next write tells.
          writeSync(file, PIECE, 0, size)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          size /= 2
        }
      }
    } finally {
      closeSync(file)
    }
  }
  empty(): void {
    rmSync(this.#ballast, { force: true })
  }

  unmount(): void {
    if (!this.#isMounted) return
    this.#isMounted = false
    // Also where something still has a file open there.
    execFileSync('umount', ['-l', this.#folder])
  }
}
