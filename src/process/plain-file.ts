/** Opening a file that somebody may have put a pipe in place of, which would be waited for without end. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs'

export class NotAFileError extends Error {
  override readonly name = 'NotAFileError'
}

/** For reading. */
export function openPlainFile(path: string): number {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  if (fstatSync(fd).isFile()) return fd
  closeSync(fd)
  throw new NotAFileError(`${path} is not a file any more`)
}
