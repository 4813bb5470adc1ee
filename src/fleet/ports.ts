/**
 * What a fleet needs of an engine. There are two engines, held to one contract (`test/fleet/contract.test.ts`): NATS JetStream,
 * and one in memory. Directory, presence and leases are built on the key table, and so are the same on both.
 *
 * While the connection is down every call rejects with a `FleetError`, at once: nothing is kept to be sent later. Subscriptions
 * (`watch`, `follow`, `serve`) go on by themselves when the connection is back.
 */

/** Events of one session that follow each other, as its owner stored them: usually those of one commit. */
export interface EventBatch {
  readonly session: string
  /** Of the owner's lease: it grows when the session moves to another node. */
  readonly epoch: number
  readonly first: number
  readonly last: number
  /** The JSON of each event, one per line. */
  readonly lines: string
  /** The JSON of each receipt that was stored with them, one per line: a command that is repeated elsewhere has the same one. */
  readonly receipts?: string
}

/** How far the events of a session are stored. */
export type EventMark = Pick<EventBatch, 'epoch' | 'last'>

export interface EventStream {
  /** Resolves when the batch is stored. The same batch is stored once, however often it is published. */
  publish(batch: EventBatch): Promise<void>
  /** Undefined: none is stored. */
  mark(session: string): Promise<EventMark | undefined>
  /** What is stored now, in order. */
  read(session: string): AsyncIterable<EventBatch>
  /**
   * Calls `listener` for each batch that is published once this has resolved, until the returned function is called. While the
   * connection is down batches are missed: the next one then starts later than the one before ended.
   */
  follow(session: string, listener: (batch: EventBatch) => void): Promise<() => void>
  /** Removes the events of a session. */
  forget(session: string): Promise<void>
  /** Events and bytes that are stored, of all sessions. */
  size(): Promise<{ batches: number; bytes: number }>
}

export interface TableEntry {
  readonly key: string
  readonly value: unknown
  /** Grows with every change of the table. */
  readonly revision: number
  /** When it was stored, by the clock of the engine, which is the same for all nodes. */
  readonly at: number
}
export interface TableListener {
  set(entry: TableEntry): void
  removed(key: string): void
  /** Called once, when `set` was called for all that was there. */
  ready?(): void
}
/** Values as JSON by key (letters, digits, `-` and `_`). Every change compares and sets where a revision is given. */
export interface KeyTable {
  get(key: string): Promise<TableEntry | undefined>
  /** The new revision. */
  put(key: string, value: unknown): Promise<number>
  /** Undefined, and nothing changes, if the key is there already. */
  create(key: string, value: unknown): Promise<TableEntry | undefined>
  /** Undefined, and nothing changes, unless the entry still has this revision. */
  update(key: string, value: unknown, revision: number): Promise<TableEntry | undefined>
  remove(key: string): Promise<void>
  /** Calls `listener` with what is there, then with changes. A slow watcher misses values in between, never the last one. */
  watch(listener: TableListener): Promise<() => void>
}

export interface BusRequest {
  readonly text: string
  /** Aborted when whoever asked is no longer interested. */
  readonly signal: AbortSignal
}
export interface CommandBus {
  /** Answers requests to a node until the returned function is called. A handler that throws answers nothing useful: it must not. */
  serve(node: string, handler: (request: BusRequest) => Promise<string>): Promise<() => void>
  /** Rejects with `no-node` if nobody serves it, and with `no-answer` if it falls silent; a handler may take as long as it needs. */
  request(node: string, text: string, signal?: AbortSignal): Promise<string>
}

export interface FileStore {
  put(name: string, bytes: Uint8Array): Promise<void>
  get(name: string): Promise<Uint8Array | undefined>
  remove(name: string): Promise<void>
}

export interface Engine {
  readonly events: EventStream
  readonly bus: CommandBus
  readonly files: FileStore
  readonly isConnected: boolean
  /** Tables of different names are separate. The same name is the same table on every node. */
  table(name: string): Promise<KeyTable>
  /** Called when the connection is lost, and when it is back. */
  onConnection(listener: (isConnected: boolean) => void): () => void
  close(): Promise<void>
}
