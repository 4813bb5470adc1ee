/** A tool's input while it is being written: JSON that may end anywhere, read as far as it goes. */
import type { Draft } from './items.ts'

/**
 * Undefined if nothing can be read yet. It reads the whole text: ask when it is to be shown, not at every part that comes.
 */
export function partialInput({ text }: Pick<Draft, 'text'>): unknown {
  const reader = new Reader(text)
  return reader.value(0)
}

/** Deeper than this no tool's input is, and the stack is not endless. */
const DEEPEST = 200
const LITERAL = /[-+.\w]+/y
/** Backslashes, and what may follow the last one before its escape is complete. */
const LAST_ESCAPE = /(\\+)(?:u[\da-fA-F]{0,3})?$/

class Reader {
  readonly #text: string
  #at = 0
  /** The text, or what there is to make of it, is over: what is open is closed as it stands. */
  #isOver = false

  constructor(text: string) {
    this.#text = text
  }

  value(depth: number): unknown {
    const char = this.#next()
    if (char === '{' && depth < DEEPEST) return this.#object(depth)
    if (char === '[' && depth < DEEPEST) return this.#array(depth)
    if (char === '"') return this.#string()
    return this.#literal()
  }

  #object(depth: number): object {
    this.#at += 1
    const entries: [string, unknown][] = []
    while (!this.#isOver && this.#next() === '"') {
      const key = this.#string()
      if (this.#isOver || !this.#skip(':')) break
      const value = this.value(depth + 1)
      if (value !== undefined && key !== undefined) entries.push([key, value])
      if (!this.#skip(',')) break
    }
    this.#close('}')
    return Object.fromEntries(entries)
  }

  #array(depth: number): unknown[] {
    this.#at += 1
    const values: unknown[] = []
    while (!this.#isOver && this.#next() !== ']') {
      const value = this.value(depth + 1)
      if (value === undefined) break
      values.push(value)
      if (!this.#skip(',')) break
    }
    this.#close(']')
    return values
  }

  #string(): string | undefined {
    const start = this.#at
    let end = this.#text.indexOf('"', start + 1)
    while (end > 0 && isEscaped(this.#text, end)) end = this.#text.indexOf('"', end + 1)
    this.#at = end < 0 ? this.#text.length : end + 1
    const found = this.#text.slice(start, this.#at)
    if (end >= 0) return parsed(found)
    this.#isOver = true
    return parsed(`${withoutCutEscape(found)}"`)
  }

  /** Number, true, false or null. The last one may still grow: `1` may be the beginning of `12`. */
  #literal(): unknown {
    LITERAL.lastIndex = this.#at
    const found = LITERAL.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    const value = this.#at < this.#text.length ? parsed(found) : undefined
    if (value === undefined) this.#isOver = true
    return value
  }

  #close(bracket: string): void {
    if (!this.#isOver && !this.#skip(bracket)) this.#isOver = true
  }

  #skip(char: string): boolean {
    if (this.#isOver || this.#next() !== char) return false
    this.#at += 1
    return true
  }

  #next(): string | undefined {
    while (' \n\r\t'.includes(this.#text[this.#at] ?? '-')) this.#at += 1
    return this.#text[this.#at]
  }
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

function withoutCutEscape(text: string): string {
  const found = LAST_ESCAPE.exec(text)
  const slashes = found?.[1]?.length ?? 0
  // Two backslashes are one, and complete.
  return found && slashes % 2 === 1 ? text.slice(0, found.index + slashes - 1) : text
}

function parsed<T>(json: string): T | undefined {
  try {
    return JSON.parse(json) as T
  } catch {
    return undefined
  }
}
