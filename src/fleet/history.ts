/**
 * The events of a session, put together from the batches of all its owners. A batch of a higher epoch begins where its owner took
 * over: what a former owner published from there on, because it did not know yet, is dropped.
 */
import { FleetError } from './fleet-error.ts'
import type { EventBatch, EventStream } from './ports.ts'

interface Piece {
  readonly first: number
  readonly lines: readonly string[]
  readonly receipts: readonly string[]
}

export class History {
  epoch = 0
  #last = 0
  readonly #pieces: Piece[] = []

  /** The number of the last event. */
  get last(): number {
    return this.#last
  }
  /** The JSON of each event, from the first on. */
  get lines(): string[] {
    return this.#pieces.flatMap(({ lines }) => lines)
  }
  get receipts(): string[] {
    return this.#pieces.flatMap(({ receipts }) => receipts)
  }

  /** Throws if events before the batch are missing. */
  add({ epoch, first, lines, receipts }: EventBatch): void {
    if (epoch < this.epoch) return
    if (epoch > this.epoch) this.#cutFrom(first)
    this.epoch = epoch
    if (first > this.#last + 1)
      throw new FleetError(
        'other',
        `the fleet's server does not have all events of this session any more: ${this.#last + 1} is missing`,
      )
    const fresh = lines.split('\n').slice(this.#last + 1 - first)
    this.#pieces.push({ first: this.#last + 1, lines: fresh, receipts: receipts?.split('\n') ?? [] })
    this.#last += fresh.length
  }

  #cutFrom(first: number): void {
    for (let piece = this.#pieces.at(-1); piece && this.#last >= first; piece = this.#pieces.at(-1)) {
      this.#pieces.pop()
      this.#last = piece.first - 1
      if (piece.first >= first) continue
      const lines = piece.lines.slice(0, first - piece.first)
      this.#pieces.push({ ...piece, lines })
      this.#last += lines.length
    }
  }
}

export async function readHistory(stream: Pick<EventStream, 'read'>, session: string): Promise<History> {
  const history = new History()
  for await (const batch of stream.read(session)) history.add(batch)
  return history
}
