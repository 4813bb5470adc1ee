/** A frame of the stream. It may go to many clients, so its bytes are encoded once. */
import type { ServerMessage } from '../../api/stream.ts'

export class Frame {
  readonly text: string
  #bytes: Buffer | undefined

  constructor(text: string) {
    this.text = text
  }

  static of(message: ServerMessage): Frame {
    return new Frame(JSON.stringify(message))
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }
}
