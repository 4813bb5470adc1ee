/**
 * Asks for lines. On a terminal each question has a reader of its own, since a reader takes ctrl-c from the process while
 * it lives; on a stream one reader serves all questions, so that no line is lost in between.
 *
 * `watch` keeps the terminal raw between questions too: typed text is not echoed into the output, and ctrl-c is a key, not
 * a signal. A signal would also reach the npm that started this process, which would then report a failure.
 */
import { createInterface, type Interface } from 'node:readline'
import type { Io } from '../io.ts'

export interface LineOptions {
  readonly preset?: string
  readonly history?: string[]
}

export interface LineInput {
  /**
   * The line; undefined at the end of the input or on abort. On a terminal the line starts with `preset`, which can be
   * edited, and the arrow keys go through `history`, newest first, to which the line is added.
   */
  ask(question: string, signal: AbortSignal, options?: LineOptions): Promise<string | undefined>
  /** Lasts until `close`. */
  watch(): void
  close(): void
}

const CTRL_C = 3

export function lineInput(io: Io, onInterrupt: () => void): LineInput {
  return io.stdin.isTTY === true ? new TerminalInput(io, onInterrupt) : new StreamInput(io)
}

class TerminalInput implements LineInput {
  readonly #io: Io
  readonly #onInterrupt: () => void
  #isWatching = false
  readonly #key = (bytes: Buffer) => {
    if (bytes.includes(CTRL_C)) this.#onInterrupt()
  }

  constructor(io: Io, onInterrupt: () => void) {
    this.#io = io
    this.#onInterrupt = onInterrupt
  }

  watch(): void {
    this.#isWatching = true
    this.#listen()
  }

  #listen(): void {
    if (!this.#isWatching) return
    const { stdin } = this.#io
    stdin.setRawMode?.(true)
    stdin.on('data', this.#key)
    stdin.resume()
  }

  ask(question: string, signal: AbortSignal, options: LineOptions = {}): Promise<string | undefined> {
    const { preset = '', history } = options
    if (signal.aborted) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const { stdin: input, stderr: output } = this.#io
      input.off('data', this.#key)
      const reader = createInterface({ input, output, terminal: true, history: [...(history ?? [])] })
      const end = (answer: string | undefined) => {
        if (answer !== undefined && answer.trim() !== '') history?.unshift(answer)
        resolve(answer)
        signal.removeEventListener('abort', withdrawn)
        reader.off('close', withdrawn)
        reader.close()
        this.#listen()
      }
      const withdrawn = () => {
        this.#io.err('\n')
        end(undefined)
      }
      signal.addEventListener('abort', withdrawn, { once: true })
      reader.on('SIGINT', this.#onInterrupt)
      // Emitted on ctrl-d.
      reader.once('close', withdrawn)
      reader.question(question, end)
      if (preset !== '') reader.write(preset)
    })
  }

  close(): void {
    if (!this.#isWatching) return
    this.#isWatching = false
    const { stdin } = this.#io
    stdin.off('data', this.#key)
    stdin.setRawMode?.(false)
    stdin.pause()
  }
}

class StreamInput implements LineInput {
  readonly #io: Io
  readonly #reader: Interface
  readonly #lines: string[] = []
  #waiting: ((line: string | undefined) => void) | undefined
  #isOver = false

  constructor(io: Io) {
    this.#io = io
    this.#reader = createInterface({ input: io.stdin, terminal: false })
    this.#reader.on('line', (line) => {
      if (this.#waiting) this.#waiting(line)
      else this.#lines.push(line)
    })
    this.#reader.once('close', () => {
      this.#isOver = true
      this.#waiting?.(undefined)
    })
  }

  ask(question: string, signal: AbortSignal): Promise<string | undefined> {
    this.#io.err(question)
    const line = this.#lines.shift()
    if (line !== undefined || this.#isOver || signal.aborted) return Promise.resolve(line)
    return new Promise((resolve) => {
      const withdrawn = () => end(undefined)
      const end = (answer: string | undefined) => {
        this.#waiting = undefined
        signal.removeEventListener('abort', withdrawn)
        resolve(answer)
      }
      this.#waiting = end
      signal.addEventListener('abort', withdrawn, { once: true })
    })
  }

  watch(): void {}

  close(): void {
    this.#reader.close()
  }
}
