/**
 * Writes frames to the terminal: only what changed, at most thirty times a second, and no faster than the terminal reads.
 * The owner calls `wanted` when something may have changed, `reset` after anything else has written to the terminal, and
 * `stop` at the end.
 */
import type { Writable } from 'node:stream'
import type { Frame } from './frame.ts'

const INTERVAL = 1000 / 30
/** Synchronized output: terminals that know it show a frame at once, others ignore it. */
const BEGIN = '\x1b[?2026h'
const END = '\x1b[?2026l'
const HIDE = '\x1b[?25l'
const SHOW = '\x1b[?25h'
const COLOURS = /;(?:[34]8;(?:5;\d+|2;\d+;\d+;\d+)|[34]\d|9\d|10\d)(?=[;m])/g

export interface ScreenOptions {
  readonly stdout: Writable
  /** NO_COLOR; bold, dim and inverse stay. */
  readonly isColourless: boolean
  draw(): Frame
}

export class Screen {
  readonly #options: ScreenOptions
  #last: Frame | undefined
  #lastAt = 0
  #timer: NodeJS.Timeout | undefined
  #isFull = false
  #isStopped = false

  constructor(options: ScreenOptions) {
    this.#options = options
  }

  wanted(): void {
    if (this.#timer || this.#isFull || this.#isStopped) return
    const wait = Math.max(0, this.#lastAt + INTERVAL - performance.now())
    this.#timer = setTimeout(() => this.#draw(), wait)
  }

  /** Draws everything anew, because what the terminal shows is unknown. */
  reset(): void {
    this.#last = undefined
    this.wanted()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
  start(): void {
    this.#isStopped = false
    this.reset()
  }

  #draw(): void {
    this.#timer = undefined
    this.#lastAt = performance.now()
    const frame = this.#options.draw()
    const changes = frame.since(this.#last)
    const isMoved = cursorOf(frame) !== cursorOf(this.#last)
    this.#last = frame
    if (changes === '' && !isMoved) return
    const text = this.#options.isColourless ? withoutColours(changes) : changes
    const { stdout } = this.#options
    // On a slow connection the next frame waits for this one, and skips the states in between.
    if (stdout.write(`${BEGIN}${HIDE}${text}${cursorOf(frame)}${END}`)) return
    this.#isFull = true
    stdout.once('drain', () => {
      this.#isFull = false
      this.wanted()
    })
  }
}

function cursorOf(frame: Frame | undefined): string {
  if (!frame?.cursor) return ''
  const { row, column } = frame.cursor
  return `\x1b[${row + 1};${column + 1}H${SHOW}`
}

export function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence
  return text.replace(/\x1b\[0;[\d;]+m/g, (sequence) => sequence.replace(COLOURS, ''))
}
