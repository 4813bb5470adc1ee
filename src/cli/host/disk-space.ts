import { join } from 'node:path'
import { readConfig } from '../../host/config.ts'
import { type DiskSpace, MEGABYTE, minFreeBytes } from '../../host/disk/space.ts'

export { type DiskSpace, MEGABYTE, sizeWords, spaceOf } from '../../host/disk/space.ts'

/** Follows the settings in the folder, if they can be read. */
export function minFreeIn(folder: string, space: DiskSpace): number {
  try {
    const { minFreeDiskMb: asked } = readConfig(join(folder, 'config.json'))
    return minFreeBytes(space, asked === undefined ? undefined : asked * MEGABYTE)
  } catch {
    return minFreeBytes(space)
  }
}
