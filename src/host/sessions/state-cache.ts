/**
 * The state of a session: folded from its events as they are stored, and stored itself from time to time, so that a starting
 * host folds only the rest. `unload` drops the state of a quiet session from memory and keeps its line in the list; the state
 * is loaded again when somebody asks for it or an event comes.
 */
import type { SessionSummary } from '../../api/resources.ts'
import { byId } from '../../state/approvals/approvals.ts'
import type { SessionEvent } from '../../state/events.ts'
import { toArray } from '../../state/list.ts'
import { reduce } from '../../state/reduce.ts'
import type { SessionState } from '../../state/session-state.ts'
import { MAIN, threadOf } from '../../state/transcript/transcript.ts'
import type { Store } from '../journal/store.ts'
import type { SessionRecord } from './record.ts'
import { folded } from './recovery.ts'
import { type SummaryContext, summaryOf } from './summary.ts'

/**
 * So many events at least lie between two snapshots of a session that works. A long transcript takes long to store: it is, after
 * as many events as it has items. So a snapshot costs each event the same however long the session is, and to fold the rest
 * takes a host that starts about as long as to read the snapshot.
 */
const MIN_EVENTS = 500

export class StateCache {
  readonly #store: Store
  readonly #record: SessionRecord
  #state: SessionState | undefined
  #snapshotSeq = 0
  /** Its line in the list, and when the last event came, while the state is not here. */
  #line: SessionSummary | undefined
  #lastEventAt = 0
  /** The approvals that it can be asked about, while the state is not here: whose one is must be known without reading all states. */
  #approvals: ReadonlySet<string> = new Set()

  constructor(store: Store, record: SessionRecord) {
    this.#store = store
    this.#record = record
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
    if (!this.#state) {
      const snapshot = this.#store.snapshot(this.#id)
      this.#snapshotSeq = snapshot?.seq ?? 0
      this.#state = folded(this.#store, this.#id, snapshot)
    }
    return this.#state
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
  /** The state, which is not here afterwards for having been looked at. */
  peek(): SessionState {
    return this.#state ?? folded(this.#store, this.#id)
  }

  summary(context: SummaryContext): SessionSummary {
    const { row } = this.#record
    if (this.#state || !this.#line) return summaryOf(row, this.state, context)
    const { archived, updatedAt } = row
    return { ...this.#line, archived, updatedAt, warnings: [...context.warnings] }
  }

  /** It is stored. A state that was read since has it already, and is not changed. */
  fold(event: SessionEvent): void {
    this.#state = reduce(this.state, event)
  }

  /** Stores the state if many events came since; while nothing happens, also if there were some. */
  takeSnapshot(isBusy: boolean): void {
    const { seq, transcript } = this.state
    const enough = Math.max(MIN_EVENTS, threadOf(transcript, MAIN).size)
    if (seq - this.#snapshotSeq < (isBusy ? enough : enough / 10)) return
    this.#keep(this.state).catch(() => {})
  }

  /** `mayGo`: nothing has begun meanwhile. */
  async unload(context: SummaryContext, mayGo: () => boolean): Promise<void> {
    const state = this.#state
    if (!state) return
    if (state.seq > this.#snapshotSeq) await this.#keep(state)
    if (this.#state === state && mayGo()) this.#drop(state, context)
  }

  /** As `unload`, where nothing can have begun. What came since the last snapshot is folded once more when it is read. */
  unloadNow(context: SummaryContext): void {
    if (this.#state) this.#drop(this.#state, context)
  }

  #drop(state: SessionState, context: SummaryContext): void {
    this.#line = summaryOf(this.#record.row, state, context)
    this.#lastEventAt = state.at
    this.#approvals = new Set(approvalIds(state))
    this.#state = undefined
  }

  get #id(): string {
    return this.#record.row.id
  }

  async #keep(state: SessionState): Promise<void> {
    const { seq } = state
    this.#snapshotSeq = seq
    await this.#record.append([], { snapshot: { seq, state } })
  }
}

function approvalIds({ approvals, process }: SessionState): string[] {
  const known = toArray(approvals.closed).filter(({ generation }) => generation === process.generation)
  return [...approvals.pending, ...known].map(({ id }) => id)
}
