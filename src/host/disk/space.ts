import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface DiskSpace {
  /** For users other than root. */
  readonly freeBytes: number
  readonly totalBytes: number
}

export const MEGABYTE = 1024 * 1024
const USUAL_MIN_FREE = 100 * MEGABYTE
/** Of a small disk, so that it is usable at all. */
const SMALL_DISK_SHARE = 0.05

/** Of the disk that the folder is on, or will be on: it may not exist yet. */
export async function spaceOf(folder: string): Promise<DiskSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing || dirname(folder) === folder) throw error
    return spaceOf(dirname(folder))
  }
}

/** With less free than this there is a shortage. 0: never. */
export function minFreeBytes({ totalBytes }: DiskSpace, asked?: number): number {
  return asked ?? Math.min(USUAL_MIN_FREE, Math.floor(totalBytes * SMALL_DISK_SHARE))
}

/** `12 MB`, `3 GB`, rounded down. */
export function sizeWords(bytes: number): string {
  const megabytes = bytes / MEGABYTE
  if (megabytes >= 1024) return `${Math.floor(megabytes / 1024)} GB`
  return megabytes >= 10 ? `${Math.floor(megabytes)} MB` : `${Math.floor(megabytes * 10) / 10} MB`
}
