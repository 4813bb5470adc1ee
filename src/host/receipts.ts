/**
 * Every command has a receipt, stored together with what the command does. The same command again, while the first one
 * runs or after it, is answered with the same receipt and does nothing. One that the CLI was asked and refused is kept as
 * that refusal.
 */
import { randomUUID } from 'node:crypto'
import { ApiError, type ErrorBody } from '../api/errors.ts'
import type { Receipt } from '../api/resources.ts'
import type { ReceiptRow, Store } from './journal/store.ts'

/** Makes the row that is stored with the command's events. */
export type MakeReceipt = (result?: unknown, refusal?: ApiError) => ReceiptRow

export class Receipts {
  readonly #store: Store
  readonly #now: () => number
  readonly #running = new Map<string, Promise<Receipt>>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** `action` stores the receipt that it gets from `make`, and answers the result. */
  run(
    commandId: string | undefined,
    session: string | undefined,
    action: (make: MakeReceipt) => Promise<unknown>,
  ): Promise<Receipt> {
    const id = commandId ?? randomUUID()
    const known = this.#store.receipt(id)
    if (known) return answerOf(known)
    const running = this.#running.get(id)
    if (running) return running
    const receipt = this.#run(id, session, action).finally(() => this.#running.delete(id))
    this.#running.set(id, receipt)
    return receipt
  }

  async #run(
    commandId: string,
    session: string | undefined,
    action: (make: MakeReceipt) => Promise<unknown>,
  ): Promise<Receipt> {
    const at = this.#now()
    const seq = session === undefined ? undefined : this.#store.lastSeq(session)
    const receiptOf = (result: unknown): Receipt => ({
      commandId,
      at,
      ...(session !== undefined && { session }),
      ...(seq !== undefined && { seq }),
      ...(result !== undefined && { result }),
    })
    const result = await action((stored, refusal) => ({
      commandId,
      at,
      ...(session !== undefined && { session }),
      receipt: refusal ? refusal.body : receiptOf(stored),
    }))
    return receiptOf(result)
  }
}

async function answerOf({ receipt }: ReceiptRow): Promise<Receipt> {
  const { error } = receipt as Partial<ErrorBody>
  if (error) throw new ApiError(error.code, error.message, error.details)
  return receipt as Receipt
}
