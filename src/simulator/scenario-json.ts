/** Parses JSON and records the position of each value, which `JSON.parse` does not. */
import { NotationError, placeAt, type ScenarioText, stepsOf } from './scenario-text.ts'

export function readJson(text: string): ScenarioText {
  const offsets = new Map<string, number>()
  new Scan(text, offsets).document()
  return {
    value: JSON.parse(text),
    placeOf(path) {
      const steps = stepsOf(path)
      while (!offsets.has(keyOf(steps))) steps.pop()
      return placeAt(text, offsets.get(keyOf(steps)) ?? 0)
    },
  }
}

const keyOf = (steps: readonly string[]) => steps.join('\n')

const SPACE = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\]|\\.)*"/sy
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

class Scan {
  readonly #text: string
  readonly #offsets: Map<string, number>
  readonly #path: string[] = []
  #at = 0

  constructor(text: string, offsets: Map<string, number>) {
    this.#text = text
    this.#offsets = offsets
  }

  document(): void {
    this.#value()
    if (this.#next() !== undefined) this.#fail()
  }

  #value(): void {
    const first = this.#next()
    this.#offsets.set(keyOf(this.#path), this.#at)
    if (first === '{') this.#listed('}', () => this.#member())
    else if (first === '[') this.#listed(']', (index) => this.#inside(String(index)))
    else if (first === '"') this.#string()
    else if (this.#take(OTHER) === '') this.#fail()
  }

  #listed(end: '}' | ']', element: (index: number) => void): void {
    this.#at += 1
    if (this.#next() === end) {
      this.#at += 1
      return
    }
    for (let index = 0; ; index += 1) {
      element(index)
      const after = this.#next()
      if (after !== ',' && after !== end) this.#fail()
      this.#at += 1
      if (after === end) return
    }
  }

  #member(): void {
    if (this.#next() !== '"') this.#fail()
    const name = this.#string()
    if (this.#next() !== ':') this.#fail()
    this.#at += 1
    this.#inside(name)
  }

  #string(): string {
    const start = this.#at
    try {
      return JSON.parse(this.#take(STRING))
    } catch {
      this.#at = start
      this.#fail()
    }
  }

  #inside(step: string): void {
    this.#path.push(step)
    this.#value()
    this.#path.pop()
  }

  #next(): string | undefined {
    this.#take(SPACE)
    return this.#text[this.#at]
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }

  #fail(): never {
    const found = this.#text[this.#at]
    const what = found === undefined ? 'the end' : found === '"' ? 'a broken string' : JSON.stringify(found)
    throw new NotationError(placeAt(this.#text, this.#at), `is no JSON: unexpected ${what}`)
  }
}
