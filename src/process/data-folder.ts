/** The data folder, and the port of the host. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export const DEFAULT_PORT = 4180

export interface Surroundings {
  readonly env?: NodeJS.ProcessEnv
  readonly platform?: NodeJS.Platform
  /** The user's home folder. */
  readonly home?: string
}

/** FAIRLEAD_HOME, or the usual folder of the platform. Does not create it. */
export function dataFolder(surroundings: Surroundings = {}): string {
  const { env = process.env, platform = process.platform } = surroundings
  if (env.FAIRLEAD_HOME) return resolve(env.FAIRLEAD_HOME)
  const home = surroundings.home ?? (env.HOME || env.USERPROFILE || homedir())
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'fairlead')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'fairlead')
  // The XDG standard ignores relative paths.
  const given = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : undefined
  return join(given ?? join(home, '.local', 'share'), 'fairlead')
}

/** FAIRLEAD_PORT, or the default; undefined if the variable is not a port. */
export function hostPort(env: NodeJS.ProcessEnv = process.env): number | undefined {
  const given = env.FAIRLEAD_PORT
  if (!given) return DEFAULT_PORT
  const port = Number(given)
  return /^\d+$/.test(given) && port > 0 && port <= 65_535 ? port : undefined
}
