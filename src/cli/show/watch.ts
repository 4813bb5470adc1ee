/**
 * `--watch`: polls every second and shows changes until ctrl-c. On a terminal the new view replaces the old one; in a pipe
 * each change is appended. If the host goes away, this waits for it.
 */
import { ApiError } from '../../api/errors.ts'
import { Frame } from '../attach/screen/frame.ts'
import { Screen } from '../attach/screen/screen.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'

const EVERY = 1000

export interface View {
  readonly text: string
  /** Identifies the view, if not by its text, in which ages change all the time. */
  readonly key?: string
}

export async function watch(io: Io, look: () => Promise<View>): Promise<number> {
  const screen = new Redrawn(io)
  let last: string | undefined
  let wake = () => {}
  let isOver = false
  const remove = io.onInterrupt(() => {
    isOver = true
    wake()
  })
  try {
    while (!isOver) {
      const view = await look().catch((error: unknown): View => {
        if (!(error instanceof ApiError) || error.code !== 'unreachable') throw error
        const text = 'Connection to the host lost. Reconnecting…\n'
        return io.stdout.isTTY ? { text } : { text: '', key: text }
      })
      const key = (io.stdout.isTTY ? view.text : view.key) ?? view.text
      if (key !== last && !isOver) screen.show(view.text)
      last = key
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, EVERY)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        if (isOver) wake()
      })
    }
    return EXIT.done
  } finally {
    screen.stop()
    remove()
  }
}

/** Draws the text on the screen of a terminal; otherwise prints it. */
class Redrawn {
  readonly #io: Io
  readonly #screen: Screen
  #lines: readonly string[] = []

  constructor(io: Io) {
    this.#io = io
    this.#screen = new Screen({ stdout: io.stdout, isColourless: false, draw: () => this.#draw() })
  }

  show(text: string): void {
    if (!this.#io.stdout.isTTY) {
      this.#io.out(text)
      return
    }
    this.#lines = text.trimEnd().split('\n')
    this.#screen.wanted()
  }

  stop(): void {
    this.#screen.stop()
  }

  #draw(): Frame {
    const { columns = 80, rows = 24 } = this.#io.stdout
    const frame = new Frame(columns, rows)
    const most = Math.max(2, rows - 1)
    const over = this.#lines.length - most
    const shown = over <= 0 ? this.#lines : [...this.#lines.slice(0, most - 1), `… ${over + 1} more`]
    for (const [row, line] of shown.entries()) frame.put(row, 0, line)
    frame.cursor = { row: Math.min(shown.length, rows - 1), column: 0 }
    return frame
  }
}
