/** A store that is gone with the process: for tests, and for a host that is told to keep nothing. */
import type { UsageRow } from '../../api/resources.ts'
import type { SessionEvent } from '../../state/events.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { Place, Placed } from '../../state/transcript/transcript.ts'
import {
  type AuditRow,
  type Change,
  type Damage,
  type DamagedSession,
  type OutboxRow,
  type ReceiptRow,
  type RemoveOptions,
  type RestingLine,
  type SearchDocument,
  type SearchRow,
  type SessionRow,
  type Store,
  StoreError,
  type UsageDelta,
} from './store.ts'

interface Kept {
  row: SessionRow
  readonly events: SessionEvent[]
  readonly said: SearchDocument[]
  readonly items: Map<string, Placed>
  resting?: RestingLine
  snapshot?: { seq: number; state: SessionState }
}

export class MemoryStore implements Store {
  readonly #sessions = new Map<string, Kept>()
  readonly #outbox = new Map<string, OutboxRow>()
  readonly #receipts = new Map<string, ReceiptRow>()
  readonly #settings = new Map<string, string>()
  readonly #usage = new Map<string, UsageDelta>()
  #audit: AuditRow[] = []

  addSession(row: SessionRow): void {
    this.commit([{ session: row.id, added: row }])
  }
  session(id: string): SessionRow | undefined {
    return this.#sessions.get(id)?.row
  }
  sessions(): SessionRow[] {
    return [...this.#sessions.values()].map(({ row }) => row).sort((a, b) => a.createdAt - b.createdAt)
  }
  damagedSessions(): DamagedSession[] {
    return []
  }
  readonly damages: readonly Damage[] = []
  removeSession(id: string, { receipt, undone }: RemoveOptions = {}): void {
    if (undone !== undefined) this.#receipts.delete(undone)
    this.#sessions.delete(id)
    for (const [key, { session }] of this.#outbox) if (session === id) this.#outbox.delete(key)
    for (const [key, { session }] of this.#receipts) if (session === id) this.#receipts.delete(key)
    this.#audit = this.#audit.filter(({ session }) => session !== id)
    if (receipt) this.addReceipt(receipt)
  }

  commit(changes: readonly Change[]): void {
    // First all checks, then all changes: a change that cannot be made leaves nothing behind.
    const lasts = new Map<string, number>()
    for (const { session, added, events = [] } of changes) {
      const kept = this.#sessions.get(session)
      if (added && (kept || lasts.has(session)))
        throw new StoreError('refused', `session ${session} is there already`)
      if (!added && !kept && !lasts.has(session))
        throw new StoreError('refused', `there is no session ${session}`)
      let last = lasts.get(session) ?? kept?.events.at(-1)?.seq ?? 0
      for (const { seq } of events) {
        if (seq !== last + 1)
          throw new StoreError('refused', `event ${seq} of ${session} does not follow ${last}`)
        last = seq
      }
      lasts.set(session, last)
    }
    for (const change of changes) this.#apply(change)
  }

  events(session: string, after: number, limit: number): SessionEvent[] {
    // Numbers are gapless and count from 1: event n stands at n - 1.
    return this.#sessions.get(session)?.events.slice(after, after + limit) ?? []
  }
  lastSeq(session: string): number {
    return this.#sessions.get(session)?.events.at(-1)?.seq ?? 0
  }
  snapshot(session: string): { seq: number; state: SessionState } | undefined {
    return this.#sessions.get(session)?.snapshot
  }
  resting(session: string): RestingLine | undefined {
    const line = this.#sessions.get(session)?.resting
    return line?.seq === this.lastSeq(session) ? line : undefined
  }
  items(session: string, thread: string, from: number, to: number): Placed[] {
    return this.#items(session).filter((it) => it.thread === thread && it.index >= from && it.index < to)
  }
  itemsAfter(session: string, after: Place | undefined, limit: number): Placed[] {
    return this.#items(session)
      .filter((it) => !after || byPlace(it, after) > 0)
      .slice(0, limit)
  }
  lastItem(session: string, thread: string, until = Number.POSITIVE_INFINITY): number {
    const all = this.items(session, thread, 0, Number.POSITIVE_INFINITY)
    return all.findLast(({ item }) => item.seq <= until)?.index ?? -1
  }
  #items(session: string): Placed[] {
    return [...(this.#sessions.get(session)?.items.values() ?? [])].sort(byPlace)
  }
  outbox(session: string, generation: number): OutboxRow[] {
    return [...this.#outbox.values()].filter(
      (row) => row.session === session && row.generation === generation,
    )
  }
  receipt(commandId: string): ReceiptRow | undefined {
    return this.#receipts.get(commandId)
  }
  addReceipt(receipt: ReceiptRow): void {
    this.#receipts.set(receipt.commandId, receipt)
  }
  audit({
    session,
    from = 0,
    limit = 1000,
  }: {
    session?: string
    from?: number
    limit?: number
  }): AuditRow[] {
    return this.#audit.filter((row) => (!session || row.session === session) && row.at >= from).slice(-limit)
  }
  usage(from: string, to: string): UsageRow[] {
    return [...this.#usage.values()]
      .filter(({ day }) => day >= from && day <= to)
      .map((row) => ({ ...row, cwd: this.session(row.session)?.cwd ?? '' }))
      .sort((a, b) => a.day.localeCompare(b.day) || a.model.localeCompare(b.model))
  }
  search(query: string, limit: number): SearchRow[] {
    const words = wordsOf(query)
    const last = words.pop()
    if (last === undefined) return []
    const found: SearchRow[] = []
    for (const [session, { said }] of this.#sessions) {
      for (const row of said) {
        const text = wordsOf(row.text)
        const isFound =
          words.every((word) => text.includes(word)) && text.some((word) => word.startsWith(last))
        if (isFound) found.push({ ...row, session, excerpt: row.text.slice(0, 200) })
      }
    }
    return found.sort((a, b) => b.at - a.at).slice(0, limit)
  }

  setting(name: string): unknown {
    const value = this.#settings.get(name)
    return value === undefined ? undefined : JSON.parse(value)
  }
  putSetting(name: string, value: unknown, receipt?: ReceiptRow): void {
    this.#settings.set(name, JSON.stringify(value))
    if (receipt) this.addReceipt(receipt)
  }
  checkpoint(): boolean {
    return true
  }
  scrub(): void {}
  close(): void {}

  #apply(change: Change): void {
    if (change.added)
      this.#sessions.set(change.session, {
        row: change.added,
        events: [],
        said: [],
        items: new Map(),
      })
    const kept = this.#sessions.get(change.session) as Kept
    kept.events.push(...(change.events ?? []))
    kept.said.push(...(change.said ?? []))
    if (change.row) kept.row = { ...kept.row, ...change.row }
    if (change.snapshot) kept.snapshot = change.snapshot
    if (change.resting) kept.resting = change.resting
    for (const placed of change.items ?? [])
      kept.items.set(JSON.stringify([placed.thread, placed.index]), placed)
    const { session, row: { generation = 0 } = {} } = change
    for (const [key, row] of this.#outbox)
      if (row.session === session && row.generation < generation) this.#outbox.delete(key)
    for (const row of change.outbox ?? []) {
      // Anew, at the end.
      this.#outbox.delete(keyOf(row))
      this.#outbox.set(keyOf(row), row)
    }
    for (const id of change.written ?? []) this.#outbox.delete(keyOf({ session, id }))
    if (change.receipt) this.#receipts.set(change.receipt.commandId, change.receipt)
    this.#audit.push(...(change.audit ?? []))
    for (const delta of change.usage ?? []) this.#add(delta)
  }

  #add(delta: UsageDelta): void {
    const key = `${delta.day} ${delta.model} ${delta.session}`
    const known = this.#usage.get(key)
    this.#usage.set(key, known ? sum(known, delta) : delta)
  }
}

function byPlace(a: Place, b: Place): number {
  if (a.thread !== b.thread) return a.thread < b.thread ? -1 : 1
  return a.index - b.index
}

function keyOf({ session, id }: Pick<OutboxRow, 'session' | 'id'>): string {
  return JSON.stringify([session, id])
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function sum(a: UsageDelta, b: UsageDelta): UsageDelta {
  return {
    ...a,
    costUsd: a.costUsd + b.costUsd,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheCreation: a.cacheCreation + b.cacheCreation,
    turns: a.turns + b.turns,
  }
}
