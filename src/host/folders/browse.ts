import { constants, existsSync } from 'node:fs'
import { type FileHandle, open, readdir, readlink, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ApiError } from '../../api/errors.ts'
import type { FileView, Folders } from '../../api/resources.ts'
import { isWithin, realPathWithin } from './roots.ts'

const MAX_FOLDERS = 1000
const MAX_BYTES = 1024 * 1024

export async function listFolders(
  path: string,
  roots: readonly string[],
  recent: readonly string[],
): Promise<Folders> {
  const real = await realPathWithin(path, roots)
  const entries = await readdir(real, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new ApiError('not-possible', `path: ${real} cannot be listed (${error.code})`)
  })
  const folders = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => ({ name, path: join(real, name), isRepository: existsSync(join(real, name, '.git')) }))
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, MAX_FOLDERS)
  const parent = dirname(real)
  const isRoot = !roots.some((root) => isWithin(parent, root)) || parent === real
  return {
    path: real,
    parent: isRoot ? null : parent,
    isInRepository: hasAbove(real, '.git'),
    folders,
    recent: [...recent],
  }
}

/** In the folder, or in one that it is in. */
function hasAbove(folder: string, name: string): boolean {
  const parent = dirname(folder)
  return existsSync(join(folder, name)) || (parent !== folder && hasAbove(parent, name))
}

/** Does not block on a pipe, nor follow a link that has replaced the file. */
async function openOnly(real: string): Promise<FileHandle> {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants
  return open(real, O_RDONLY | O_NONBLOCK | O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    throw new ApiError('not-possible', `path: ${real} cannot be read (${error.code})`)
  })
}

/** A folder of the path may have been replaced by a link since it was checked, so the opened file itself is checked. */
async function checkStill(file: FileHandle, real: string, path: string): Promise<void> {
  const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined)
  if (opened !== undefined ? opened === real : (await realpath(real)) === real) return
  throw new ApiError('not-possible', `path: ${path} was changed while it was read: try again`)
}

export async function readFile(path: string, folders: readonly string[]): Promise<FileView> {
  const real = await realPathWithin(path, folders, folders[0])
  const file = await openOnly(real)
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new ApiError('bad-request', `path: ${path} is not a file`)
    await checkStill(file, real, path)
    const buffer = Buffer.alloc(Math.min(found.size, MAX_BYTES))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    const bytes = buffer.subarray(0, bytesRead)
    const encoding = bytes.includes(0) ? 'base64' : 'utf8'
    return { path: real, contents: bytes.toString(encoding), isCut: found.size > MAX_BYTES, encoding }
  } finally {
    await file.close()
  }
}
