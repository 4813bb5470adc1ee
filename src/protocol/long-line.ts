/**
 * The bytes of a long line. Collecting them and decoding them once is cheaper than a string of many pieces, which the engine
 * moves in memory while it grows and flattens at the end.
 */
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

export class LongLine {
  #bytes: Uint8Array
  #size: number

  constructor(beginning: string) {
    this.#bytes = new TextEncoder().encode(beginning)
    this.#size = this.#bytes.length
  }

  append(bytes: Uint8Array): void {
    const size = this.#size + bytes.length
    if (size > this.#bytes.length) this.#grow(size)
    this.#bytes.set(bytes, this.#size)
    this.#size = size
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  #grow(atLeast: number): void {
    const bytes = new Uint8Array(Math.max(atLeast, 2 * this.#bytes.length))
    bytes.set(this.bytes())
    this.#bytes = bytes
  }
}
