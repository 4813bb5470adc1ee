/**
 * The terminal while the screen is ours: raw keys, the alternate screen, bracketed paste. `enter` takes it, `leave` gives
 * it back as it was; both may be called at any time and more than once. Whatever ends the process comes past here: a
 * signal, an error that nobody caught, the end of the process, a terminal that is gone. When the process is stopped
 * (ctrl-z, or by somebody else) the terminal is given back, and taken again when it goes on.
 */
import type { EventEmitter } from 'node:events'
import { writeSync } from 'node:fs'
import { constants } from 'node:os'
import type { Io } from '../../io.ts'
import { type Key, KeyDecoder } from './keys.ts'

const ENTER = '\x1b[?1049h\x1b[?2004h\x1b[?7l\x1b[?25l\x1b[0m\x1b[2J'
const LEAVE = '\x1b[?2026l\x1b[0m\x1b[?7h\x1b[?2004l\x1b[?25h\x1b[?1049l'
/** A sequence comes at once; somebody who presses escape waits. */
const ESCAPE_MS = 40
const ENDING = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const

export interface TerminalEvents {
  key(key: Key): void
  resized(): void
  /** It is ours again: nothing of what was shown is left. */
  entered(): void
  /** It is somebody else's: nothing may be written. */
  left(): void
  /** Give up: a signal came, or the terminal is gone. The terminal is given back already. */
  ended(code: number): void
  /** An error that nobody caught. The terminal is given back already. */
  failed(error: unknown): void
}

export class Terminal {
  readonly #io: Io
  readonly #events: TerminalEvents
  readonly #keys = new KeyDecoder()
  readonly #listeners: readonly (readonly [name: string, listener: (argument: unknown) => void])[]
  #timer: NodeJS.Timeout | undefined
  #resuming: NodeJS.Timeout | undefined
  #isOurs = false

  constructor(io: Io, events: TerminalEvents) {
    this.#io = io
    this.#events = events
    this.#listeners = [
      ...ENDING.map((signal) => [signal, () => this.#end(128 + constants.signals[signal])] as const),
      ['SIGTSTP', () => this.suspend()],
      ['SIGCONT', () => this.enter()],
      ['exit', () => this.leave()],
      ['uncaughtException', (error) => this.#fail(error)],
    ]
  }

  get columns(): number {
    return Math.max(1, this.#io.stdout.columns ?? 80)
  }
  get rows(): number {
    return Math.max(1, this.#io.stdout.rows ?? 24)
  }

  /** Listens and takes the terminal. `close` ends both. */
  open(): void {
    const { stdin, stdout } = this.#io
    for (const [name, listener] of this.#listeners) (process as EventEmitter).on(name, listener)
    stdin.setEncoding('utf8')
    stdin.on('data', this.#read)
    stdin.on('end', this.#gone)
    stdin.on('error', this.#gone)
    stdout.on('error', this.#gone)
    stdout.on('resize', this.#events.resized)
    this.enter()
  }

  close(): void {
    const { stdin, stdout } = this.#io
    this.leave()
    for (const [name, listener] of this.#listeners) (process as EventEmitter).off(name, listener)
    stdin.off('data', this.#read)
    stdin.off('end', this.#gone)
    stdin.off('error', this.#gone)
    stdout.off('resize', this.#events.resized)
    clearTimeout(this.#timer)
    clearTimeout(this.#resuming)
  }

  enter(): void {
    if (this.#isOurs) return
    this.#isOurs = true
    this.#io.stdin.setRawMode?.(true)
    this.#io.stdin.resume()
    this.#write(ENTER)
    this.#events.entered()
  }

  leave(): void {
    if (!this.#isOurs) return
    this.#isOurs = false
    this.#events.left()
    this.#write(LEAVE)
    try {
      this.#io.stdin.setRawMode?.(false)
    } catch {
      // The terminal is gone.
    }
    this.#io.stdin.pause()
  }

  /** As ctrl-z does elsewhere: all of the job stops, and the shell has the terminal. */
  suspend(): void {
    this.leave()
    const own = this.#listeners.find(([name]) => name === 'SIGTSTP')?.[1]
    if (own) process.off('SIGTSTP', own)
    process.kill(0, 'SIGTSTP')
    // It goes on here: at SIGCONT, or at once where nobody can continue a stopped job, and the kernel did not stop it.
    this.#resuming = setTimeout(() => {
      if (own) process.on('SIGTSTP', own)
      this.enter()
    }, 100)
  }

  readonly #read = (text: string) => {
    clearTimeout(this.#timer)
    for (const key of this.#keys.push(text)) this.#events.key(key)
    if (!this.#keys.isPending) return
    this.#timer = setTimeout(() => {
      for (const key of this.#keys.flush()) this.#events.key(key)
    }, ESCAPE_MS)
  }

  readonly #gone = () => this.#end(128 + constants.signals.SIGHUP)

  #end(code: number): void {
    this.leave()
    this.#events.ended(code)
  }

  #fail(error: unknown): void {
    this.leave()
    this.#events.failed(error)
  }

  /** At once, whatever else waits to be written: the process may be about to end. */
  #write(text: string): void {
    const { fd } = this.#io.stdout as { fd?: number }
    try {
      if (fd === undefined) this.#io.stdout.write(text)
      else writeSync(fd, text)
    } catch {
      // The terminal is gone, or does not take any more: there is nothing to give back.
    }
  }
}
