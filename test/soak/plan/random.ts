/**
 * Random numbers from a seed. Each part of a soak draws from a stream of its own, named after it: what one part decides does
 * not depend on how often another has drawn, nor on which of them was faster.
 */
export class Random {
  readonly #seed: string
  #state: number

  constructor(seed: string) {
    this.#seed = seed
    this.#state = hashOf(seed)
  }

  /** The stream of a part. */
  of(part: string): Random {
    return new Random(`${this.#seed}/${part}`)
  }

  /** At least 0 and less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** Both ends included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }
  chance(part: number): boolean {
    return this.next() < part
  }
  pick<T>(list: readonly [T, ...T[]]): T
  pick<T>(list: readonly T[]): T | undefined
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.int(0, list.length - 1)]
  }
  hex(length: number): string {
    return Array.from({ length }, () => this.int(0, 15).toString(16)).join('')
  }
  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-8${this.hex(3)}-${this.hex(12)}`
  }
}

/** FNV-1a, and some stirring: seeds that differ in one letter give streams that have nothing in common. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) | 0
}
