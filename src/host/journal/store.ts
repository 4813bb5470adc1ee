/**
 * What the journal is stored in: SQLite, on disk or in memory. Calls are synchronous, as SQLite is. `commit` is atomic: after
 * a crash all of its changes are there, or none.
 */
import type { SessionSummary, UsageRow } from '../../api/resources.ts'
import type { SessionOptionsInput } from '../../api/session-options.ts'
import { FairleadError } from '../../protocol/errors.ts'
import type { SessionEvent } from '../../state/events.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { Place, Placed } from '../../state/transcript/transcript.ts'

export interface SessionRow {
  readonly id: string
  readonly title: string
  readonly cwd: string
  readonly agent: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly archived: boolean
  /** The command line's options, without environment values. */
  readonly options: Readonly<Omit<SessionOptionsInput, 'env'>>
  /** The process that runs or ran last; 0: none yet. */
  readonly generation: number
  /** How far the output of that process is in the journal, in bytes. */
  readonly offset: number
  /** What the host wants of it: `run` is started again after a crash, `rest` is not. */
  readonly wanted: 'run' | 'rest'
  /** The commit that the folder was at when the session began. */
  readonly gitBase?: string
  /** Anything else that a part of the host keeps with a session. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** A session of which something cannot be read. */
export interface DamagedSession {
  readonly id: string
  readonly title?: string
  /** What, and why. */
  readonly problem: string
}

/**
 * A line for the CLI's stdin. It is written after it is stored, and taken out after that; one that is still there when the
 * host starts is written again if its `kind` allows it (prompts and answers, which the CLI takes once each).
 */
export interface OutboxRow {
  /** Of one session: two may be sent the same prompt. */
  readonly id: string
  readonly session: string
  readonly generation: number
  readonly kind: 'prompt' | 'answer' | 'request'
  readonly line: string
}

export interface ReceiptRow {
  readonly commandId: string
  readonly at: number
  readonly session?: string
  /** The receipt as JSON. */
  readonly receipt: unknown
}

export interface AuditRow {
  readonly at: number
  readonly session: string
  readonly approval?: string
  /** `answered`, `policy`, `withdrawn`, … */
  readonly what: string
  /** Label of the client, or the policy rule. */
  readonly by: string
  readonly detail: unknown
}

/** Text for the full-text index. */
export interface SearchDocument {
  readonly seq: number
  readonly at: number
  readonly kind: 'user' | 'text' | 'thinking' | 'tool' | 'result' | 'notice'
  readonly text: string
}

/** Added to the sums of its day, model and session. */
export type UsageDelta = Omit<UsageRow, 'cwd'>

/** What is known of a session without a process while its state is not read. True as long as `seq` is its last event. */
export interface RestingLine {
  readonly seq: number
  /** When that came. */
  readonly at: number
  readonly summary: SessionSummary
  /** Those that can be asked about. */
  readonly approvals: readonly string[]
}

/** What belongs together, of one session. */
export interface Change {
  readonly session: string
  /** The session is new. What else the change has is stored with it, or it is not there at all. */
  readonly added?: SessionRow
  readonly events?: readonly SessionEvent[]
  /** With a new `generation`, lines for earlier processes are dropped: those processes are gone. */
  readonly row?: Partial<Omit<SessionRow, 'id'>>
  readonly outbox?: readonly OutboxRow[]
  /** Lines that are done: they leave the outbox. */
  readonly written?: readonly string[]
  readonly receipt?: ReceiptRow
  readonly audit?: readonly AuditRow[]
  readonly said?: readonly SearchDocument[]
  readonly usage?: readonly UsageDelta[]
  readonly snapshot?: { readonly seq: number; readonly state: SessionState }
  /** Items of the transcript that have left the window. Stored with the snapshot after it: those that came since are folded anew. */
  readonly items?: readonly Placed[]
  readonly resting?: RestingLine
}

export interface SearchRow extends SearchDocument {
  readonly session: string
  /** With the words found between U+0001 and U+0002. */
  readonly excerpt: string
}

/** Something stored that cannot be read: of one session, or of all together. */
export interface Damage {
  readonly session?: string
  readonly problem: string
}

export interface RemoveOptions {
  /** Of the command that removes it. */
  readonly receipt?: ReceiptRow
  /** The command that made it, where it was not to be: its receipt goes too. */
  readonly undone?: string
}

/** Where a host keeps sessions and events. */
export interface Store {
  /** A session with nothing else: see `added` of a change. */
  addSession(row: SessionRow): void
  session(id: string): SessionRow | undefined
  /** Those that can be read, in the order of their making. */
  sessions(): SessionRow[]
  /** Those whose row cannot be read. */
  damagedSessions(): DamagedSession[]
  /** What could not be read since it was opened, the last of each session. */
  readonly damages: readonly Damage[]
  /** With everything that is kept of it. */
  removeSession(id: string, options?: RemoveOptions): void

  /** All of them or, where one fails, none. */
  commit(changes: readonly Change[]): void
  /** In order, after `after`. */
  events(session: string, after: number, limit: number): SessionEvent[]
  lastSeq(session: string): number
  /** Undefined also where it cannot be read: the events say the same. */
  snapshot(session: string): { seq: number; state: SessionState } | undefined
  /** Undefined also where it cannot be read, or where something came since. */
  resting(session: string): RestingLine | undefined
  /** Items of one thread, `from` inclusive, `to` exclusive. */
  items(session: string, thread: string, from: number, to: number): Placed[]
  /** Of all threads, by thread and index, after this place. */
  itemsAfter(session: string, after: Place | undefined, limit: number): Placed[]
  /** The last index of a thread that is stored; `until` this event. -1: none. */
  lastItem(session: string, thread: string, until?: number): number
  outbox(session: string, generation: number): OutboxRow[]
  receipt(commandId: string): ReceiptRow | undefined
  /** Of the commands to a session. Reads all receipts. */
  receiptsOf(session: string): ReceiptRow[]
  addReceipt(receipt: ReceiptRow): void
  audit(filter: { session?: string; from?: number; limit?: number }): AuditRow[]
  /** Without the rows that cannot be read. */
  usage(from: string, to: string): UsageRow[]
  /** In all sessions, the best first. */
  search(query: string, limit: number): SearchRow[]
  /** The prompts among the latest texts of the index, the latest first. */
  prompts(scanned: number): (Pick<SearchDocument, 'text' | 'at'> & { readonly session: string })[]
  /** In one session, in the order of its events. */
  searchSession(session: string, query: string, limit: number): SearchRow[]

  /** Settings of the host: policies, budgets, agents. */
  setting(name: string): unknown
  putSetting(name: string, value: unknown, receipt?: ReceiptRow): void
  /** Whether all that was stored now survives a crash of the machine too. */
  checkpoint(): boolean
  /** Removes every trace of deleted or replaced data from the files. Takes as long as rewriting all of them. */
  scrub(): void
  close(): void
}

/**
 * Nothing was stored: the disk is full, the file is locked or damaged, or the change itself is not possible. Or something that
 * is stored cannot be read.
 */
export class StoreError extends FairleadError {
  /** `refused`: it can take anything but this. `damaged`: what this needs cannot be read; the rest may be whole. */
  readonly reason: 'full' | 'locked' | 'damaged' | 'closed' | 'refused' | 'other'

  constructor(reason: StoreError['reason'], message: string, cause?: unknown) {
    super('journal', message, { cause })
    this.reason = reason
  }
}

const REMEDY = 'Stop the host (`fairlead down`) and run `fairlead recover`, or restore a copy of the journal.'

/** What is damaged, with what to do about it. */
export function withRemedy(problem: string): string {
  return `${problem}. ${REMEDY}`
}

/** In words for a person. */
export function wordsOf({ reason, message }: StoreError): string {
  return reason === 'damaged' ? withRemedy(message) : message
}
