/** How much room a host needs on the disk of its data folder. */
import { join } from 'node:path'
import { readConfig } from '../../host/config.ts'
import { type DiskSpace, MEGABYTE, minFreeBytes } from '../../host/disk/space.ts'

export { type DiskSpace, MEGABYTE, sizeWords, spaceOf } from '../../host/disk/space.ts'

/** By the settings in the folder. Whether those can be read is not asked here. */
export function minFreeIn(folder: string, space: DiskSpace): number {
  try {
    const { minFreeDiskMb: asked } = readConfig(join(folder, 'config.json'))
    return minFreeBytes(space, asked === undefined ? undefined : asked * MEGABYTE)
  } catch {
    return minFreeBytes(space)
  }
}
