/**
 * Line framing: bytes in, lines out. One framer per stream; it starts no work and holds no resource but the bytes
 * of the line that is not complete yet (never more than the limit). When the other side dies, call `end()` to get
 * an unterminated last line.
 *
 * Bytes are cut at 0x0A before they are decoded. That byte never occurs inside a multi-byte UTF-8 sequence, so a
 * character cut by a chunk border is simply not decoded until its line is complete.
 */
import { allocate, decodeUtf8 } from './bytes.ts'

/** A line over the limit: its bytes were skipped, except the beginning. */
export interface OversizedLine {
  /** Size of the whole line in bytes, without its line end. */
  readonly bytes: number
  /** Its beginning, to tell what it was. */
  readonly head: string
}
export type Line = string | OversizedLine

export interface LineFramerOptions {
  /** Longest line that is let through, in bytes. */
  readonly maxLineBytes?: number
}

export const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024

const HEAD_BYTES = 256
const FIRST_CAPACITY = 8 * 1024
/** Up to here a loop is cheaper than a call of the typed array. */
const FEW_BYTES = 32
const NONE: readonly Line[] = []
const LF = 0x0a
const CR = 0x0d
const TAB = 0x09
const SPACE = 0x20
const BOM = 0xfeff

export class LineFramer {
  readonly #maxLineBytes: number
  /** One more than the limit, since the carriage return of a line end does not count. */
  readonly #mostHeld: number
  /** The beginning of a line whose end has not come: `#lineBytes` of it, or less once it is over the limit. */
  #held: Uint8Array = allocate(FIRST_CAPACITY)
  #lineBytes = 0
  #lastByte = 0

  constructor({ maxLineBytes = DEFAULT_MAX_LINE_BYTES }: LineFramerOptions = {}) {
    if (!Number.isSafeInteger(maxLineBytes) || maxLineBytes < 1) {
      throw new RangeError(`maxLineBytes must be a whole number of at least 1, not ${maxLineBytes}`)
    }
    this.#maxLineBytes = maxLineBytes
    this.#mostHeld = Math.max(maxLineBytes + 1, HEAD_BYTES)
  }

  /** Takes the next bytes, whatever their borders. Answers the lines that they complete, in order. */
  push(chunk: Uint8Array): readonly Line[] {
    let start = 0
    const lines: Line[] = []
    if (this.#lineBytes > 0) {
      const end = lineEnd(chunk, 0)
      if (end === -1) {
        this.#hold(chunk, 0, chunk.length)
        return NONE
      }
      this.#hold(chunk, 0, end)
      this.#release(lines)
      start = end + 1
    }
    const end = lastLineEnd(chunk) + 1
    if (end > start) {
      this.#split(chunk, start, end, lines)
      start = end
    }
    this.#hold(chunk, start, chunk.length)
    return lines
  }

  /** The stream is over: answers the unterminated last line, if there is one. The framer is then as new. */
  end(): readonly Line[] {
    const lines: Line[] = []
    if (this.#lineBytes > 0) this.#release(lines)
    return lines
  }

  /** Splits a region that ends in a line end. It is decoded as a whole: much cheaper than line by line. */
  #split(chunk: Uint8Array, from: number, to: number, lines: Line[]): void {
    if (to - from > this.#maxLineBytes) {
      this.#splitCounting(chunk, from, to, lines)
      return
    }
    // Without the last line end: a line that comes alone is then the whole text, and no part of another.
    const text = decodeUtf8(chunk, from, to - 1)
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      addLine(lines, text, start, end)
      start = end + 1
    }
    addLine(lines, text, start, text.length)
  }

  /** As `#split`, for a region so large that a line in it may be over the limit. */
  #splitCounting(chunk: Uint8Array, from: number, to: number, lines: Line[]): void {
    let start = from
    while (start < to) {
      const end = lineEnd(chunk, start)
      this.#hold(chunk, start, end)
      this.#release(lines)
      start = end + 1
    }
  }

  #hold(chunk: Uint8Array, from: number, to: number): void {
    if (from === to) return
    const before = this.#lineBytes
    this.#lineBytes += to - from
    this.#lastByte = chunk[to - 1] as number
    if (before > this.#mostHeld) return
    const kept = Math.min(this.#lineBytes, this.#mostHeld)
    if (kept > this.#held.length) {
      const larger = allocate(Math.min(Math.max(kept, this.#held.length * 2), this.#mostHeld))
      larger.set(this.#held.subarray(0, before))
      this.#held = larger
    }
    copy(chunk, from, kept - before, this.#held, before)
    if (this.#lineBytes > this.#mostHeld) this.#held = this.#held.slice(0, HEAD_BYTES)
  }

  #release(lines: Line[]): void {
    const bytes = this.#lineBytes - (this.#lastByte === CR ? 1 : 0)
    if (bytes > this.#maxLineBytes) {
      lines.push({ bytes, head: decodeUtf8(this.#held, 0, Math.min(bytes, HEAD_BYTES)) })
    } else {
      const text = decodeUtf8(this.#held, 0, this.#lineBytes)
      addLine(lines, text, 0, text.length)
    }
    this.#lineBytes = 0
    this.#lastByte = 0
    if (this.#held.length !== FIRST_CAPACITY) this.#held = allocate(FIRST_CAPACITY)
  }
}

/** Adds the line without byte order mark and carriage return, unless it is blank. */
function addLine(lines: Line[], text: string, start: number, end: number): void {
  if (text.charCodeAt(start) === BOM) start += 1
  if (end > start && text.charCodeAt(end - 1) === CR) end -= 1
  const line = text.slice(start, end)
  if (!isBlank(line)) lines.push(line)
}

function isBlank(line: string): boolean {
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i)
    if (code !== SPACE && code !== TAB && code !== CR) return false
  }
  return true
}

function lineEnd(bytes: Uint8Array, from: number): number {
  if (bytes.length - from > FEW_BYTES) return bytes.indexOf(LF, from)
  for (let i = from; i < bytes.length; i++) if (bytes[i] === LF) return i
  return -1
}

function lastLineEnd(bytes: Uint8Array): number {
  // The usual case: the writer flushes after each line.
  if (bytes[bytes.length - 1] === LF) return bytes.length - 1
  if (bytes.length > FEW_BYTES) return bytes.lastIndexOf(LF)
  for (let i = bytes.length - 1; i >= 0; i--) if (bytes[i] === LF) return i
  return -1
}

function copy(from: Uint8Array, start: number, length: number, to: Uint8Array, at: number): void {
  if (length > FEW_BYTES) to.set(from.subarray(start, start + length), at)
  else for (let i = 0; i < length; i++) to[at + i] = from[start + i] as number
}
