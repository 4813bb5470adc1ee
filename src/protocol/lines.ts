/**
 * Line framing: bytes in, lines out. One framer per stream; it starts no work and holds no resource but the bytes
 * of the line that is not complete yet (never more than the limit). When the other side dies, call `end()` to get
 * an unterminated last line.
 *
 * Bytes are cut at 0x0A before they are decoded. That byte never occurs inside a multi-byte UTF-8 sequence, so a
 * character cut by a chunk border is simply not decoded until its line is complete.
 */

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
const LF = 0x0a
const CR = 0x0d
const TAB = 0x09
const SPACE = 0x20
const BOM = 0xfeff

// In Node and in browsers alike; this layer compiles without the types of either.
declare const TextDecoder: new (
  label: 'utf-8',
  options: { ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

export class LineFramer {
  readonly #maxLineBytes: number
  /** One more than the limit, since the carriage return of a line end does not count. */
  readonly #mostHeld: number
  /** The beginning of a line whose end has not come: `#lineBytes` of it, or less once it is over the limit. */
  #held: Uint8Array = new Uint8Array(FIRST_CAPACITY)
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
  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = []
    let start = 0
    if (this.#lineBytes > 0) {
      const end = chunk.indexOf(LF)
      this.#hold(end === -1 ? chunk : chunk.subarray(0, end))
      if (end === -1) return lines
      this.#release(lines)
      start = end + 1
    }
    const end = chunk.lastIndexOf(LF) + 1
    if (end > start) {
      this.#split(chunk.subarray(start, end), lines)
      start = end
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start))
    return lines
  }

  /** The stream is over: answers the unterminated last line, if there is one. The framer is then as new. */
  end(): Line[] {
    const lines: Line[] = []
    if (this.#lineBytes > 0) this.#release(lines)
    return lines
  }

  /** Splits a region that ends in a line end. It is decoded as a whole: much cheaper than line by line. */
  #split(region: Uint8Array, lines: Line[]): void {
    if (region.length > this.#maxLineBytes) {
      this.#splitCounting(region, lines)
      return
    }
    const text = utf8.decode(region)
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      addLine(lines, text, start, end)
      start = end + 1
    }
  }

  /** As `#split`, for a region so large that a line in it may be over the limit. */
  #splitCounting(region: Uint8Array, lines: Line[]): void {
    let start = 0
    for (let end = region.indexOf(LF); end !== -1; end = region.indexOf(LF, start)) {
      this.#hold(region.subarray(start, end))
      this.#release(lines)
      start = end + 1
    }
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    const before = this.#lineBytes
    this.#lineBytes += bytes.length
    this.#lastByte = bytes[bytes.length - 1] as number
    if (before > this.#mostHeld) return
    const kept = Math.min(this.#lineBytes, this.#mostHeld)
    if (kept > this.#held.length) {
      const larger = new Uint8Array(Math.min(Math.max(kept, this.#held.length * 2), this.#mostHeld))
      larger.set(this.#held.subarray(0, before))
      this.#held = larger
    }
    this.#held.set(bytes.subarray(0, kept - before), before)
    if (this.#lineBytes > this.#mostHeld) this.#held = this.#held.slice(0, HEAD_BYTES)
  }

  #release(lines: Line[]): void {
    const bytes = this.#lineBytes - (this.#lastByte === CR ? 1 : 0)
    if (bytes > this.#maxLineBytes) {
      lines.push({ bytes, head: utf8.decode(this.#held.subarray(0, Math.min(bytes, HEAD_BYTES))) })
    } else {
      const text = utf8.decode(this.#held.subarray(0, this.#lineBytes))
      addLine(lines, text, 0, text.length)
    }
    this.#lineBytes = 0
    this.#lastByte = 0
    if (this.#held.length !== FIRST_CAPACITY) this.#held = new Uint8Array(FIRST_CAPACITY)
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
