/** The cache folder: its contents may be deleted at any time. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Surroundings } from './data-folder.ts'

/** FAIRLEAD_CACHE, or the usual folder of the platform. Does not create it. */
export function cacheFolder(surroundings: Surroundings = {}): string {
  const { env = process.env, platform = process.platform } = surroundings
  if (env.FAIRLEAD_CACHE) return resolve(env.FAIRLEAD_CACHE)
  const home = surroundings.home ?? (env.HOME || env.USERPROFILE || homedir())
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'fairlead')
  if (platform === 'win32')
    return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'fairlead', 'cache')
  // The XDG standard ignores relative paths.
  const given = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : undefined
  return join(given ?? join(home, '.cache'), 'fairlead')
}
