/**
 * Every command has a receipt, stored together with the effect of the command. A command that is repeated, while the first
 * one runs or later, returns the same receipt and has no effect. If the CLI refused the command, the receipt is that refusal.
 */
import { randomUUID } from 'node:crypto'
import { ApiError, type ErrorBody } from '../api/errors.ts'
import type { Receipt } from '../api/resources.ts'
import type { ReceiptRow, Store } from './journal/store.ts'

/** Creates the row to store with the command's events: with the result, or with the CLI's refusal. */
export type CreateReceipt<Result = unknown> = (result?: Result, refusal?: ApiError) => ReceiptRow

type Id = string | undefined
type Action<Result, Returned = Result> = (createReceipt: CreateReceipt<Result>) => Promise<Returned>

export class Receipts {
  readonly #store: Store
  readonly #now: () => number
  /** By command id. */
  readonly #running = new Map<string, Promise<Receipt>>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** `action` stores the receipt that it makes with `createReceipt`, and returns the same result. */
  run(commandId: Id, session: Id, action: Action<undefined, void>): Promise<Receipt>
  run<Result>(commandId: Id, session: Id, action: Action<Result>): Promise<Receipt<Result>>
  run<Result>(commandId: Id, session: Id, action: Action<Result>): Promise<Receipt<Result>> {
    const id = commandId ?? randomUUID()
    const known = this.#store.receipt(id)
    if (known) return answerOf<Result>(known)
    const running = this.#running.get(id)
    if (running) return running as Promise<Receipt<Result>>
    const receipt = this.#run(id, session, action).finally(() => this.#running.delete(id))
    this.#running.set(id, receipt)
    return receipt
  }

  async #run<Result>(commandId: string, session: Id, action: Action<Result>): Promise<Receipt<Result>> {
    const at = this.#now()
    const seq = session === undefined ? undefined : this.#store.lastSeq(session)
    const receiptOf = (result: Result | undefined) =>
      ({
        commandId,
        at,
        ...(session !== undefined && { session }),
        ...(seq !== undefined && { seq }),
        ...(result !== undefined && { result }),
      }) as Receipt<Result>
    const result = await action((stored, refusal) => ({
      commandId,
      at,
      ...(session !== undefined && { session }),
      receipt: refusal ? refusal.body : receiptOf(stored),
    }))
    return receiptOf(result)
  }
}

async function answerOf<Result>({ receipt }: ReceiptRow): Promise<Receipt<Result>> {
  const { error } = receipt as Partial<ErrorBody>
  if (error) throw new ApiError(error.code, error.message, error.details)
  return receipt as Receipt<Result>
}
