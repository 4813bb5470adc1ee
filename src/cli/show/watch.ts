/**
 * `--watch`: shows something anew, every second and whenever it is another, until ctrl-c. On a terminal the new takes the
 * place of the old; in a pipe only what changed is written. A host that goes away is waited for.
 */
import { ApiError } from '../../api/errors.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'

const EVERY = 1000

export interface View {
  readonly text: string
  /** What makes it another, if not the text: ages pass all the time. */
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
        const text = 'The host is gone; waiting for it.\n'
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
    remove()
  }
}

class Redrawn {
  readonly #io: Io
  #isFirst = true

  constructor(io: Io) {
    this.#io = io
  }

  show(text: string): void {
    if (!this.#io.stdout.isTTY) {
      this.#io.out(text)
      return
    }
    const lines = text.trimEnd().split('\n')
    const most = Math.max(2, (this.#io.stdout.rows ?? 1000) - 1)
    const shown =
      lines.length <= most ? lines : [...lines.slice(0, most - 1), `… ${lines.length - most + 1} more`]
    const clear = this.#isFirst ? '\x1b[2J' : ''
    this.#isFirst = false
    // Each line is wiped behind its end: nothing flickers, and nothing of the old is left.
    this.#io.out(`${clear}\x1b[H${shown.map((line) => `${line}\x1b[K\n`).join('')}\x1b[J`)
  }
}
