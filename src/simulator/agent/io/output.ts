/**
 * Writes messages to stdout, one per line. Everything that the agent sends goes through here, so the order of the calls is the
 * order of the lines. Faults sit between a message and its bytes. If the reader goes away, the agent continues, and its messages
 * are lost.
 */
import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import { encode } from '../../../protocol/encode.ts'

/** A message on stdout. It has more fields than the protocol's types list: the CLI sends many that no host needs. */
export interface Wire {
  readonly type: string
  readonly [field: string]: unknown
}

export interface Output {
  emit(message: Wire): void
  system(subtype: string, fields?: object): void
  drained(): Promise<void>
  flushed(): Promise<void>
}

/** A reader that is further behind blocks the writer, in bytes. */
const MAX_HELD = 8 * 1024 * 1024

/** Converts a message to bytes; faults replace it. */
export type Writer = (message: Wire) => readonly (string | Uint8Array)[]

export class StreamOutput implements Output {
  readonly #stream: Writable
  readonly #sessionId: () => string
  readonly #write: Writer
  #gone = false
  /** Messages emitted together are written together. */
  #isCorked = false

  constructor(stream: Writable, sessionId: () => string, write: Writer = plainly) {
    this.#stream = stream
    this.#sessionId = sessionId
    this.#write = write
    stream.on('error', () => {
      this.#gone = true
    })
  }

  emit(message: Wire): void {
    if (this.#gone) return
    if (!this.#isCorked) {
      this.#isCorked = true
      this.#stream.cork()
      setImmediate(() => this.#uncork())
    }
    for (const bytes of this.#write(message)) this.#stream.write(bytes)
  }

  system(subtype: string, fields: object = {}): void {
    this.emit({ type: 'system', subtype, ...fields, uuid: randomUUID(), session_id: this.#sessionId() })
  }

  async drained(): Promise<void> {
    if (!this.#gone && this.#stream.writableLength > MAX_HELD) {
      this.#uncork()
      if (!this.#stream.writableNeedDrain) return
      await new Promise<void>((resolve) => {
        this.#stream.once('drain', resolve)
        this.#stream.once('close', resolve)
        this.#stream.once('error', () => resolve())
      })
    }
  }

  async flushed(): Promise<void> {
    if (this.#gone) return
    this.#uncork()
    await new Promise<void>((resolve) => this.#stream.write('', () => resolve()))
  }

  #uncork(): void {
    if (!this.#isCorked) return
    this.#isCorked = false
    this.#stream.uncork()
  }
}

/** Writes a message as the CLI does: with U+2028 and U+2029 escaped, so that no reader treats them as line endings. */
export function plainly(message: Wire): string[] {
  return [encode(message).replace(/[\u2028\u2029]/g, (it) => `\\u${it.charCodeAt(0).toString(16)}`)]
}
