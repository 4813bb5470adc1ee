/**
 * The state of a session: folded from its events as they are stored, and stored itself from time to time, so that a starting
 * host folds only the rest. `unload` drops the state of a quiet session from memory and keeps its line in the list; the state
 * is loaded again when somebody asks for it or an event comes.
 *
 * The state holds the last items of the transcript. Those that have left it are stored with the next snapshot and wait here until
 * then; if the host is killed before, folding the events after the last snapshot gives them once more.
 */
import type { SessionSummary } from '../../api/resources.ts'
import { byId } from '../../state/approvals/approvals.ts'
import type { SessionEvent } from '../../state/events.ts'
import { listValues, toArray } from '../../state/list.ts'
import { lookupEntries } from '../../state/lookup.ts'
import { reduce } from '../../state/reduce.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { Item } from '../../state/transcript/items.ts'
import type { Placed } from '../../state/transcript/transcript.ts'
import { withoutLeft } from '../../state/transcript/window.ts'
import { type RestingLine, type Store, StoreError } from '../journal/store.ts'
import { ItemPages, storedItems } from './item-pages.ts'
import type { SessionRecord } from './record.ts'
import { folded } from './recovery.ts'
import { ofRow, type SummaryContext, summaryOf } from './summary.ts'

/**
 * So many events at least lie between two snapshots of a session that works. One with many items takes longer to store: it is, after
 * as many events as the state has items. So to fold the rest takes a host that starts about as long as to read the snapshot.
 */
const MIN_EVENTS = 500
/** With so many items that wait to be stored, a snapshot is taken at once. */
const MAX_WAITING = 1000

export class StateCache {
  readonly #store: Store
  readonly #record: SessionRecord
  /** Of the whole transcript. */
  readonly pages: ItemPages
  #state: SessionState | undefined
  #snapshotSeq = 0
  #isStoring = false
  /** Its line in the list, and when the last event came, while the state is not here. */
  #line: SessionSummary | undefined
  #lastEventAt = 0
  /** The approvals that it can be asked about, while the state is not here: whose one is must be known without reading all states. */
  #approvals: ReadonlySet<string> = new Set()

  constructor(store: Store, record: SessionRecord) {
    this.#store = store
    this.#record = record
    this.pages = new ItemPages(store, record.row.id, () => this.state)
  }

  get isLoaded(): boolean {
    return this.#state !== undefined
  }
  /** When the last event came, as far as is known without reading the state. */
  get lastEventAt(): number {
    return this.#state?.at ?? this.#lastEventAt
  }
  /** The number of the last event, for which the state need not be here. */
  get seq(): number {
    return this.#state?.seq ?? this.#line?.seq ?? this.state.seq
  }
  get state(): SessionState {
    this.#state ??= this.#read()
    return this.#state
  }
  #read(): SessionState {
    const snapshot = this.#store.snapshot(this.#id)
    this.#snapshotSeq = snapshot?.seq ?? 0
    const onFolded = (state: SessionState) => {
      if (state.transcript.left === undefined) return
      this.pages.add(state)
      if (this.pages.waitingCount >= MAX_WAITING) this.#storeNow(state)
    }
    return folded(this.#store, this.#id, onFolded, snapshot)
  }
  /** While it is read: many items may leave a long session of which there is no snapshot, or one without a window. */
  #storeNow(state: SessionState): void {
    const items = this.pages.waiting
    try {
      this.#store.commit([
        { session: this.#id, snapshot: { seq: state.seq, state: withoutLeft(state) }, items },
      ])
    } catch (error) {
      // They wait for the next snapshot.
      if (error instanceof StoreError) return
      throw error
    }
    this.#snapshotSeq = state.seq
    this.pages.stored(items)
  }
  /** Reads of a session without a process what the list shows of it, and the state if there is more to do. Throws if it cannot. */
  take(): void {
    const { id, wanted } = this.#record.row
    const line = wanted === 'rest' ? this.#store.resting(id) : undefined
    if (line) this.#rest(line)
    else this.load()
  }
  /** Throws if it cannot be read. */
  load(): void {
    void this.state
  }
  /** Of the present process, open or closed. */
  hasApproval(id: string): boolean {
    if (!this.#state && this.#line) return this.#approvals.has(id)
    return byId(this.state, id) !== undefined
  }
  /** All items of all threads. The state is not here afterwards for having been looked at. */
  *allItems(): Generator<Item> {
    const left: Placed[] = [...this.pages.waiting]
    const state =
      this.#state ?? folded(this.#store, this.#id, ({ transcript }) => left.push(...(transcript.left ?? [])))
    const own = new Set(left.map(({ thread, index }) => `${index} ${thread}`))
    for (const { thread, index, item } of storedItems(this.#store, this.#id))
      if (!own.has(`${index} ${thread}`)) yield item
    for (const { item } of [...left, ...(state.transcript.pinned ?? [])]) yield item
    for (const [, thread] of lookupEntries(state.transcript.threads)) yield* listValues(thread)
  }

  summary(context: SummaryContext): SessionSummary {
    const { row } = this.#record
    if (this.#state || !this.#line) return summaryOf(row, this.state, context)
    const { canBypass: _, ...line } = this.#line
    // A line that an earlier version stored has neither.
    const { preview = { kind: 'text', text: line.lastLine }, lastWords = '' }: Partial<SessionSummary> = line
    return { ...line, preview, lastWords, ...ofRow(row, context) }
  }

  /** It is stored. A state that was read since has it already, and is not changed; one that lacks events before it is read anew. */
  fold(event: SessionEvent): void {
    const { state } = this
    this.#state = event.seq > state.seq + 1 ? this.#read() : reduce(state, event)
    if (this.#state.transcript.left !== undefined) this.pages.add(this.#state)
  }

  /** Stores the state if many events came since; while nothing happens, also if there were some. */
  takeSnapshot(isBusy: boolean): void {
    if (this.#isStoring) return
    const { seq, transcript } = this.state
    const enough = Math.max(MIN_EVENTS, transcript.held)
    const isEnough = seq - this.#snapshotSeq >= (isBusy ? enough : enough / 10)
    if (!isEnough && this.pages.waitingCount < MAX_WAITING) return
    this.#keep(this.state).catch(() => {})
  }

  /** `mayGo`: nothing has begun meanwhile. */
  async unload(context: SummaryContext, mayGo: () => boolean): Promise<void> {
    const state = this.#state
    if (!state) return
    if (state.seq > this.#snapshotSeq || this.pages.waitingCount > 0) await this.#keep(state)
    if (this.#state === state && mayGo()) this.#drop(state, context)
  }

  /** As `unload`, where nothing can have begun. What came since the last snapshot is folded once more when it is read. */
  unloadNow(context: SummaryContext): void {
    if (this.#state) this.#drop(this.#state, context)
  }

  #drop(state: SessionState, context: SummaryContext): void {
    const { seq, at, process } = state
    const summary = summaryOf(this.#record.row, state, context)
    const line: RestingLine = { seq, at, summary, approvals: approvalIds(state) }
    this.#state = undefined
    this.pages.forget()
    this.#rest(line)
    // The next host then need not read the state to list it.
    if (process.status !== 'running') this.#record.append([], { resting: line }).catch(() => {})
  }

  #rest({ at, summary, approvals }: RestingLine): void {
    this.#line = summary
    this.#lastEventAt = at
    this.#approvals = new Set(approvals)
  }

  get #id(): string {
    return this.#record.row.id
  }

  async #keep(state: SessionState): Promise<void> {
    const { seq } = state
    this.#snapshotSeq = seq
    const items = this.pages.waiting
    const change = { snapshot: { seq, state: withoutLeft(state) }, ...(items.length > 0 && { items }) }
    this.#isStoring = true
    try {
      await this.#record.append([], change)
      this.pages.stored(items)
    } finally {
      this.#isStoring = false
    }
  }
}

function approvalIds({ approvals, process }: SessionState): string[] {
  const known = toArray(approvals.closed).filter(({ generation }) => generation === process.generation)
  return [...approvals.pending, ...known].map(({ id }) => id)
}
