/**
 * Wraps streamed text between words, so that the terminal does not break it within one. Each word is written as soon as its
 * end is known; the cost depends only on the current row.
 */
import { wrapWords } from './wrap.ts'

/** Up to the last complete word. Chinese, Japanese and Korean text may break between any two characters. */
const COMPLETE = /^.*(?:\S(?=\s)|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af](?=[^\u3099\u309a]))/s

export class StreamWrap {
  readonly #width: () => number
  /** The part of the row that is written. */
  #row = ''
  /** Text that is not written yet. */
  #rest = ''
  /** Table rows are not wrapped; undefined before the first word of a line. */
  #isTable: boolean | undefined

  constructor(width: () => number) {
    this.#width = width
  }

  /** Returns what can be written. */
  push(part: string): string {
    const lines = `${this.#rest}${part}`.split('\n')
    this.#rest = lines.pop() ?? ''
    const ready = lines.map((line) => `${this.#endLine(line)}\n`).join('')
    const complete = COMPLETE.exec(this.#rest)?.[0] ?? ''
    this.#rest = this.#rest.slice(complete.length)
    return `${ready}${this.#write(complete)}`
  }

  /** Returns the rest. What follows starts a line. */
  end(): string {
    const rest = this.#endLine(this.#rest)
    this.#rest = ''
    return rest
  }

  #endLine(line: string): string {
    const written = this.#write(line.trimEnd())
    this.#row = ''
    this.#isTable = undefined
    return written
  }

  #write(text: string): string {
    if (text === '') return ''
    this.#isTable ??= /^\s*\|/.test(text)
    const before = this.#row
    const width = this.#isTable ? Number.POSITIVE_INFINITY : this.#width()
    const rows = wrapWords(`${before}${text}`, width, { indent: 0, keepsWords: true })
    this.#row = rows.at(-1) ?? ''
    return rows.join('\n').slice(before.length)
  }
}
