/**
 * The events of a session, kept in memory as the state that they fold into. The session makes it, gives it every message
 * and fact, and the end of the process is the last one. It numbers and times the events, and notifies listeners once of
 * all that came together.
 */

import type { Ledger, Post } from '../driver/ports.ts'
import { processExited } from '../driver/process-exited.ts'
import type { Ending, Transport } from '../process/transport.ts'
import type { Decoded } from '../protocol/decode.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import type { EventBody } from '../state/events.ts'
import { reduce, reduceDecoded, reduceDecodedDriving, reduceDriving } from '../state/reduce.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import { DeltaRun } from './delta-run.ts'
import { callSafely } from './warnings.ts'

/** Called with the new state after it has changed. */
export type ChangeListener = (state: SessionState) => void

/** What the session knows of the process beforehand. */
export interface ProcessDetails {
  readonly agent?: string
  readonly version?: string
  readonly cwd?: string
}

export interface LedgerOptions {
  /** False: only what it takes to drive the CLI is kept. */
  readonly keepState: boolean
  readonly transport: Pick<Transport, 'send'>
  readonly onListenerError: (error: unknown) => void
}

/** A session has one process as long as it is driven from here. */
const GENERATION = 1
const MAX_NOISE = 2000
/** So that what is not folded yet stays small. */
const MAX_PENDING = 256
const MAX_TEXT = 128 * 1024
/** What a write to a process that has just ended fails with. */
const GONE = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])

interface Pending {
  readonly at: number
  /** A message of the CLI, another event, or the line that was sent. */
  readonly message: StdoutMessage | undefined
  readonly body: EventBody | undefined
  readonly line: string
}

export class MemoryLedger implements Ledger<never> {
  readonly #options: LedgerOptions
  readonly #reduce: typeof reduce
  readonly #reduceDecoded: typeof reduce
  readonly #listeners = new Set<ChangeListener>()
  /** What has come and is not in `#state` yet: events, and after them deltas. */
  #pending: Pending[] = []
  #size = 0
  readonly #run = new DeltaRun()
  #state = emptyState
  #seq = 0
  #isDue = false

  constructor(options: LedgerOptions) {
    this.#options = options
    this.#reduce = options.keepState ? reduce : reduceDriving
    this.#reduceDecoded = options.keepState ? reduceDecoded : reduceDecodedDriving
  }

  get state(): SessionState {
    this.#fold()
    return this.#state
  }

  /** A write that fails because the process has just ended is no error: its ending says why. */
  async post({ facts = [], line, onRecorded }: Post<never>): Promise<void> {
    for (const fact of facts) this.add(fact)
    this.#size += line.length
    // The objects that the line was made of may change, and are not all plain: it is read back.
    this.#add({ at: Date.now(), message: undefined, body: undefined, line })
    onRecorded?.()
    try {
      await this.#options.transport.send(line)
    } catch (error) {
      if (!GONE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }

  async record(facts: readonly EventBody[]): Promise<void> {
    for (const fact of facts) this.add(fact)
  }

  /** Call the result to remove the listener. */
  onChange(listener: ChangeListener): () => void {
    const own: ChangeListener = (state) => listener(state)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  started(pid: number | undefined, details: ProcessDetails = {}): void {
    const known = Object.entries({ pid, ...details }).filter(([, value]) => value !== undefined)
    this.add({ kind: 'process-started', generation: GENERATION, ...Object.fromEntries(known) })
  }

  /** `size`: of its line. */
  received(message: StdoutMessage, at: number = Date.now(), size = 0): void {
    // Whoever drives the CLI learns nothing from the parts of an answer, but for the first.
    if (!this.#options.keepState && message.type === 'stream_event' && message.event.type !== 'message_start')
      return
    if (!this.#run.add(message, at)) {
      this.#takeRun()
      if (message.type !== 'stream_event' || !this.#run.add(message, at)) {
        this.#pending.push({ at, message, body: undefined, line: '' })
        this.#size += size
      }
    }
    this.#changed()
  }

  irregular(line: Exclude<Decoded, { kind: 'message' }>): void {
    if (line.kind === 'unknown') this.add({ kind: 'unknown', value: line.value, reason: line.reason })
    else this.add({ kind: 'noise', text: line.text.slice(0, MAX_NOISE), reason: line.kind })
  }

  ended(ending: Ending): void {
    this.add(processExited(GENERATION, ending))
  }

  add(body: EventBody): void {
    this.#add({ at: Date.now(), message: undefined, body, line: '' })
  }

  #add(pending: Pending): void {
    this.#takeRun()
    this.#pending.push(pending)
    this.#changed()
  }

  #takeRun(): void {
    this.#size += this.#run.size
    const message = this.#run.take()
    if (message) this.#pending.push({ at: this.#run.at, message, body: undefined, line: '' })
  }

  /** The state is made when somebody wants to see it, so that it does not hold up the readers of messages. */
  #changed(): void {
    if (this.#pending.length >= MAX_PENDING || this.#size >= MAX_TEXT) this.#fold()
    if (this.#isDue || this.#listeners.size === 0) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      this.#tell(this.state)
    })
  }

  #fold(): void {
    this.#takeRun()
    if (this.#pending.length === 0) return
    const pending = this.#pending
    this.#pending = []
    this.#size = 0
    for (const { at: came, message, body, line } of pending) {
      // Messages that were read together have one time, and what was sent in answer to the first has a later one.
      const at = Math.max(came, this.#state.at)
      const seq = ++this.#seq
      if (message) this.#state = this.#reduceDecoded(this.#state, { kind: 'received', message, seq, at })
      else if (body) this.#state = this.#reduce(this.#state, { ...body, seq, at })
      else this.#state = this.#reduce(this.#state, { kind: 'sent', message: JSON.parse(line), seq, at })
    }
  }

  #tell(state: SessionState): void {
    for (const listener of this.#listeners) callSafely(listener, this.#options.onListenerError, state)
  }
}
