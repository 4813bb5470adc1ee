import { realpath } from 'node:fs/promises'
import { isAbsolute, resolve, sep } from 'node:path'
import { ApiError } from '../../api/errors.ts'

export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** Returns the real path of an existing file or folder in one of the roots. Symbolic links cannot lead out. */
export async function realPathWithin(path: string, roots: readonly string[], base?: string): Promise<string> {
  if (path.includes('\0')) throw new ApiError('bad-request', 'a path has no zero characters')
  if (!isAbsolute(path) && base === undefined)
    throw new ApiError('bad-request', `path: ${path} is not absolute`)
  const real = await realpath(base === undefined ? path : resolve(base, path)).catch(() => undefined)
  // The same error whether it is missing or outside: clients must not learn what exists outside.
  if (real === undefined || !(await isWithinAny(real, roots)))
    throw new ApiError('not-found', `path: ${path} is outside the folders that this host may use`)
  return real
}

async function isWithinAny(real: string, roots: readonly string[]): Promise<boolean> {
  for (const root of roots) {
    const folder = await realpath(root).catch(() => undefined)
    if (folder !== undefined && isWithin(real, folder)) return true
  }
  return false
}
