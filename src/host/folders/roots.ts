/** The folders that clients may use: sessions are started there, and files are read there. Links do not lead out. */
import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'
import { ApiError } from '../../api/errors.ts'

export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** The real path of something that is there and lies in one of the folders. */
export async function realPathWithin(path: string, roots: readonly string[], base?: string): Promise<string> {
  if (path.includes('\0')) throw new ApiError('bad-request', 'a path has no zero characters')
  if (!isAbsolute(path) && base === undefined)
    throw new ApiError('bad-request', `path: ${path} is not absolute`)
  const real = await realpath(base === undefined ? path : resolve(base, path)).catch(() => undefined)
  // The same answer whether it is elsewhere or not there: what is outside is nobody's business.
  if (real === undefined || !(await isWithinAny(real, roots)))
    throw new ApiError('not-found', `path: ${path} is not in the folders that this may use`)
  return real
}

async function isWithinAny(real: string, roots: readonly string[]): Promise<boolean> {
  for (const root of roots) {
    const folder = await realpath(root).catch(() => undefined)
    if (folder !== undefined && isWithin(real, folder)) return true
  }
  return false
}
