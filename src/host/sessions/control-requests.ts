/**
 * Control requests of clients to the CLI. Until the CLI has answered, the receipt of such a command says that its outcome is
 * unknown; then it has the answer or the refusal. If the process ends or does not answer, the outcome stays unknown.
 */
import { ApiError } from '../../api/errors.ts'
import type { CallOptions, Driver } from '../../driver/driver.ts'
import { ControlRequestError } from '../../driver/errors.ts'
import type { InterruptResult } from '../../driver/interrupt.ts'
import type { HostRequestFields, HostRequestSubtype } from '../../protocol/control/to-cli.ts'
import { asApiError } from '../api-errors.ts'
import type { CommitExtras } from '../journal/journal.ts'
import type { CreateReceipt } from '../receipts.ts'
import type { ProcessManager } from './process-manager.ts'
import type { SessionRecord } from './record.ts'

export interface RequestOptions {
  readonly timeoutMs?: number | undefined
  readonly createReceipt?: CreateReceipt | undefined
}

export class ControlRequests {
  readonly #record: SessionRecord
  readonly #driver: Driver<CommitExtras>
  readonly #process: Pick<ProcessManager, 'connection' | 'isPaused'>

  constructor(
    record: SessionRecord,
    driver: Driver<CommitExtras>,
    process: Pick<ProcessManager, 'connection' | 'isPaused'>,
  ) {
    this.#record = record
    this.#driver = driver
    this.#process = process
  }

  /** Any control request; resolves with the CLI's answer. */
  async control(
    subtype: string,
    fields: Readonly<Record<string, unknown>> = {},
    { timeoutMs, createReceipt }: RequestOptions = {},
  ): Promise<unknown> {
    this.#check(subtype)
    // The driver checks the requests that it knows, the CLI all others.
    const known = fields as HostRequestFields<HostRequestSubtype>
    return this.#withReceipt(createReceipt, (extras) =>
      this.#driver.request(subtype as HostRequestSubtype, known, { timeout: timeoutMs, ...extras }),
    )
  }

  /** Stops the running turn. A CLI that does not answer is ended by signals. */
  async interrupt(
    cancelQueued = false,
    { timeoutMs, createReceipt }: RequestOptions = {},
  ): Promise<InterruptResult> {
    this.#check('interrupt')
    const timeout = timeoutMs === undefined ? {} : { timeout: timeoutMs }
    return this.#withReceipt(createReceipt, ({ extras }) =>
      this.#driver.interrupt({ cancelQueued, ...timeout }, extras),
    )
  }

  #check(subtype: string): void {
    if (!this.#process.connection)
      throw new ApiError('conflict', 'the session has no process now: send a message or resume it')
    if (this.#process.isPaused) throw pausedError(subtype)
  }

  async #withReceipt<Answer>(
    createReceipt: CreateReceipt | undefined,
    call: (options: Pick<CallOptions<CommitExtras>, 'extras'>) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      if (!createReceipt) return await call({})
      const answer = await call({ extras: { receipt: createReceipt({ outcome: 'unknown' }) } })
      await this.#record.append([], { receipt: createReceipt(answer) })
      return answer
    } catch (error) {
      const known = asApiError(error)
      if (createReceipt && error instanceof ControlRequestError && known instanceof ApiError)
        await this.#record.append([], { receipt: createReceipt(undefined, known) })
      throw known
    }
  }
}

/** Signals are not sent either: one would stay pending, and end the process when it continues. */
export function pausedError(subtype: string): ApiError {
  const message = `${subtype}: the session waits for disk space, and the CLI cannot answer until it goes on. Make room, or close the session.`
  return new ApiError('not-possible', message)
}
