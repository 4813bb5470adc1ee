/**
 * What a durable process writes, read from its file as it grows. Nothing is held but a position: the file is open only
 * while it is read, and all readers share one buffer.
 */
import { closeSync, fstatSync, readSync } from 'node:fs'
import { type Line, LineFramer, type LineFramerOptions } from '../../protocol/lines.ts'
import { openPlainFile } from '../plain-file.ts'
import { isMissing } from './files.ts'

/** As much as is read before others get their turn. */
export const PIECE_BYTES = 64 * 1024
const LF = 0x0a
const piece = Buffer.allocUnsafeSlow(PIECE_BYTES)

/** A file that is read from an offset on. */
export class GrowingFile {
  readonly #path: string
  #position: number
  #inode: number | undefined
  #damage: string | undefined

  constructor(path: string, position: number) {
    this.#path = path
    this.#position = position
  }

  /** What was done to the file while it was read, as `was removed`. The output after that is lost. */
  get damage(): string | undefined {
    return this.#damage
  }

  /**
   * The next bytes, at most a piece; none at the end, or of a file that was removed. They are to be used at once.
   * Undefined when it cannot be read now: with too many files open, say.
   */
  read(): Buffer | undefined {
    let fd: number | undefined
    try {
      fd = openPlainFile(this.#path)
      this.#damage = this.#damageOf(fstatSync(fd))
      if (this.#damage !== undefined) return piece.subarray(0, 0)
      const count = readSync(fd, piece, 0, PIECE_BYTES, this.#position)
      this.#position += count
      return piece.subarray(0, count)
    } catch (error) {
      if (!isMissing(error)) return undefined
      this.#damage = 'was removed'
      return piece.subarray(0, 0)
    } finally {
      if (fd !== undefined) closeSync(fd)
    }
  }

  #damageOf({ size, ino }: { readonly size: number; readonly ino: number }): string | undefined {
    this.#inode ??= ino
    if (ino !== this.#inode) return 'was replaced'
    return size < this.#position ? 'was cut short' : undefined
  }
}

export interface PlacedLines {
  readonly lines: readonly Line[]
  /** For each line the offset after it: where to go on once it is dealt with. */
  readonly ends: readonly number[]
}

/** Lines with their places. */
export class PlacedFramer {
  readonly #framer: LineFramer
  #position: number
  #offset: number

  constructor(offset: number, framing: LineFramerOptions) {
    this.#framer = new LineFramer(framing)
    this.#position = offset
    this.#offset = offset
  }

  /** The offset after the last complete line. */
  get offset(): number {
    return this.#offset
  }

  push(bytes: Buffer): PlacedLines {
    const lines: Line[] = []
    const ends: number[] = []
    let start = 0
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      // One at a time: a blank line comes as none.
      const [line] = this.#framer.push(bytes.subarray(start, end + 1))
      start = end + 1
      if (line === undefined) continue
      lines.push(line)
      ends.push(this.#position + start)
    }
    if (start > 0) this.#offset = this.#position + start
    if (start < bytes.length) this.#framer.push(bytes.subarray(start))
    this.#position += bytes.length
    return { lines, ends }
  }

  /** The last line, if it has no line end. */
  end(): PlacedLines {
    const lines = this.#framer.end()
    this.#offset = this.#position
    return { lines, ends: lines.map(() => this.#position) }
  }
}
