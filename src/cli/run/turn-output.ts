/**
 * The output of a turn. The answer goes to stdout, everything else to stderr, so that `fairlead run ... > answer.md` keeps
 * the answer. On a terminal both are the same place: a line never starts in the middle of a text, and the status line is
 * wiped before anything else is written. While a question is open, output is held back.
 */
import type { Io } from '../io.ts'
import { printable } from '../terminal/cells.ts'

import { StreamWrap } from '../terminal/stream-wrap.ts'
import { type Style, styleFor, WIPE_LINE } from '../terminal/style.ts'
import { shorten } from '../terminal/truncate.ts'

export class TurnOutput {
  readonly style: Style
  readonly #io: Io
  readonly #wrap: StreamWrap
  #held: (() => void)[] | undefined
  #status = ''
  /** The last character written; empty before the first text. */
  #last = ''
  #isInText = false
  readonly #afterText: string[] = []

  constructor(io: Io) {
    this.#io = io
    this.style = styleFor(io.stderr, io.env)
    this.#wrap = new StreamWrap(() => io.stdout.columns ?? 80)
  }

  get width(): number {
    return Math.max(40, this.#io.stderr.columns ?? 100)
  }

  text(part: string): void {
    this.#do(() => {
      const text = printable(part)
      if (text === '') return
      this.#wipe()
      const begins = this.#isInText ? '' : this.#last === '' ? '' : '\n'
      this.#io.out(`${begins}${this.#io.stdout.isTTY ? this.#wrap.push(text) : text}`)
      this.#isInText = true
      this.#last = text.at(-1) ?? ''
    })
  }

  /** The text is complete; the next output starts a line. */
  endText(): void {
    this.#do(() => this.#endText())
  }

  /** A new turn begins. */
  restart(): void {
    this.#do(() => {
      this.#endText()
      this.#last = ''
    })
  }

  /** A line that waits until the current text is complete. */
  lineAfterText(text: string): void {
    this.#do(() => {
      if (this.#isInText) this.#afterText.push(text)
      else this.line(text)
    })
  }

  line(text: string): void {
    this.#do(() => {
      this.#wipe()
      this.#endText()
      this.#io.err(`${text}\n`)
    })
  }

  /** Shown on a terminal only, until something else is written. */
  status(text: string): void {
    this.#do(() => {
      const status = shorten(text, this.width - 2)
      if (this.#io.stderr.isTTY !== true || this.#isInText || status === this.#status) return
      this.#wipe()
      this.#status = status
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
    this.#io.out(this.#wrap.end())
    if (this.#last !== '\n') this.#io.out('\n')
    this.#isInText = false
    this.#last = '\n'
    const lines = this.#afterText.splice(0)
    for (const line of lines) this.#io.err(`${line}\n`)
  }

  #wipe(): void {
    if (this.#status === '') return
    this.#status = ''
    this.#io.err(WIPE_LINE)
  }
}
