import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { GitError } from './error.ts'

/** Opens a regular file only: a pipe or a device could block for ever. Returns undefined if there is none. */
export async function openPlainFile(path: string, maxBytes: number): Promise<FileHandle | undefined> {
  let file: FileHandle
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new GitError('failed', `${path} cannot be read: ${message}`)
  }
  const found = await file.stat()
  if (found.isFile() && found.size <= maxBytes) return file
  await file.close()
  if (found.isFile()) throw new GitError('too-much', `${path} is too large: ${found.size} bytes`)
  throw new GitError('failed', `${path} is not a file`)
}
