/**
 * Who owns a session. A lease ends by itself unless it is renewed, and each owner has a higher epoch than the one before: who
 * finds a higher epoch than its own has lost the session, whatever it believed until then. Times are those of the engine's
 * clock, so that nodes whose clocks differ agree.
 */
import type { KeyTable, TableEntry } from './ports.ts'

export interface Lease {
  readonly name: string
  readonly owner: string
  readonly epoch: number
  /** By the engine's clock. */
  readonly expiresAt: number
  readonly revision: number
}
interface Stored {
  readonly owner: string
  readonly epoch: number
  readonly forMs: number
}

/** For a lease that does not end by itself. */
export const FOR_EVER = Number.MAX_SAFE_INTEGER

export class Leases {
  readonly #table: KeyTable

  constructor(table: KeyTable) {
    this.#table = table
  }

  async find(name: string): Promise<Lease | undefined> {
    const entry = await this.#table.get(name)
    return entry && leaseOf(entry)
  }

  /** Takes a lease that nobody has, that is one's own, or that has expired at `now` by the engine's clock. Undefined: another has it. */
  async take(name: string, owner: string, forMs: number, now: number): Promise<Lease | undefined> {
    const found = await this.find(name)
    if (!found) return this.#stored(this.#table.create(name, { owner, epoch: 1, forMs }))
    if (found.owner !== owner && found.expiresAt > now) return undefined
    const epoch = found.owner === owner ? found.epoch : found.epoch + 1
    return this.#stored(this.#table.update(name, { owner, epoch, forMs }, found.revision))
  }

  /** Takes a lease from its owner, although it may still hold it. Undefined: another was faster. */
  async seize(found: Lease, owner: string, forMs: number): Promise<Lease | undefined> {
    const next: Stored = { owner, epoch: found.epoch + 1, forMs }
    return this.#stored(this.#table.update(found.name, next, found.revision))
  }

  /** Undefined: it is lost to another owner. */
  async renew({ name, owner, epoch, revision }: Lease, forMs: number): Promise<Lease | undefined> {
    return this.#stored(this.#table.update(name, { owner, epoch, forMs }, revision))
  }

  async #stored(change: Promise<TableEntry | undefined>): Promise<Lease | undefined> {
    const entry = await change
    return entry && leaseOf(entry)
  }
}

export function leaseOf({ key, value, revision, at }: TableEntry): Lease {
  const { owner, epoch, forMs } = value as Stored
  return { name: key, owner, epoch, expiresAt: at + forMs, revision }
}
