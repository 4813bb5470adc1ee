/**
 * Which node has which session, and what the list shows of it. Each node writes the entries of its own sessions, soon after they
 * change and all that differ when the connection is back; every node has all entries in memory.
 */
import type { ApprovalView, SessionSummary } from '../api/resources.ts'
import { isObject } from '../protocol/json.ts'
import type { KeyTable, TableEntry } from './ports.ts'

export interface DirectoryRecord {
  readonly node: string
  readonly epoch: number
  readonly summary: SessionSummary
  readonly approvals: readonly ApprovalView[]
}

export interface DirectoryOptions {
  readonly table: KeyTable
  readonly id: string
  /** The sessions of this node. */
  readonly own: () => Iterable<string>
  readonly describe: (session: string) => Omit<DirectoryRecord, 'node'> | undefined
  /** Whether no other node can have it. */
  readonly mayWrite: (session: string) => boolean
  /** A session of another node. */
  readonly onChange: (session: string) => void
  readonly onRemoved: (session: string) => void
  readonly onError: (error: unknown) => void
  readonly tickMs?: number
}

const TICK_MS = 100
/** After a failure; most failures end with the connection. */
const RETRY_MS = 2000
const AT_ONCE = 50

export class Directory {
  readonly #options: DirectoryOptions
  readonly #records = new Map<string, DirectoryRecord>()
  /** What is stored of the own sessions, without what changes all the time. */
  readonly #told = new Map<string, string>()
  #changed = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #isWriting = false
  #isStopped = false
  #unwatch = () => {}

  constructor(options: DirectoryOptions) {
    this.#options = options
  }

  /** Resolves when the sessions of all nodes are known here. */
  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const listener = {
        set: (entry: TableEntry) => this.#set(entry),
        removed: (key: string) => this.#removed(key),
        ready: resolve,
      }
      this.#options.table.watch(listener).then((unwatch) => {
        this.#unwatch = unwatch
      }, reject)
    })
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#unwatch()
  }

  /** Of a session that another node has. */
  find(session: string): DirectoryRecord | undefined {
    return this.#records.get(session)
  }
  get all(): Iterable<DirectoryRecord> {
    return this.#records.values()
  }
  /** Of how many own sessions the entries are older than the sessions. */
  get behind(): number {
    return this.#changed.size
  }

  /** A session of this node has changed, or is gone. */
  tell(session: string): void {
    this.#changed.add(session)
    this.#schedule(this.#options.tickMs ?? TICK_MS)
  }
  /** Everything may have changed while there was no connection. */
  tellAll(): void {
    for (const session of [...this.#told.keys(), ...this.#options.own()]) this.#changed.add(session)
    this.#schedule(0)
  }

  #schedule(ms: number): void {
    if (this.#isStopped || this.#isWriting) return
    this.#timer ??= setTimeout(() => void this.#write(), ms)
  }

  async #write(): Promise<void> {
    this.#timer = undefined
    this.#isWriting = true
    let wait = this.#options.tickMs ?? TICK_MS
    try {
      while (this.#changed.size > 0 && !this.#isStopped) {
        const some = [...this.#changed].slice(0, AT_ONCE)
        for (const session of some) this.#changed.delete(session)
        await Promise.all(some.map((session) => this.#writeOne(session)))
      }
    } catch (error) {
      if (!this.#isStopped) this.#options.onError(error)
      wait = RETRY_MS
    } finally {
      this.#isWriting = false
      if (this.#changed.size > 0) this.#schedule(wait)
    }
  }

  async #writeOne(session: string): Promise<void> {
    const { table, id, describe, mayWrite } = this.#options
    if (!mayWrite(session)) return
    const described = describe(session)
    // Two nodes that say they have the same session would overwrite each other for ever: who took it over may.
    const other = this.#records.get(session)
    if (other && other.epoch >= (described?.epoch ?? 0)) return
    const text = described && keyOf(described)
    if (this.#told.get(session) === text) return
    try {
      if (described) await table.put(session, { ...described, node: id })
      else await table.remove(session)
    } catch (error) {
      this.#changed.add(session)
      throw error
    }
    if (text === undefined) this.#told.delete(session)
    else this.#told.set(session, text)
  }

  #set({ key, value }: TableEntry): void {
    if (!isRecord(value)) return
    const { id, describe, mayWrite } = this.#options
    if (value.node !== id) {
      this.#records.set(key, value)
      // A former owner wrote it before it knew.
      if (mayWrite(key) && (describe(key)?.epoch ?? 0) > value.epoch) {
        this.#told.delete(key)
        this.tell(key)
      }
      this.#options.onChange(key)
      return
    }
    // One's own, of an earlier start: what is the same is not written again, and what is gone is removed.
    if (!this.#told.has(key)) this.#told.set(key, keyOf(value))
    if (this.#records.delete(key)) this.#options.onChange(key)
  }

  #removed(key: string): void {
    if (this.#records.delete(key)) this.#options.onRemoved(key)
  }
}

function isRecord(value: unknown): value is DirectoryRecord {
  return isObject(value) && typeof value.node === 'string' && isObject(value.summary)
}

/** Most events change nothing that a list shows. */
function keyOf({ epoch, summary, approvals }: Omit<DirectoryRecord, 'node'>): string {
  const liveness = { ...summary.liveness, lastEventAt: 0 }
  return JSON.stringify([
    epoch,
    { ...summary, seq: 0, updatedAt: 0, liveness },
    approvals.map(({ id }) => id),
  ])
}
