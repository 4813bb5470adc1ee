/**
 * Which node owns which session: a lease for each, which does not end by itself and whose epoch grows when another node takes the
 * session. A node publishes and lists only what it owns. It reads that from the leases each time the connection is opened: what it
 * knew before an outage counts for nothing until then.
 */
import { FOR_EVER, type Lease, Leases, leaseOf } from './leases.ts'
import type { KeyTable, TableEntry } from './ports.ts'

export interface OwnershipOptions {
  readonly table: KeyTable
  readonly id: string
  /** The sessions in the journal of this node. */
  readonly own: () => Iterable<string>
  readonly has: (session: string) => boolean
  /** All leases were read. */
  readonly onKnown: () => void
  /** This node owns a session that it did not, as far as was known. */
  readonly onOwned: (session: string) => void
  /** A session in the journal of this node belongs to another one. May be called repeatedly. */
  readonly onLost: (session: string, lease: Lease) => void
  readonly onError: (error: unknown) => void
}

const RETRY_MS = 1000
const AT_ONCE = 50

export class Ownership {
  readonly #options: OwnershipOptions
  readonly #leases: Leases
  readonly #claiming = new Set<string>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #known = new Map<string, Lease>()
  #isKnown = false
  /** Counts the readings: what an earlier one brings is dropped. */
  #reading = 0
  #isStopped = false
  #unwatch = () => {}

  constructor(options: OwnershipOptions) {
    this.#options = options
    this.#leases = new Leases(options.table)
  }

  /** The connection is open: reads all leases, and follows them. */
  read(): void {
    this.forgetAll()
    const reading = this.#reading
    const isCurrent = () => reading === this.#reading && !this.#isStopped
    const listener = {
      set: (entry: TableEntry) => isCurrent() && this.#set(leaseOf(entry)),
      removed: (session: string) => isCurrent() && this.#known.delete(session),
      ready: () => isCurrent() && this.#allRead(),
    }
    this.#options.table.watch(listener).then(
      (unwatch) => {
        if (isCurrent()) this.#unwatch = unwatch
        else unwatch()
      },
      (error) => {
        if (!isCurrent()) return
        this.#options.onError(error)
        this.#later(() => isCurrent() && this.read())
      },
    )
  }

  /** The connection is down: another node may take any session. */
  forgetAll(): void {
    this.#reading += 1
    this.#isKnown = false
    this.#known = new Map()
    this.#unwatch()
    this.#unwatch = () => {}
  }

  stop(): void {
    this.#isStopped = true
    this.#unwatch()
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** Undefined: this node does not own the session, or does not know. */
  epochOf(session: string): number | undefined {
    const lease = this.#isKnown ? this.#known.get(session) : undefined
    return lease?.owner === this.#options.id ? lease.epoch : undefined
  }
  /** The other node that owns it, as far as is known. */
  otherOwner(session: string): string | undefined {
    const owner = this.#known.get(session)?.owner
    return owner === this.#options.id ? undefined : owner
  }
  /** Whether nobody else can have the session. */
  mayWrite(session: string): boolean {
    return this.#isKnown && this.otherOwner(session) === undefined
  }

  /** A session is in the journal of this node, and may be new. */
  look(session: string): void {
    if (!this.#isKnown) return
    const lease = this.#known.get(session)
    if (!lease) void this.#claim(session)
    else if (lease.owner !== this.#options.id) this.#options.onLost(session, lease)
  }

  find(session: string): Promise<Lease | undefined> {
    return this.#leases.find(session)
  }

  /** As it is now, without waiting until the watch brings it. */
  async refresh(session: string): Promise<Lease | undefined> {
    const lease = await this.find(session)
    if (lease) this.#set(lease)
    return lease
  }

  /** Takes the session from its owner. Undefined: another node was faster. */
  async seize(found: Lease): Promise<Lease | undefined> {
    const lease = await this.#leases.seize(found, this.#options.id, FOR_EVER)
    if (lease) this.#set(lease)
    return lease
  }
  /** Gives back what was seized. */
  async giveBack(lease: Lease, owner: string): Promise<void> {
    const returned = await this.#leases.seize(lease, owner, FOR_EVER)
    if (returned) this.#set(returned)
  }

  /** The session was removed. */
  async remove(session: string): Promise<void> {
    this.#known.delete(session)
    await this.#options.table.remove(session)
  }

  #allRead(): void {
    this.#isKnown = true
    this.#options.onKnown()
    void this.#claimAll()
  }

  async #claimAll(): Promise<void> {
    const unclaimed = []
    for (const session of this.#options.own())
      if (this.#known.has(session)) this.look(session)
      else unclaimed.push(session)
    while (unclaimed.length > 0 && this.#isKnown && !this.#isStopped)
      await Promise.all(unclaimed.splice(0, AT_ONCE).map((session) => this.#claim(session)))
  }

  async #claim(session: string): Promise<void> {
    const { id, has, onError } = this.#options
    if (this.#claiming.has(session) || this.#isStopped) return
    this.#claiming.add(session)
    try {
      // At no time: a lease without an end never has expired.
      const lease = await this.#leases.take(session, id, FOR_EVER, 0)
      // If it belongs to another, the watch brings who it is.
      if (lease && has(session)) this.#set(lease)
    } catch (error) {
      if (!this.#isKnown || this.#isStopped) return
      onError(error)
      this.#later(() => has(session) && this.look(session))
    } finally {
      this.#claiming.delete(session)
    }
  }

  #set(lease: Lease): void {
    const { id, has, onOwned, onLost } = this.#options
    const before = this.#known.get(lease.name)
    if (before && before.revision >= lease.revision) return
    this.#known.set(lease.name, lease)
    if (!this.#isKnown || !has(lease.name)) return
    if (lease.owner !== id) onLost(lease.name, lease)
    else if (before?.owner !== id || before.epoch !== lease.epoch) onOwned(lease.name)
  }

  #later(action: () => unknown): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      action()
    }, RETRY_MS)
    this.#timers.add(timer)
  }
}
