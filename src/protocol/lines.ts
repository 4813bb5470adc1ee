/**
 * Line framing: bytes in, lines out. One framer per stream; it starts no work and holds no resource except the incomplete line
 * (never more of it than the limit). When the other side dies, call `end()` to get an unterminated last line.
 *
 * The framer decodes each chunk as a whole as it arrives, which is much cheaper than decoding line by line, and first joins
 * chunks that are too small for that. It collects a long line as bytes and decodes it at its end.
 */
import { utf8Decoder } from './bytes.ts'
import { LongLine } from './long-line.ts'

/** A line over the limit: the framer skipped its bytes, except the beginning. */
export interface OversizedLine {
  /** Size of the whole line in bytes, without its line ending. */
  readonly bytes: number
  /** The beginning of the line, to identify it. */
  readonly head: string
}
/** A line, or what is left of one that was too long. */
export type Line = string | OversizedLine

/** What a `LineFramer` takes. */
export interface LineFramerOptions {
  /** Maximum length of a line in bytes. */
  readonly maxLineBytes?: number
}

/** The longest line that is kept whole, unless another limit is given. */
export const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024

/** How much of an oversized line `head` holds, in characters. */
const HEAD_LENGTH = 256
/** Chunks up to this size are joined. */
const SMALL_CHUNK = 32
const JOINED_BYTES = 1024
/** Lines over this size are collected as bytes. */
const LONG_LINE = 256 * 1024
const NONE: readonly Line[] = []
const LF = 0x0a
const CR = 0x0d
const TAB = 0x09
const SPACE = 0x20
const OPENING_BRACE = 0x7b
const BOM = 0xfeff

/** Splits a byte stream into lines, however it arrives. A line over the limit is reported, not kept. */
export class LineFramer {
  readonly #maxLineBytes: number
  /** The most bytes kept of a line: one more than the limit, because the carriage return of a line ending does not count. */
  readonly #mostKept: number
  readonly #decoder = utf8Decoder()
  /** The incomplete line: its size and its text. The decoder may hold back a cut character of it. */
  #lineBytes = 0
  #text = ''
  /** Whether that text is known to begin as a message does, with neither white space nor a byte order mark. */
  #beginsObject = false
  /** The last byte of that line, if it is over the limit. */
  #lastByte = 0
  /** Small chunks after that line, without a line ending. */
  readonly #joined = new Uint8Array(JOINED_BYTES)
  #joinedBytes = 0
  /** All of that line in place of its text, once it is long. */
  #long: LongLine | undefined
  /** A line up to this size is not long. */
  readonly #plainBytes: number

  constructor({ maxLineBytes = DEFAULT_MAX_LINE_BYTES }: LineFramerOptions = {}) {
    if (!Number.isSafeInteger(maxLineBytes) || maxLineBytes < 1) {
      throw new RangeError(`maxLineBytes must be a whole number of at least 1, not ${maxLineBytes}`)
    }
    this.#maxLineBytes = maxLineBytes
    this.#mostKept = Math.max(maxLineBytes + 1, HEAD_LENGTH)
    this.#plainBytes = Math.min(maxLineBytes, LONG_LINE)
  }

  /** Takes the next bytes, wherever they are cut. Returns the lines that they complete, in order. */
  push(chunk: Uint8Array): readonly Line[] {
    const isPlain =
      chunk.length > SMALL_CHUNK &&
      this.#joinedBytes === 0 &&
      this.#lineBytes + chunk.length <= this.#plainBytes
    return isPlain ? this.#pushWhole(chunk) : this.#pushSpecial(chunk)
  }

  /** Ends the stream: returns the unterminated last line, if there is one, and resets the framer. */
  end(): readonly Line[] {
    const lines: Line[] = []
    this.#takeJoined()
    this.#release(lines)
    return lines
  }

  #pushSpecial(chunk: Uint8Array): readonly Line[] {
    const size = this.#joinedBytes + chunk.length
    if (this.#lineBytes + size > this.#maxLineBytes) return this.#pushCounting(chunk)
    if (this.#long) return this.#pushLong(chunk, this.#long)
    if (chunk.length <= SMALL_CHUNK) return this.#pushSmall(chunk)
    this.#takeJoined()
    const lines = this.#pushWhole(chunk)
    if (this.#lineBytes > LONG_LINE && isAscii(chunk[chunk.length - 1])) this.#takeText()
    return lines
  }

  /** All in one function, and each field read once: a call costs as much as the rest of the work. */
  #pushWhole(chunk: Uint8Array): readonly Line[] {
    const size = chunk.length
    const begun = this.#text
    const text = this.#decoder.write(chunk)
    let end = text.indexOf('\n')
    if (end === -1) {
      if (this.#lineBytes === 0) this.#beginsObject = chunk[0] === OPENING_BRACE
      this.#text = begun + text
      this.#lineBytes += size
      return NONE
    }
    let line = text.slice(0, end)
    let beginsObject = text.charCodeAt(0) === OPENING_BRACE
    if (begun.length > 0) {
      line = begun + line // not checked: that would cost another pass over the text
      beginsObject = this.#beginsObject
    }
    if (!beginsObject || end === 0 || text.charCodeAt(end - 1) === CR) line = lineOf(line)
    // Most often this is the only line, and an array that grows would cost more than the rest of the framing.
    const lines: Line[] = line.length === 0 ? [] : [line]
    let start = end + 1
    for (end = text.indexOf('\n', start); end !== -1; end = text.indexOf('\n', start)) {
      line = text.slice(start, end)
      if (text.charCodeAt(start) !== OPENING_BRACE || text.charCodeAt(end - 1) === CR) line = lineOf(line)
      if (line.length > 0) lines.push(line)
      start = end + 1
    }
    this.#text = text.slice(start)
    // The position of its first byte: there are at least as many bytes as characters, and in ASCII text exactly as many.
    let first = size - (text.length - start)
    while (chunk[first - 1] !== LF) first--
    this.#lineBytes = size - first
    this.#beginsObject = first < size && chunk[first] === OPENING_BRACE
    return lines
  }

  #pushSmall(chunk: Uint8Array): readonly Line[] {
    if (this.#joinedBytes + chunk.length > JOINED_BYTES) this.#takeJoined()
    const joined = this.#joined
    let at = this.#joinedBytes
    let ended = false
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number
      joined[at++] = byte
      if (byte === LF) ended = true
    }
    this.#joinedBytes = at
    return ended ? this.#takeJoined() : NONE
  }

  #takeJoined(): readonly Line[] {
    if (this.#joinedBytes === 0) return NONE
    const chunk = this.#joined.subarray(0, this.#joinedBytes)
    this.#joinedBytes = 0
    return this.#pushWhole(chunk)
  }

  /** Call it only when the decoder holds back nothing. */
  #takeText(): void {
    this.#long = new LongLine(this.#text)
    this.#text = ''
  }

  #pushLong(chunk: Uint8Array, long: LongLine): readonly Line[] {
    const end = chunk.indexOf(LF)
    if (end === -1) {
      long.append(chunk)
      this.#lineBytes += chunk.length
      return NONE
    }
    long.append(chunk.subarray(0, end))
    const lines: Line[] = []
    this.#release(lines)
    return [...lines, ...this.push(chunk.subarray(end + 1))]
  }

  #takeLong(): void {
    if (this.#long) this.#text = this.#decoder.write(this.#long.bytes())
    this.#long = undefined
  }

  /** Handles a chunk that may take a line over the limit. Keeps only the beginning of such a line. */
  #pushCounting(chunk: Uint8Array): readonly Line[] {
    this.#takeJoined()
    this.#takeLong()
    const lines: Line[] = []
    for (let start = 0; start < chunk.length; ) {
      const found = chunk.indexOf(LF, start)
      const end = found === -1 ? chunk.length : found
      const room = this.#mostKept - this.#lineBytes
      if (room > 0) this.#text += this.#decoder.write(chunk.subarray(start, Math.min(end, start + room)))
      else if (this.#text.length > HEAD_LENGTH) this.#text = headOf(this.#text)
      this.#lineBytes += end - start
      if (end > start) this.#lastByte = chunk[end - 1] as number
      if (found !== -1) this.#release(lines)
      start = end + 1
    }
    return lines
  }

  #release(lines: Line[]): void {
    this.#takeLong()
    const text = this.#text + this.#decoder.end()
    const bytes = this.#lineBytes - (this.#lastByte === CR ? 1 : 0)
    const line = bytes > this.#maxLineBytes ? { bytes, head: headOf(text) } : lineOf(text)
    if (line !== '') lines.push(line)
    this.#lineBytes = 0
    this.#text = ''
    this.#beginsObject = false
    this.#lastByte = 0
  }
}

/** Returns the line without byte order mark and carriage return; empty if the line is blank. */
function lineOf(text: string): string {
  const start = text.charCodeAt(0) === BOM ? 1 : 0
  const end = text.charCodeAt(text.length - 1) === CR ? text.length - 1 : text.length
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code !== SPACE && code !== TAB && code !== CR) return text.slice(start, end)
  }
  return ''
}

function isAscii(byte: number | undefined): boolean {
  return byte !== undefined && byte < 0x80
}

/** Copies the text: a slice would keep the whole text in memory. */
function headOf(text: string): string {
  return Array.from(text.slice(0, HEAD_LENGTH)).join('')
}
