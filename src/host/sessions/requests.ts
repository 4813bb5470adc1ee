/**
 * Control requests of clients to the CLI. Of a command, the receipt says that the outcome is unknown until the CLI has
 * answered: then it has the answer, or the refusal. A request whose process ends, or that is not answered, stays unknown.
 */
import { ApiError } from '../../api/errors.ts'
import { hostRequestProblem } from '../../protocol/control/to-cli.ts'
import type { StdinMessage } from '../../protocol/stdin.ts'
import type { MakeReceipt } from '../receipts.ts'
import { CALL_TIMEOUT, type Calls, Refusal } from './calls.ts'
import type { ProcessKeeper } from './process-keeper.ts'
import type { SessionRecord } from './record.ts'

export interface CallOptions {
  readonly timeoutMs?: number
  /** Of a command. */
  readonly make?: MakeReceipt
}

const INTERRUPT_TIMEOUT = 5000

export class Requests {
  readonly #record: SessionRecord
  readonly #calls: Calls
  readonly #process: Pick<ProcessKeeper, 'link' | 'isPaused'>

  constructor(record: SessionRecord, calls: Calls, process: Pick<ProcessKeeper, 'link' | 'isPaused'>) {
    this.#record = record
    this.#calls = calls
    this.#process = process
  }

  /** Any control request; resolves with the CLI's answer. */
  async control(
    subtype: string,
    fields: Readonly<Record<string, unknown>> = {},
    { timeoutMs = CALL_TIMEOUT, make }: CallOptions = {},
  ): Promise<unknown> {
    const request = { ...fields, subtype }
    const problem = hostRequestProblem(request)
    if (problem !== undefined) throw new ApiError('bad-request', `${subtype}: ${problem}`)
    if (!this.#process.link)
      throw new ApiError('conflict', 'the session has no process now: send a message or resume it')
    if (this.#process.isPaused) throw pausedError(subtype)
    const { id, answer } = this.#calls.open(subtype, timeoutMs)
    const message = { type: 'control_request', request_id: id, request } as StdinMessage
    const extra = make ? { receipt: make({ outcome: 'unknown' }) } : {}
    await this.#record
      .post({ kind: 'request', id, message, extra })
      .catch((error) => this.#calls.fail(id, error))
    try {
      const result = await answer
      if (make) await this.#record.append([], { receipt: make(result) })
      return result
    } catch (error) {
      if (make && error instanceof Refusal) await this.#record.append([], { receipt: make(undefined, error) })
      throw error
    }
  }

  /** Stops the running turn. A CLI that does not answer is sent a signal, which ends the process. */
  async interrupt(cancelQueued = false, options: CallOptions = {}): Promise<unknown> {
    try {
      const fields = cancelQueued ? { cancel_queued: true } : {}
      return await this.control('interrupt', fields, { timeoutMs: INTERRUPT_TIMEOUT, ...options })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'no-answer') throw error
      // The signal would wait with it, and end it when it goes on.
      if (this.#process.isPaused) throw pausedError('interrupt')
      this.#process.link?.interruptBySignal()
      const result = { escalated: true }
      if (options.make) await this.#record.append([], { receipt: options.make(result) })
      return result
    }
  }
}

function pausedError(subtype: string): ApiError {
  const message = `${subtype}: the session waits for disk space, and the CLI cannot answer until it goes on. Make room, or close the session.`
  return new ApiError('not-possible', message)
}
