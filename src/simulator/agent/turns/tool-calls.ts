/**
 * The tool calls of one reply. They start in order, while the reply still streams: calls that may run in parallel do, the others
 * run one after the other. `settled` resolves when all have their results.
 */
import { findTool } from '../tools/toolbox.ts'
import type { Call } from './reply.ts'
import type { Thread } from './thread.ts'
import { type CallEnd, runCall } from './tool-call.ts'

export class ToolCalls {
  readonly #calls: Call[] = []
  readonly #ends = new Map<Call, CallEnd>()
  readonly #thread: Thread
  readonly #signal: AbortSignal
  readonly #interrupt: () => void
  #running: Promise<void>[] = []
  #areConcurrent = true
  #last: Promise<void> = Promise.resolve()

  constructor(thread: Thread, signal: AbortSignal, interrupt: () => void) {
    this.#thread = thread
    this.#signal = signal
    this.#interrupt = interrupt
  }

  /** How the calls ended, in the order in which they were made. */
  get ends(): CallEnd[] {
    return this.#calls.flatMap((call) => this.#ends.get(call) ?? [])
  }

  readonly start = (call: Call): void => {
    this.#calls.push(call)
    const isConcurrent = findTool(this.#thread.agent, call.name)?.isConcurrent(call.input) ?? true
    const before = this.#running
    const mustWait = before.length > 0 && !(isConcurrent && this.#areConcurrent)
    const ready = mustWait ? Promise.all(before).then(() => {}) : this.#last
    if (mustWait) {
      this.#running = []
      this.#last = ready
    }
    this.#areConcurrent = isConcurrent
    this.#running.push(ready.then(() => this.#run(call)))
  }

  async settled(): Promise<void> {
    await this.#last
    await Promise.all(this.#running)
  }

  async #run(call: Call): Promise<void> {
    this.#ends.set(call, await runCall(this.#thread, call, this.#signal, this.#interrupt))
  }
}
