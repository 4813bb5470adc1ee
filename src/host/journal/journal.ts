/**
 * The journal numbers events and stores them in groups. A commit is what is sent: listeners and callers learn of an event right
 * after the commit that stores it, so nobody ever sees an event that a crash then takes back, and no other timer follows.
 *
 * When a group is committed: at the end of the current turn of the event loop if somebody waits for it (a command, a line for
 * the CLI), if its session was quiet, if no commit has taken place for `groupMs`, or if much is waiting; otherwise `groupMs`
 * after the commit before it. So the first line of a CLI waits for nothing, and a stream of deltas shares its commits.
 *
 * If the store cannot take a group, what the CLIs said stays here and is tried again (they wait meanwhile: see `isBehind`),
 * and commands are refused with the reason. Where it refuses one thing and would take the others, they are stored each
 * by itself, and only the session of that one waits. `close()` stores what is left.
 */
import type { EventBody, SessionEvent } from '../../state/events.ts'
import { numbered } from './event-json.ts'
import { type Change, type ReceiptRow, type Store, StoreError } from './store.ts'

/** What is stored together with the events. */
export type CommitExtras = Omit<Change, 'session' | 'events'>
export interface AppendOptions {
  /** Someone waits for it: stored at once, and refused rather than kept if that fails. */
  readonly isCommand?: boolean
  /** Stored at once, and kept if that fails. */
  readonly isUrgent?: boolean
}
/** `receipt`: of the command that was stored with them. */
export type Listener = (
  session: string,
  events: readonly SessionEvent[],
  receipt: ReceiptRow | undefined,
) => void

export interface JournalOptions {
  readonly now?: () => number
  /** Least time between two commits that nobody waits for, and the longest that an event waits for others. */
  readonly groupMs?: number
  /** A session without an event for this long is quiet: its next event is stored at once. */
  readonly quietMs?: number
  /** Commit at once when this many events are waiting. */
  readonly mostWaiting?: number
  readonly retryMs?: number
  /** The store began to fail, or works again (undefined). */
  readonly onProblem?: (problem: StoreError | undefined) => void
  /** A listener threw, or the store refuses an event of this session. The others, and other sessions, go on. */
  readonly onError?: (session: string, error: unknown) => void
}

interface Entry {
  readonly session: string
  readonly bodies: readonly EventBody[]
  readonly at: number
  readonly extra: ExtraOf
  readonly isCommand: boolean
  readonly resolve: (events: readonly SessionEvent[]) => void
  readonly reject: (error: Error) => void
}
/** Events of a session that the store refuses, and those after them. */
interface Held {
  readonly problem: StoreError
  readonly entries: Entry[]
}
interface Numbered {
  readonly changes: readonly Change[]
  /** Of each entry. */
  readonly events: readonly (readonly SessionEvent[])[]
  readonly lasts: ReadonlyMap<string, number>
}
/** Some of what is stored depends on the numbers that the events get. */
export type ExtraOf = CommitExtras | ((events: readonly SessionEvent[]) => CommitExtras)

export class Journal {
  readonly #store: Store
  readonly #options: Required<JournalOptions>
  readonly #listeners = new Set<Listener>()
  readonly #lastSeqs = new Map<string, number>()
  /** When each session's last events came, by the monotonic clock. */
  readonly #lastAppends = new Map<string, number>()
  readonly #held = new Map<string, Held>()
  /** Which problems of a session were reported, so that each is reported once. */
  readonly #refusals = new Map<string, string>()
  #waiting: Entry[] = []
  #waitingEvents = 0
  #heldTimer: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | NodeJS.Immediate | undefined
  #isUrgent = false
  #lastCommit = Number.NEGATIVE_INFINITY
  #problem: StoreError | undefined
  #isClosed = false

  constructor(store: Store, options: JournalOptions = {}) {
    this.#store = store
    this.#options = {
      now: Date.now,
      groupMs: 3,
      quietMs: 100,
      mostWaiting: 500,
      retryMs: 1000,
      onProblem: () => {},
      onError: () => {},
      ...options,
    }
  }

  get problem(): StoreError | undefined {
    return this.#problem
  }
  /** Of the whole store, or of the sessions whose events it does not take. */
  get problems(): StoreError[] {
    return this.#problem ? [this.#problem] : [...this.#held.values()].map(({ problem }) => problem)
  }
  /** More waits than should be held in memory: let the CLIs wait. */
  get isBehind(): boolean {
    return this.#waitingEvents > this.#options.mostWaiting * 20
  }

  /** Resolves with the numbered events when they are stored. Those of a session keep their order. */
  append(
    session: string,
    bodies: readonly EventBody[],
    extra: ExtraOf = {},
    { isCommand = false, isUrgent = isCommand }: AppendOptions = {},
  ): Promise<readonly SessionEvent[]> {
    if (this.#isClosed) return Promise.reject(new StoreError('closed', 'the journal is closed'))
    const held = this.#held.get(session)
    const problem = this.#problem ?? held?.problem
    if (isCommand && problem) return Promise.reject(problem)
    const at = this.#options.now()
    return new Promise((resolve, reject) => {
      const entry = { session, bodies, at, extra, isCommand, resolve, reject }
      this.#waitingEvents += bodies.length
      if (held) {
        held.entries.push(entry)
        return
      }
      this.#waiting.push(entry)
      const wasQuiet = this.#wasQuiet(session)
      this.#schedule(isUrgent || wasQuiet || this.#waitingEvents >= this.#options.mostWaiting)
    })
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  lastSeq(session: string): number {
    const known = this.#lastSeqs.get(session)
    if (known !== undefined) return known
    const stored = this.#store.lastSeq(session)
    this.#lastSeqs.set(session, stored)
    return stored
  }

  /** The session is gone: what still waits for it is dropped. */
  forget(session: string): void {
    for (const entry of [...this.#waiting, ...(this.#held.get(session)?.entries ?? [])]) {
      if (entry.session === session) entry.reject(new StoreError('closed', `session ${session} was removed`))
    }
    this.#held.delete(session)
    this.#refusals.delete(session)
    this.#keep(this.#waiting.filter((entry) => entry.session !== session))
    this.#lastSeqs.delete(session)
    this.#lastAppends.delete(session)
  }

  /** Stores what waits, now. */
  flush(): void {
    this.#cancelTimer()
    this.#lastCommit = performance.now()
    const entries = this.#waiting.filter((entry) => !this.#joinsHeld(entry))
    this.#keep([])
    if (entries.length === 0) {
      // Only a command failed. The next one is the next attempt.
      this.#setProblem(undefined)
      return
    }
    const problem = this.#commit(entries)
    if (problem && isOfOne(problem)) this.#commitEach(entries)
    else if (problem) this.#failed(entries, problem)
  }

  /** Stores what is left. What the store refuses now is lost to the journal, and that is logged. */
  close(): void {
    this.#takeHeld()
    this.flush()
    this.#isClosed = true
    this.#cancelTimer()
    clearTimeout(this.#heldTimer)
    const left = [...this.#waiting, ...[...this.#held.values()].flatMap(({ entries }) => entries)]
    for (const entry of left)
      entry.reject(
        this.#problem ??
          this.#held.get(entry.session)?.problem ??
          new StoreError('closed', 'the journal is closed'),
      )
    this.#held.clear()
    this.#keep([])
  }

  /** Stores them together and emits them, or does neither and returns why. */
  #commit(entries: readonly Entry[]): StoreError | undefined {
    let numbered: Numbered
    try {
      numbered = this.#number(entries)
      this.#store.commit(numbered.changes)
    } catch (error) {
      return error instanceof StoreError ? error : new StoreError('refused', String(error), error)
    }
    for (const [session, seq] of numbered.lasts) this.#lastSeqs.set(session, seq)
    // Before the listeners, who may have something to store.
    this.#setProblem(undefined)
    this.#tell(entries, numbered)
    return undefined
  }

  /** The store refused one of them, and with it the group. */
  #commitEach(entries: readonly Entry[]): void {
    this.#setProblem(undefined)
    for (const [index, entry] of entries.entries()) {
      if (this.#joinsHeld(entry)) continue
      const { session } = entry
      // It may be the number that was refused.
      this.#lastSeqs.delete(session)
      const problem = this.#commit([entry])
      if (!problem) continue
      if (!isOfOne(problem)) {
        this.#failed(entries.slice(index), problem)
        return
      }
      if (entry.isCommand) entry.reject(problem)
      else {
        this.#held.set(session, { problem, entries: [entry] })
        this.#retryHeld()
        if (this.#refusals.get(session) !== problem.message) this.#options.onError(session, problem)
        this.#refusals.set(session, problem.message)
      }
    }
    this.#keep(this.#waiting)
  }

  /** What comes after something that is refused waits for it, or is refused too. */
  #joinsHeld(entry: Entry): boolean {
    const held = this.#held.get(entry.session)
    if (!held) return false
    if (entry.isCommand) entry.reject(held.problem)
    else held.entries.push(entry)
    return true
  }

  #retryHeld(): void {
    clearTimeout(this.#heldTimer)
    this.#heldTimer = setTimeout(() => {
      this.#takeHeld()
      this.#schedule(true)
    }, this.#options.retryMs)
    this.#heldTimer.unref()
  }

  /** Tries again what was refused, before anything newer. */
  #takeHeld(): void {
    const held = [...this.#held.values()].flatMap(({ entries }) => entries)
    this.#held.clear()
    this.#keep([...held, ...this.#waiting])
  }

  #number(entries: readonly Entry[]): Numbered {
    const lasts = new Map<string, number>()
    const events: (readonly SessionEvent[])[] = []
    const changes = entries.map(({ session, bodies, at, extra }): Change => {
      let seq = lasts.get(session) ?? this.lastSeq(session)
      const own = bodies.map((body) => numbered(body, ++seq, at))
      lasts.set(session, seq)
      events.push(own)
      return { ...(typeof extra === 'function' ? extra(own) : extra), session, events: own }
    })
    return { lasts, events, changes }
  }

  #tell(entries: readonly Entry[], { events, changes }: Numbered): void {
    for (const [index, entry] of entries.entries()) {
      const own = events[index] ?? []
      const receipt = changes[index]?.receipt
      if (own.length > 0)
        for (const listener of this.#listeners) this.#hear(listener, entry.session, own, receipt)
      entry.resolve(own)
    }
  }

  #hear(
    listener: Listener,
    session: string,
    events: readonly SessionEvent[],
    receipt: ReceiptRow | undefined,
  ): void {
    try {
      listener(session, events, receipt)
    } catch (error) {
      this.#options.onError(session, error)
    }
  }

  #failed(entries: readonly Entry[], problem: StoreError): void {
    for (const entry of entries) if (entry.isCommand) entry.reject(problem)
    this.#keep([...entries.filter((entry) => !entry.isCommand), ...this.#waiting])
    this.#setProblem(problem)
    this.#timer = setTimeout(() => this.flush(), this.#options.retryMs)
    this.#timer.unref()
    this.#isUrgent = false
  }

  #keep(entries: Entry[]): void {
    this.#waiting = entries
    const all = [...entries, ...[...this.#held.values()].flatMap((held) => held.entries)]
    this.#waitingEvents = all.reduce((sum, { bodies }) => sum + bodies.length, 0)
  }

  #setProblem(problem: StoreError | undefined): void {
    if (this.#problem?.message === problem?.message) return
    this.#problem = problem
    this.#options.onProblem(problem)
  }

  #wasQuiet(session: string): boolean {
    const now = performance.now()
    const last = this.#lastAppends.get(session) ?? Number.NEGATIVE_INFINITY
    this.#lastAppends.set(session, now)
    return now - last >= this.#options.quietMs
  }

  #schedule(isUrgent: boolean): void {
    // While the store fails, the retry is the next try.
    if (this.#problem || this.#isUrgent) return
    if (this.#timer !== undefined && !isUrgent) return
    const wait = isUrgent ? 0 : this.#lastCommit + this.#options.groupMs - performance.now()
    this.#cancelTimer()
    this.#isUrgent = wait <= 0
    this.#timer = this.#isUrgent ? setImmediate(() => this.flush()) : setTimeout(() => this.flush(), wait)
  }

  #cancelTimer(): void {
    clearTimeout(this.#timer as NodeJS.Timeout)
    clearImmediate(this.#timer as NodeJS.Immediate)
    this.#timer = undefined
    this.#isUrgent = false
  }
}

/** It takes anything but this: the others are stored without it. */
function isOfOne({ reason }: StoreError): boolean {
  return reason === 'refused' || reason === 'damaged'
}
