/**
 * The bytes of a long line. Collecting them and decoding them once is cheaper than a string of many pieces, which the engine
 * moves in memory while it grows and flattens at the end. They are copied, because the caller may use its buffer again, into
 * blocks: one buffer that doubles would touch four times as much memory.
 */
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const BLOCK_BYTES = 1024 * 1024

export class LongLine {
  readonly #blocks: Uint8Array[] = []
  #last = new Uint8Array(BLOCK_BYTES)
  /** How much of the last block is used, and the size of those before it. */
  #used = 0
  #before = 0

  constructor(beginning: string) {
    this.append(new TextEncoder().encode(beginning))
  }

  append(bytes: Uint8Array): void {
    let rest = bytes
    while (this.#used + rest.length > BLOCK_BYTES) {
      const room = BLOCK_BYTES - this.#used
      this.#last.set(rest.subarray(0, room), this.#used)
      rest = rest.subarray(room)
      this.#blocks.push(this.#last)
      this.#before += BLOCK_BYTES
      this.#last = new Uint8Array(BLOCK_BYTES)
      this.#used = 0
    }
    this.#last.set(rest, this.#used)
    this.#used += rest.length
  }

  bytes(): Uint8Array {
    const used = this.#last.subarray(0, this.#used)
    if (this.#blocks.length === 0) return used
    const all = new Uint8Array(this.#before + this.#used)
    for (const [i, block] of this.#blocks.entries()) all.set(block, i * BLOCK_BYTES)
    all.set(used, this.#before)
    return all
  }
}
