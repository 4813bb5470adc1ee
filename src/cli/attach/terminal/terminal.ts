/**
 * Owns the terminal while the full screen is shown: raw keys, the alternate screen, bracketed paste. `enter` takes it,
 * `leave` restores it; both may be called at any time and more than once. The terminal is restored however the process
 * ends: by a signal, an uncaught error, a normal exit, or a terminal that is gone. While the process is stopped (ctrl-z,
 * or SIGTSTP) the shell has the terminal; on SIGCONT the screen takes it again.
 */
import type { EventEmitter } from 'node:events'
import { writeSync } from 'node:fs'
import { constants } from 'node:os'
import type { Io } from '../../io.ts'
import { type Key, KeyDecoder } from './keys.ts'

const ENTER = '\x1b[?1049h\x1b[?2004h\x1b[?7l\x1b[?25l\x1b[0m\x1b[2J'
const LEAVE = '\x1b[?2026l\x1b[0m\x1b[?7h\x1b[?2004l\x1b[?25h\x1b[?1049l'
/** The rest of an escape sequence arrives sooner than this. */
const ESCAPE_MS = 40
const ENDING = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const

export interface TerminalEvents {
  key(key: Key): void
  resized(): void
  /** The terminal was taken, and its screen is empty. */
  entered(): void
  /** The terminal was given back: nothing may be written. */
  left(): void
  /** A signal arrived, or the terminal is gone. The terminal is already restored. */
  ended(code: number): void
  /** An uncaught error. The terminal is already restored. */
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

  /** Stops the whole job, as ctrl-z does in other programs; the shell gets the terminal. */
  suspend(): void {
    this.leave()
    const own = this.#listeners.find(([name]) => name === 'SIGTSTP')?.[1]
    if (own) process.off('SIGTSTP', own)
    process.kill(0, 'SIGTSTP')
    // Runs after SIGCONT, or right away if the kernel did not stop the job because nothing could continue it.
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

  /** Synchronous, because the process may be about to end. */
  #write(text: string): void {
    const { fd } = this.#io.stdout as { fd?: number }
    try {
      if (fd === undefined) this.#io.stdout.write(text)
      else writeSync(fd, text)
    } catch {
      // The terminal is gone or accepts no more: nothing to restore.
    }
  }
}
