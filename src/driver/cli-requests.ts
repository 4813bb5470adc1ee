/**
 * Requests of the CLI that have no answer yet. Each is taken once, since the CLI may repeat a pending one, and is open
 * until it is answered, the CLI withdraws it, or the process ends. The reader of the CLI's output never waits for an
 * answer: the stream continues while a person decides.
 */
import type { CliRequest } from '../protocol/control/to-host.ts'

export class OpenRequest {
  readonly id: string
  readonly request: CliRequest
  #isAnswered = false
  #withdrawn: Error | undefined
  #listeners: ((withdrawn: Error | undefined) => void)[] = []

  constructor(id: string, request: CliRequest) {
    this.id = id
    this.request = request
  }

  get status(): 'pending' | 'answered' | 'withdrawn' {
    if (this.#isAnswered) return 'answered'
    return this.#withdrawn ? 'withdrawn' : 'pending'
  }

  /** Called when it no longer needs an answer: it has one, or it was withdrawn for this reason. */
  onClosed(listener: (withdrawn: Error | undefined) => void): void {
    if (this.status === 'pending') this.#listeners.push(listener)
    else listener(this.#withdrawn)
  }

  answered(): void {
    this.#isAnswered = true
    this.#close()
  }
  withdraw(reason: Error): void {
    if (this.status !== 'pending') return
    this.#withdrawn = reason
    this.#close()
  }
  /** Its answer could not be recorded. */
  reopen(): void {
    this.#isAnswered = false
  }

  #close(): void {
    for (const listener of this.#listeners.splice(0)) listener(this.#withdrawn)
  }
}

/** The CLI repeats requests only while they are pending; older ids are of no use. */
const MAX_TAKEN = 10_000

export class CliRequests {
  readonly #open = new Map<string, OpenRequest>()
  readonly #taken = new Set<string>()

  get open(): readonly OpenRequest[] {
    return [...this.#open.values()]
  }
  get isEmpty(): boolean {
    return this.#open.size === 0
  }
  get(id: string): OpenRequest | undefined {
    return this.#open.get(id)
  }

  /** Undefined: it was taken before. */
  take(id: string, request: CliRequest): OpenRequest | undefined {
    if (!this.claim(id)) return undefined
    const open = new OpenRequest(id, request)
    this.#open.set(id, open)
    return open
  }

  /** False: it was taken before. */
  claim(id: string): boolean {
    if (this.#taken.has(id)) return false
    this.#taken.add(id)
    if (this.#taken.size > MAX_TAKEN) for (const oldest of this.#taken) return this.#taken.delete(oldest)
    return true
  }

  /** It has its answer. Undefined if it was no longer open. */
  close(id: string): OpenRequest | undefined {
    const open = this.#open.get(id)
    this.#open.delete(id)
    open?.answered()
    return open
  }
  /** Its answer could not be recorded. */
  reopen(open: OpenRequest): void {
    open.reopen()
    this.#open.set(open.id, open)
  }

  withdraw(id: string, reason: Error): void {
    const open = this.#open.get(id)
    this.#open.delete(id)
    open?.withdraw(reason)
  }

  /** The process has ended; the next one may use the same ids. */
  endAll(reason: Error): void {
    for (const { id } of this.open) this.withdraw(id, reason)
    this.#taken.clear()
  }
}
