/** Folders to start a session in, and files of a session's folders. */
import { existsSync } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ApiError } from '../../api/errors.ts'
import type { FileView, Folders } from '../../api/resources.ts'
import { isWithin, realPathWithin } from './roots.ts'

const MOST_FOLDERS = 1000
const MOST_BYTES = 1024 * 1024

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
    .slice(0, MOST_FOLDERS)
  const parent = dirname(real)
  const isRoot = !roots.some((root) => isWithin(parent, root)) || parent === real
  return { path: real, parent: isRoot ? null : parent, folders, recent: [...recent] }
}

export async function readFile(path: string, folders: readonly string[]): Promise<FileView> {
  const real = await realPathWithin(path, folders, folders[0])
  const found = await stat(real)
  if (!found.isFile()) throw new ApiError('bad-request', `path: ${path} is not a file`)
  const file = await open(real)
  try {
    const buffer = Buffer.alloc(Math.min(found.size, MOST_BYTES))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    const bytes = buffer.subarray(0, bytesRead)
    const encoding = bytes.includes(0) ? 'base64' : 'utf8'
    return { path: real, contents: bytes.toString(encoding), isCut: found.size > MOST_BYTES, encoding }
  } finally {
    await file.close()
  }
}
