/**
 * Breaks a text that comes in parts between words, so that a terminal does not break it within one. Each word is written as
 * soon as it is known where it ends; what it costs does not depend on what was written before the row that it is in.
 */
import { wrapWords } from './wrap.ts'

/** Up to the last word that is complete. Between the signs of Chinese, Japanese and Korean a line may break as well. */
const COMPLETE = /^.*(?:\S(?=\s)|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af](?=[^\u3099\u309a]))/s

export class StreamWrap {
  readonly #width: () => number
  /** What is written of the row. */
  #row = ''
  /** What has come after it. */
  #rest = ''
  /** Rows of a table stay as they are; undefined before the first word of a line. */
  #isTable: boolean | undefined

  constructor(width: () => number) {
    this.#width = width
  }

  /** What of the text so far can be written. */
  push(part: string): string {
    const lines = `${this.#rest}${part}`.split('\n')
    this.#rest = lines.pop() ?? ''
    const ready = lines.map((line) => `${this.#endLine(line)}\n`).join('')
    const complete = COMPLETE.exec(this.#rest)?.[0] ?? ''
    this.#rest = this.#rest.slice(complete.length)
    return `${ready}${this.#write(complete)}`
  }

  /** The rest. What follows begins a line. */
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
