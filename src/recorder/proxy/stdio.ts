/**
 * The standard streams of this process, for forwarding. `process.stdout` writes to a pipe synchronously: if the host does not
 * read, this whole process would block, and no signal would reach the CLI. These streams write without blocking, report
 * back-pressure, and can be closed before the process ends.
 */
import { closeSync, createWriteStream, fstatSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { isatty } from 'node:tty'

export function outputOn(fd: 1 | 2): Writable {
  if (isatty(fd)) return fd === 1 ? process.stdout : process.stderr
  const found = fstatSync(fd)
  if (found.isFIFO() || found.isSocket()) return new Socket({ fd, readable: false, writable: true })
  return createWriteStream('', { fd, autoClose: false })
}

/** The reader sees the end of the stream although this process continues. */
export function closeOutput(fd: 1 | 2, stream: Writable): void {
  if (!isatty(fd)) stream.end(() => giveUp(fd))
}

/** The writer sees that nobody reads any more. */
export function closeInput(): void {
  process.stdin.once('close', () => giveUp(0))
  process.stdin.destroy()
}

/** Node never closes these three itself. No other file must get their number. */
function giveUp(fd: number): void {
  try {
    closeSync(fd)
    openSync('/dev/null', 'r+')
  } catch {
    // It is already closed, or this machine has no such device.
  }
}
