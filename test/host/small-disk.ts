/** A disk of a few megabytes for one test: a tmpfs, which only root can mount. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly path: string
  readonly freeBytes: number
  /** Other mount options, such as `size=100m` or `ro`. */
  remount(options: string): void
  remove(): void
}

export function smallDisk(megabytes: number): SmallDisk {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-disk-')))
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path)
  } catch (error) {
    rmSync(path, { recursive: true })
    throw error
  }
  return {
    path,
    get freeBytes() {
      const { bavail, bsize } = statfsSync(path)
      return bavail * bsize
    },
    remount: (options) => mount('-o', `remount,${options}`, path),
    remove: () => {
      execFileSync('umount', ['-l', path])
      rmSync(path, { recursive: true })
    },
  }
}

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Why there can be none here; undefined where there can. */
export const whyNoSmallDisk = reason()

function reason(): string | undefined {
  if (process.platform !== 'linux') return 'tmpfs is of Linux'
  if (process.getuid?.() !== 0) return 'only root mounts a tmpfs'
  try {
    smallDisk(1).remove()
    return undefined
  } catch (error) {
    return `no tmpfs can be mounted: ${error instanceof Error ? error.message : error}`
  }
}
