/**
 * Every command has a receipt, stored together with what the command does. The same command again, while the first one
 * runs or after it, is answered with the same receipt and does nothing. One that the CLI was asked and refused is kept as
 * that refusal.
 */
import { randomUUID } from 'node:crypto'
import { ApiError, type ErrorBody } from '../api/errors.ts'
import type { Receipt } from '../api/resources.ts'
import type { ReceiptRow, Store } from './journal/store.ts'

/** Makes the row that is stored with the command's events: with its result, or with the CLI's refusal. */
export type CreateReceipt<Result = unknown> = (result?: Result, refusal?: ApiError) => ReceiptRow

export class Receipts {
  readonly #store: Store
  readonly #now: () => number
  /** By command id. A repeated command has the same type of result. */
  readonly #running = new Map<string, Promise<Receipt>>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** `action` stores the receipt that it makes with `createReceipt`, and returns the same result. */
  run(
    commandId: string | undefined,
    session: string | undefined,
    action: (createReceipt: CreateReceipt<undefined>) => Promise<void>,
  ): Promise<Receipt>
  run<Result>(
    commandId: string | undefined,
    session: string | undefined,
    action: (createReceipt: CreateReceipt<Result>) => Promise<Result>,
  ): Promise<Receipt<Result>>
  run<Result>(
    commandId: string | undefined,
    session: string | undefined,
    action: (createReceipt: CreateReceipt<Result>) => Promise<Result>,
  ): Promise<Receipt<Result>> {
    const id = commandId ?? randomUUID()
    const known = this.#store.receipt(id)
    if (known) return answerOf<Result>(known)
    const running = this.#running.get(id)
    if (running) return running as Promise<Receipt<Result>>
    const receipt = this.#run(id, session, action).finally(() => this.#running.delete(id))
    this.#running.set(id, receipt)
    return receipt
  }

  async #run<Result>(
    commandId: string,
    session: string | undefined,
    action: (createReceipt: CreateReceipt<Result>) => Promise<Result>,
  ): Promise<Receipt<Result>> {
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
