/**
 * The end of a process's stderr, for the error that explains its ending, in bounded memory.
 *
 * Bytes are decoded only when the tail is read, so that a chunk border cannot cut a character. A long line (the CLI may
 * print minified source) keeps its beginning and its end. Secrets are removed when the tail is read.
 */
import { stripVTControlCharacters } from 'node:util'
import { redact } from './redact.ts'

export interface StderrTailOptions {
  /** Values that must never be shown; asked for when the tail is read. */
  readonly secrets?: () => readonly string[]
}

export const MAX_TAIL_BYTES = 64 * 1024
export const MAX_TAIL_LINES = 200
/** Of a longer line, this many bytes are kept at each end. */
const HALF_LINE = 1024

const LF = 0x0a

interface KeptLine {
  readonly head: Buffer
  /** The last bytes of a line that was too long, and how many are missing before them. */
  readonly end?: Buffer
  readonly missing: number
}

export class StderrTail {
  readonly #secrets: () => readonly string[]
  readonly #lines: KeptLine[] = []
  #bytes = 0
  /** The line that is not complete yet. */
  #head: Buffer = Buffer.alloc(0)
  #end: Buffer = Buffer.alloc(0)
  #missing = 0

  constructor({ secrets = () => [] }: StderrTailOptions = {}) {
    this.#secrets = secrets
  }

  push(chunk: Uint8Array): void {
    let start = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#extend(chunk.subarray(start, end))
      this.#finishLine()
      start = end + 1
    }
    if (start < chunk.length) this.#extend(chunk.subarray(start))
  }

  /** The tail as text, without secrets and without colours. */
  text(): string {
    const lines = [...this.#lines, this.#current()].map(shown)
    return redact(stripVTControlCharacters(lines.join('\n')), this.#secrets()).trim()
  }

  #extend(bytes: Uint8Array): void {
    const room = HALF_LINE * 2 - this.#head.length
    if (bytes.length <= room && this.#end.length === 0) {
      this.#head = Buffer.concat([this.#head, bytes])
      return
    }
    // Once a line is too long, only its first half line stays in `head`; the rest passes through `end`.
    const latest = Buffer.concat([this.#head.subarray(HALF_LINE), this.#end, bytes.subarray(-HALF_LINE)])
    const all = this.#head.length + this.#end.length + this.#missing + bytes.length
    const head = Buffer.concat([this.#head, bytes.subarray(0, HALF_LINE)]).subarray(0, HALF_LINE)
    this.#head = Buffer.from(head)
    this.#end = Buffer.from(latest.subarray(-HALF_LINE))
    this.#missing = all - this.#head.length - this.#end.length
  }

  #current(): KeptLine {
    return { head: this.#head, missing: this.#missing, ...(this.#end.length > 0 && { end: this.#end }) }
  }

  #finishLine(): void {
    const line = this.#current()
    this.#lines.push(line)
    this.#bytes += size(line)
    while (this.#lines.length > MAX_TAIL_LINES || this.#bytes > MAX_TAIL_BYTES)
      this.#bytes -= size(this.#lines.shift() as KeptLine)
    this.#head = Buffer.alloc(0)
    this.#end = Buffer.alloc(0)
    this.#missing = 0
  }
}

function size({ head, end }: KeptLine): number {
  return head.length + (end?.length ?? 0) + 1
}

/**
 * Where a line was cut, the words beside the cut go too: they may be the halves of a secret, which no pattern would
 * recognise, or of a character.
 */
function shown({ head, end, missing }: KeptLine): string {
  if (end === undefined) return head.toString().replace(/\r$/, '')
  const before = head.toString().replace(/[^\s"'`,;:(){}[\]]*$/, '')
  const after = end.toString().replace(/^[^\s"'`,;:(){}[\]]*/, '')
  const cut = missing + head.length + end.length - Buffer.byteLength(before) - Buffer.byteLength(after)
  return `${before}[… ${cut} bytes left out …]${after.replace(/\r$/, '')}`
}
