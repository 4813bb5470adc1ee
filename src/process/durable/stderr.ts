/** Stderr of a durable process, from its file. The system's file is the buffer, so nothing is held meanwhile. */
import { closeSync, fstatSync, readSync } from 'node:fs'
import { openPlainFile } from '../plain-file.ts'
import { StderrTail } from '../stderr-tail.ts'

/** More than the tail keeps: most of a long line goes. */
const MAX_READ = 256 * 1024
const WORD_END = /[\s"'`,;:(){}[\]]/

/** The end of the file as text, without secrets; empty when it cannot be read. */
export function stderrText(path: string, secrets: readonly string[]): string {
  const tail = new StderrTail({ secrets: () => secrets })
  try {
    tail.push(lastBytes(path))
  } catch {
    return ''
  }
  return tail.text()
}

/** What begins within a line begins after it, or at least after the word: half a secret could not be recognised. */
function lastBytes(path: string): Buffer {
  const fd = openPlainFile(path)
  try {
    const { size } = fstatSync(fd)
    const from = Math.max(0, size - MAX_READ)
    const bytes = Buffer.alloc(size - from)
    const read = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from))
    if (from === 0) return read
    const lineEnd = read.indexOf('\n')
    return read.subarray(1 + (lineEnd === -1 ? read.toString('latin1').search(WORD_END) : lineEnd))
  } finally {
    closeSync(fd)
  }
}
