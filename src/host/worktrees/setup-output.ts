/** The output of a script as notices of a session: a notice for what comes within a moment, and no more than a limit in all. */
import { redact } from '../../process/redact.ts'

const EVERY_MS = 300
const MAX_NOTICE = 8_000
const MAX_TOTAL = 200_000

export class SetupOutput {
  readonly #say: (text: string) => Promise<void>
  #waiting = ''
  #total = 0
  #timer: NodeJS.Timeout | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(say: (text: string) => Promise<void>) {
    this.#say = say
  }

  add(text: string): void {
    if (this.#total > MAX_TOTAL) return
    this.#total += text.length
    this.#waiting += this.#total > MAX_TOTAL ? '\n… the rest of the output is not kept' : text
    if (this.#waiting.length >= MAX_NOTICE) this.#flush()
    else this.#timer ??= setTimeout(() => this.#flush(), EVERY_MS)
  }

  /** Resolves when all of it is stored. */
  async end(): Promise<void> {
    this.#flush()
    await this.#last
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = this.#waiting.trimEnd()
    this.#waiting = ''
    if (text === '') return
    this.#last = this.#last.then(() => this.#say(redact(text))).catch(() => {})
  }
}
