/**
 * What goes to stdout, one message to a line. Whoever says something says it here, so that the order of the calls is
 * the order on the wire. Faults sit between a message and its bytes. A reader that went away does not end the agent:
 * its messages go nowhere from then on.
 */
import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import { encode } from '../../../protocol/encode.ts'

/** A message on stdout. Its fields are more than the protocol's types list: the CLI sends many that no host needs. */
export interface Wire {
  readonly type: string
  readonly [field: string]: unknown
}

export interface Output {
  emit(message: Wire): void
  system(subtype: string, fields?: object): void
  /** Resolves when the reader has caught up. */
  drained(): Promise<void>
  /** Resolves when all is written. */
  flushed(): Promise<void>
}

/** A reader that is further behind holds up whoever writes. */
const MOST_HELD = 8 * 1024 * 1024

/** Makes the bytes of a message; faults replace it. */
export type Writer = (message: Wire) => readonly (string | Uint8Array)[]

export class StreamOutput implements Output {
  readonly #stream: Writable
  readonly #sessionId: () => string
  readonly #write: Writer
  #gone = false
  /** What is said at once is written at once. */
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
    if (!this.#gone && this.#stream.writableLength > MOST_HELD) {
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

/** As the CLI writes it: U+2028 and U+2029 are escaped, so that no reader takes them for line ends. */
export function plainly(message: Wire): string[] {
  return [encode(message).replace(/[\u2028\u2029]/g, (it) => `\\u${it.charCodeAt(0).toString(16)}`)]
}
