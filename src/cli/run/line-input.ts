/**
 * Asks for lines. On a terminal each question has a reader of its own, since a reader takes ctrl-c away from the
 * process for as long as it lives; from a stream one reader serves all questions, so that no line is lost between.
 */
import { createInterface, type Interface } from 'node:readline'
import type { Io } from '../io.ts'

export interface LineInput {
  /**
   * The line; undefined when the input is over or the signal came first. On a terminal the line begins with `preset`,
   * to be edited.
   */
  ask(question: string, signal: AbortSignal, preset?: string): Promise<string | undefined>
  close(): void
}

export function lineInput(io: Io, onInterrupt: () => void): LineInput {
  return io.stdin.isTTY === true ? new TerminalInput(io, onInterrupt) : new StreamInput(io)
}

class TerminalInput implements LineInput {
  readonly #io: Io
  readonly #onInterrupt: () => void

  constructor(io: Io, onInterrupt: () => void) {
    this.#io = io
    this.#onInterrupt = onInterrupt
  }

  ask(question: string, signal: AbortSignal, preset = ''): Promise<string | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const reader = createInterface({ input: this.#io.stdin, output: this.#io.stderr, terminal: true })
      const end = (answer: string | undefined) => {
        // First: closing the reader tells that the input is over.
        resolve(answer)
        signal.removeEventListener('abort', withdrawn)
        reader.close()
      }
      const withdrawn = () => {
        this.#io.err('\n')
        end(undefined)
      }
      signal.addEventListener('abort', withdrawn, { once: true })
      reader.on('SIGINT', this.#onInterrupt)
      reader.once('close', () => end(undefined))
      reader.question(question, end)
      if (preset !== '') reader.write(preset)
    })
  }

  close(): void {}
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

  close(): void {
    this.#reader.close()
  }
}
