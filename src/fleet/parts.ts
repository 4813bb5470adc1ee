/** A server takes messages up to a size; what is longer goes in several, and is put together again. */

export function partsOf(bytes: Uint8Array, maxBytes: number): Uint8Array[] {
  const parts = []
  for (let from = 0; from < bytes.length || parts.length === 0; from += maxBytes)
    parts.push(bytes.subarray(from, from + maxBytes))
  return parts
}

/** Puts together parts that arrive in order. A first part drops what was left of the message before. */
export class PartsReader {
  #id = ''
  #parts: Uint8Array[] = []

  /** The whole, with the part that completes it. */
  add(id: string, index: number, count: number, part: Uint8Array): Uint8Array | undefined {
    if (id !== this.#id || index === 0) {
      this.#id = id
      this.#parts = []
    }
    // The first ones were missed.
    if (index !== this.#parts.length) return undefined
    this.#parts.push(part)
    if (this.#parts.length < count) return undefined
    const whole = count === 1 ? part : Buffer.concat(this.#parts)
    this.#parts = []
    return whole
  }
}
