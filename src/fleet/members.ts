/**
 * Who belongs to the fleet. Each node stores a record of itself every few seconds; one whose record is older than `lostAfterMs` is
 * lost, and its record stays, so that everybody still sees what it was. Ages are measured by the engine's clock, which a node
 * learns from its own records: machines whose clocks differ agree on who is lost.
 */
import { z } from 'zod'
import type { KeyTable, TableEntry } from './ports.ts'

/** Nodes understand each other if this is the same. */
export const FLEET_PROTOCOL = 2

const nodeProjectSchema = z.object({
  /** Its folder on this node. */
  path: z.string(),
  /** What its git remote names; the same project has the same on every node. */
  remote: z.string().optional(),
})
export type NodeProject = z.infer<typeof nodeProjectSchema>

const nodeRecordSchema = z.object({
  protocol: z.number(),
  name: z.string(),
  version: z.string(),
  labels: z.record(z.string(), z.string()),
  agents: z.array(z.string()),
  projects: z.array(nodeProjectSchema),
  sessions: z.number(),
  running: z.number(),
  capacity: z.number(),
  freeMemoryBytes: z.number(),
  load: z.number(),
  behind: z.number(),
  /** Why it starts no process now, apart from their number. */
  shortage: z.string().optional(),
  /** It takes no new sessions. */
  isDraining: z.boolean().optional(),
  /** It stopped as it should. */
  hasStopped: z.boolean().optional(),
})
export type NodeRecord = z.infer<typeof nodeRecordSchema>

export interface Member {
  readonly id: string
  readonly record: NodeRecord
  /** By the clock of this machine. */
  readonly seenAt: number
  readonly away: 'stopped' | 'lost' | undefined
}

export interface MembersOptions {
  readonly table: KeyTable
  readonly id: string
  readonly describe: () => NodeRecord
  readonly beatMs: number
  readonly lostAfterMs: number
  /** A node is new, gone, away or back. */
  readonly onChange: (id: string) => void
}

export class Members {
  readonly #options: MembersOptions
  readonly #entries = new Map<string, { record: NodeRecord; at: number }>()
  readonly #away = new Map<string, Member['away']>()
  /** What the engine's clock is ahead of this machine's. */
  #aheadMs = 0
  #beat: NodeJS.Timeout | undefined
  #check: NodeJS.Timeout | undefined
  #unwatch = () => {}

  constructor(options: MembersOptions) {
    this.#options = options
  }

  /** Resolves when all nodes are known, this one to the others. */
  async start(): Promise<void> {
    const { table, beatMs } = this.#options
    await this.beat()
    await new Promise<void>((resolve, reject) => {
      const listener = {
        set: (entry: TableEntry) => this.#set(entry),
        removed: (id: string) => {
          if (this.#entries.delete(id)) this.#options.onChange(id)
        },
        ready: resolve,
      }
      table.watch(listener).then((unwatch) => {
        this.#unwatch = unwatch
      }, reject)
    })
    // While the connection is down, nobody hears this one.
    this.#beat = setInterval(() => void this.beat().catch(() => {}), beatMs)
    this.#check = setInterval(() => this.#tellAway(), beatMs / 2)
  }

  async beat(): Promise<void> {
    const { table, id, describe } = this.#options
    await table.put(id, describe())
  }

  /** The last record says so, and no other follows. */
  async stop(): Promise<void> {
    clearInterval(this.#beat)
    clearInterval(this.#check)
    this.#unwatch()
    const { table, id, describe } = this.#options
    await table.put(id, { ...describe(), hasStopped: true }).catch(() => {})
  }

  /** By how much the clock of this machine is behind that of the engine; negative: ahead. */
  get aheadMs(): number {
    return this.#aheadMs
  }
  get all(): Member[] {
    return [...this.#entries.keys()].flatMap((id) => this.find(id) ?? [])
  }
  find(id: string): Member | undefined {
    const found = this.#entries.get(id)
    if (!found) return undefined
    const { record, at } = found
    return { id, record, seenAt: at - this.#aheadMs, away: this.#awayOf(id, found) }
  }

  #awayOf(id: string, { record, at }: { record: NodeRecord; at: number }): Member['away'] {
    if (id === this.#options.id) return undefined
    if (record.hasStopped) return 'stopped'
    return Date.now() + this.#aheadMs - at > this.#options.lostAfterMs ? 'lost' : undefined
  }

  #set({ key, value, at }: TableEntry): void {
    const { success, data: record } = nodeRecordSchema.safeParse(value)
    if (!success) return
    if (key === this.#options.id) this.#aheadMs = at - Date.now()
    const isNew = !this.#entries.has(key)
    this.#entries.set(key, { record, at })
    if (isNew) this.#options.onChange(key)
    this.#tellAway()
  }

  #tellAway(): void {
    for (const { id, away } of this.all) {
      if (this.#away.get(id) === away) continue
      this.#away.set(id, away)
      this.#options.onChange(id)
    }
  }
}

/** Since when, for a person. */
export function awayText({ away, seenAt }: Member): string {
  const seconds = Math.max(0, Math.round((Date.now() - seenAt) / 1000))
  const ago = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return away === 'stopped' ? `its host was stopped ${ago} ago` : `it was last heard of ${ago} ago`
}
