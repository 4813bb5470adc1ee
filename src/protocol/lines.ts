/**
 * Line framing: bytes in, lines out. One framer per stream; it starts no work and holds no resource but the line that is
 * not complete yet (never more of it than the limit). When the other side dies, call `end()` to get an unterminated
 * last line.
 *
 * Chunks are decoded as they come, each as a whole, which is much cheaper than line by line. The bytes of a character
 * that a border cuts wait for the rest of it, and so do chunks too small to be worth decoding.
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

/** How much of an oversized line is told, in characters. */
const HEAD_LENGTH = 256
/** Up to this size the bytes of a chunk are looked at one by one. */
const FEW_BYTES = 32
const WAITING_BYTES = 1024
const NONE: readonly Line[] = []
const LF = 0x0a
const CR = 0x0d
const TAB = 0x09
const SPACE = 0x20
const BOM = 0xfeff

export class LineFramer {
  readonly #maxLineBytes: number
  /** No more of a line is kept: one more than the limit, since the carriage return of a line end does not count. */
  readonly #mostKept: number
  /** The line whose end has not come: its size, its text so far, and the bytes after that which wait. */
  #lineBytes = 0
  #text = ''
  readonly #waiting = allocate(WAITING_BYTES)
  #waitingBytes = 0
  /** The last byte of that line, where it is over the limit. */
  #lastByte = 0

  constructor({ maxLineBytes = DEFAULT_MAX_LINE_BYTES }: LineFramerOptions = {}) {
    if (!Number.isSafeInteger(maxLineBytes) || maxLineBytes < 1) {
      throw new RangeError(`maxLineBytes must be a whole number of at least 1, not ${maxLineBytes}`)
    }
    this.#maxLineBytes = maxLineBytes
    this.#mostKept = Math.max(maxLineBytes + 1, HEAD_LENGTH)
  }

  /** Takes the next bytes, whatever their borders. Answers the lines that they complete, in order. */
  push(chunk: Uint8Array): readonly Line[] {
    if (this.#lineBytes + chunk.length > this.#maxLineBytes) return this.#pushCounting(chunk)
    return chunk.length > FEW_BYTES ? this.#pushWhole(chunk) : this.#pushFew(chunk)
  }

  /** The stream is over: answers the unterminated last line, if there is one. The framer is then as new. */
  end(): readonly Line[] {
    const lines: Line[] = []
    this.#release(lines)
    return lines
  }

  #pushWhole(chunk: Uint8Array): readonly Line[] {
    const noneWaited = this.#waitingBytes === 0
    const text = this.#decode(chunk, 0, chunk.length)
    let end = text.indexOf('\n')
    if (end === -1) {
      this.#text += text
      this.#lineBytes += chunk.length
      return NONE
    }
    const first = lineOf(this.#text + text.slice(0, end))
    // Most often it is the only one: an array that grows would cost more than the rest of the framing.
    const lines: Line[] = first === '' ? [] : [first]
    let start = end + 1
    for (end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', start)) {
      const line = lineOf(text.slice(start, end))
      if (line !== '') lines.push(line)
      start = end + 1
    }
    this.#text = text.slice(start)
    // As many characters as bytes: a byte each.
    const plain = noneWaited && text.length === chunk.length
    this.#lineBytes = plain ? this.#text.length : chunk.length - 1 - chunk.lastIndexOf(LF)
    return lines
  }

  #pushFew(chunk: Uint8Array): readonly Line[] {
    let lines: Line[] | undefined
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number
      if (byte === LF) {
        lines ??= []
        this.#release(lines)
      } else {
        if (this.#waitingBytes === WAITING_BYTES) this.#text += this.#decodeWaiting()
        this.#waiting[this.#waitingBytes++] = byte
        this.#lineBytes += 1
      }
    }
    return lines ?? NONE
  }

  /** For a chunk with which a line may get over the limit. Of one that does, only the beginning is kept. */
  #pushCounting(chunk: Uint8Array): readonly Line[] {
    const lines: Line[] = []
    for (let start = 0; start < chunk.length; ) {
      const found = chunk.indexOf(LF, start)
      const end = found === -1 ? chunk.length : found
      const room = this.#mostKept - this.#lineBytes
      if (room > 0) this.#text += this.#decode(chunk, start, Math.min(end, start + room))
      else if (this.#text.length > HEAD_LENGTH) this.#text = headOf(this.#text)
      this.#lineBytes += end - start
      if (end > start) this.#lastByte = chunk[end - 1] as number
      if (found !== -1) this.#release(lines)
      start = end + 1
    }
    return lines
  }

  /** The text of these bytes, after that of the bytes that waited. A character that their end cuts waits. */
  #decode(chunk: Uint8Array, from: number, to: number): string {
    let start = from
    let before = ''
    if (this.#waitingBytes > 0) {
      if (this.#waitingBytes > WAITING_BYTES - 3) before = this.#decodeWaiting()
      while (start < to && start < from + 3 && isContinuation(chunk[start] as number)) {
        this.#waiting[this.#waitingBytes++] = chunk[start++] as number
      }
      if (start === to) return before
      before += decodeUtf8(this.#waiting, 0, this.#waitingBytes)
      this.#waitingBytes = 0
    }
    const end = endOfWhole(chunk, start, to)
    for (let i = end; i < to; i++) this.#waiting[this.#waitingBytes++] = chunk[i] as number
    const text = decodeUtf8(chunk, start, end)
    return before === '' ? text : before + text
  }

  /** Decodes what waits, except a character that is not whole yet. */
  #decodeWaiting(): string {
    const end = endOfWhole(this.#waiting, 0, this.#waitingBytes)
    const text = decodeUtf8(this.#waiting, 0, end)
    this.#waiting.copyWithin(0, end, this.#waitingBytes)
    this.#waitingBytes -= end
    return text
  }

  #release(lines: Line[]): void {
    const text =
      this.#waitingBytes > 0 ? this.#text + decodeUtf8(this.#waiting, 0, this.#waitingBytes) : this.#text
    const bytes = this.#lineBytes - (this.#lastByte === CR ? 1 : 0)
    const line = bytes > this.#maxLineBytes ? { bytes, head: headOf(text) } : lineOf(text)
    if (line !== '') lines.push(line)
    this.#lineBytes = 0
    this.#text = ''
    this.#waitingBytes = 0
    this.#lastByte = 0
  }
}

/** The line without byte order mark and carriage return; empty if it is blank. */
function lineOf(text: string): string {
  const start = text.charCodeAt(0) === BOM ? 1 : 0
  const end = text.charCodeAt(text.length - 1) === CR ? text.length - 1 : text.length
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code !== SPACE && code !== TAB && code !== CR) return text.slice(start, end)
  }
  return ''
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** Where a character that `to` cuts begins; `to` itself if it cuts none. */
function endOfWhole(bytes: Uint8Array, from: number, to: number): number {
  for (let i = to - 1; i >= from && i >= to - 3; i--) {
    const byte = bytes[i] as number
    if (byte < 0x80) return to
    if (isContinuation(byte)) continue
    const size = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    return i + size > to ? i : to
  }
  return to
}

/** Made anew: a slice would keep the whole text in memory. */
function headOf(text: string): string {
  return Array.from(text.slice(0, HEAD_LENGTH)).join('')
}
