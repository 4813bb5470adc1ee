/**
 * Where a turn is shown. The answer's text goes to stdout, everything about it to stderr, so that
 * `fairlead run ... > answer.md` keeps the answer. On a terminal both are the same place: a line never begins in the
 * middle of a text, and a passing status line is wiped before anything else is written. While a question is open,
 * what comes meanwhile is held back.
 */
import type { Io } from '../io.ts'
import { printable, type Style, shorten, styleFor } from '../style.ts'

export class Screen {
  readonly style: Style
  readonly #io: Io
  #held: (() => void)[] | undefined
  #status = ''
  /** The last character of the text that is being written; empty before the first. */
  #last = ''
  #isInText = false

  constructor(io: Io) {
    this.#io = io
    this.style = styleFor(io.stderr, io.env)
  }

  get width(): number {
    return Math.max(40, this.#io.stderr.columns ?? 100)
  }

  /** A part of the answer. */
  text(part: string): void {
    this.#do(() => {
      const text = printable(part)
      if (text === '') return
      this.#wipe()
      const begins = this.#isInText ? '' : this.#last === '' ? '' : '\n'
      this.#io.out(`${begins}${text}`)
      this.#isInText = true
      this.#last = text.at(-1) ?? ''
    })
  }

  /** The text is complete; what comes next begins a line. */
  endText(): void {
    this.#do(() => this.#endText())
  }

  line(text: string): void {
    this.#do(() => {
      this.#wipe()
      this.#endText()
      this.#io.err(`${text}\n`)
    })
  }

  /** What is going on now. Only seen on a terminal, and only until something else is written. */
  status(text: string): void {
    this.#do(() => {
      if (this.#io.stderr.isTTY !== true || this.#isInText) return
      this.#wipe()
      this.#status = shorten(text, this.width - 2)
      this.#io.err(this.style.dim(this.#status))
    })
  }

  hold(): void {
    this.#held ??= []
    this.#wipe()
    this.#endText()
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const write of held) write()
  }

  #do(write: () => void): void {
    if (this.#held) this.#held.push(write)
    else write()
  }

  #endText(): void {
    if (!this.#isInText) return
    if (this.#last !== '\n') this.#io.out('\n')
    this.#isInText = false
    this.#last = '\n'
  }

  #wipe(): void {
    if (this.#status === '') return
    this.#status = ''
    this.#io.err('\r\x1b[K')
  }
}
