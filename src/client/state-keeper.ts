/**
 * The state of a session, folded from what goes by. The session makes it, tells it every message and fact, and the end
 * of the process is the last that it hears. It numbers and times the events, tells listeners of changes once for all that
 * came together, and asks a CLI that is silent for long whether it is there.
 */
import type { Ending } from '../process/transport.ts'
import type { Decoded } from '../protocol/decode.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import type { EventBody } from '../state/events.ts'
import { type Liveness, liveness } from '../state/liveness.ts'
import { reduce } from '../state/reduce.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import { DeltaRun } from './delta-run.ts'
import { Prober } from './prober.ts'
import { processExited } from './process-exited.ts'

export type ChangeListener = (state: SessionState) => void

/** What the session knows of the process beforehand. */
export interface ProcessDetails {
  readonly agent?: string
  readonly version?: string
  readonly cwd?: string
}

export interface KeeperOptions {
  /** False: nothing is kept, and the state stays as it was before the first event. */
  readonly keepState: boolean
  /** How long the model may be silent until the CLI is asked. False: it is never asked. */
  readonly stallAfter: number | false | undefined
  /** Asks the CLI. False: it cannot be asked now. */
  readonly probe: () => boolean
  readonly onListenerError: (error: unknown) => void
}

/** A session has one process as long as it is driven from here. */
const GENERATION = 1
const LONGEST_NOISE = 2000
/** So that what is not folded yet stays small. */
const MOST_PENDING = 256
const MOST_TEXT = 128 * 1024

type Pending = { readonly at: number } & ({ readonly body: EventBody } | { readonly line: string })

export class StateKeeper {
  readonly #options: KeeperOptions
  readonly #prober: Prober | undefined
  readonly #listeners = new Set<ChangeListener>()
  /** What has come and is not in `#state` yet: events, and after them deltas. */
  #pending: Pending[] = []
  #size = 0
  readonly #run = new DeltaRun()
  #state = emptyState
  #seq = 0
  #isDue = false

  constructor(options: KeeperOptions) {
    this.#options = options
    const { stallAfter, probe, keepState } = options
    if (stallAfter !== false && keepState)
      this.#prober = new Prober({ stallAfter, probe, state: () => this.state })
  }

  get state(): SessionState {
    this.#fold()
    return this.#state
  }

  liveness(now: number): Liveness {
    const { stallAfter } = this.#options
    if (stallAfter === undefined) return liveness(this.state, now)
    return liveness(this.state, now, { stallAfter: stallAfter || Number.POSITIVE_INFINITY })
  }

  /** The answer takes the listener away again. */
  onChange(listener: ChangeListener): () => void {
    const own: ChangeListener = (state) => listener(state)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  started(pid: number | undefined, details: ProcessDetails = {}): void {
    const known = Object.entries({ pid, ...details }).filter(([, value]) => value !== undefined)
    this.record({ kind: 'process-started', generation: GENERATION, ...Object.fromEntries(known) })
  }

  /** `size`: of its line. */
  received(message: StdoutMessage, at: number = Date.now(), size = 0): void {
    if (!this.#options.keepState) return
    if (!this.#run.add(message, at)) {
      this.#takeRun()
      if (!this.#run.add(message, at)) {
        this.#pending.push({ body: { kind: 'received', message }, at })
        this.#size += size
      }
    }
    this.#changed()
  }

  /** A turn runs or is to begin: its silence is looked after. */
  wake(): void {
    this.#prober?.wake()
  }

  irregular(line: Exclude<Decoded, { kind: 'message' }>): void {
    if (line.kind === 'unknown') this.record({ kind: 'unknown', value: line.value, reason: line.reason })
    else this.record({ kind: 'noise', text: line.text.slice(0, LONGEST_NOISE), reason: line.kind })
  }

  /** What was written, to be read back: the objects that it was made of may change, and are not all plain. */
  sent(line: string): void {
    this.#size += line.length
    this.#add({ line, at: Date.now() })
  }

  ended(ending: Ending): void {
    this.record(processExited(GENERATION, ending))
    this.#prober?.stop()
  }

  record(body: EventBody): void {
    this.#add({ body, at: Date.now() })
  }

  #add(pending: Pending): void {
    if (!this.#options.keepState) return
    this.#takeRun()
    this.#pending.push(pending)
    this.#changed()
  }

  #takeRun(): void {
    this.#size += this.#run.size
    const message = this.#run.take()
    if (message) this.#pending.push({ body: { kind: 'received', message }, at: this.#run.at })
  }

  /** The state is made when somebody wants to see it, so that it does not hold up the readers of messages. */
  #changed(): void {
    if (this.#pending.length >= MOST_PENDING || this.#size >= MOST_TEXT) this.#fold()
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
    for (const one of pending) {
      const body = 'line' in one ? ({ kind: 'sent', message: JSON.parse(one.line) } as const) : one.body
      // Messages that were read together have one time, and what was sent in answer to the first has a later one.
      const at = Math.max(one.at, this.#state.at)
      this.#state = reduce(this.#state, { ...body, seq: ++this.#seq, at })
    }
  }

  #tell(state: SessionState): void {
    for (const listener of this.#listeners) {
      try {
        listener(state)
      } catch (error) {
        this.#options.onListenerError(error)
      }
    }
  }
}
