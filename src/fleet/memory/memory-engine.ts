/** A fleet's engine in the memory of one program: for tests, and as the measure of the other. `connect` is one node's side of it. */
import { FleetError } from '../fleet-error.ts'
import type { BusRequest, Engine, EventBatch, TableEntry, TableListener } from '../ports.ts'

type Handler = (request: BusRequest) => Promise<string>

export class MemoryServer {
  readonly batches = new Map<string, EventBatch[]>()
  readonly followers = new Map<string, Set<(batch: EventBatch) => void>>()
  readonly tables = new Map<string, MemoryTable>()
  readonly handlers = new Map<string, Handler>()
  readonly files = new Map<string, Uint8Array>()

  connect(): Engine & { disconnect(): void; reconnect(): void } {
    return new MemoryEngine(this)
  }
}

class MemoryTable {
  readonly entries = new Map<string, TableEntry>()
  readonly listeners = new Set<TableListener>()
  #revision = 0

  set(key: string, value: unknown): TableEntry {
    this.#revision += 1
    const entry = { key, value: structuredClone(value), revision: this.#revision, at: Date.now() }
    this.entries.set(key, entry)
    for (const { set } of this.listeners) set(entry)
    return entry
  }
  remove(key: string): void {
    this.#revision += 1
    if (this.entries.delete(key)) for (const { removed } of this.listeners) removed(key)
  }
}

class MemoryEngine implements Engine {
  isConnected = true
  readonly #server: MemoryServer
  readonly #listeners = new Set<(isConnected: boolean) => void>()
  readonly #ends = new Set<() => void>()

  constructor(server: MemoryServer) {
    this.#server = server
  }

  disconnect(): void {
    this.#setConnected(false)
  }
  reconnect(): void {
    this.#setConnected(true)
  }
  #setConnected(isConnected: boolean): void {
    if (this.isConnected === isConnected) return
    this.isConnected = isConnected
    for (const listener of this.#listeners) listener(isConnected)
  }
  onConnection(listener: (isConnected: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  async close(): Promise<void> {
    for (const end of [...this.#ends]) end()
    this.#setConnected(false)
  }

  async #check(): Promise<void> {
    if (!this.isConnected) throw new FleetError('unreachable', 'the connection to the fleet is down')
  }
  /** `end` is called once: by whoever subscribed, or when this closes. */
  #subscribed(end: () => void): () => void {
    const once = () => {
      if (this.#ends.delete(once)) end()
    }
    this.#ends.add(once)
    return once
  }

  readonly events: Engine['events'] = {
    publish: async (batch) => {
      await this.#check()
      const stored = this.#server.batches.get(batch.session) ?? []
      const isSame = (it: EventBatch) =>
        it.epoch === batch.epoch && it.first === batch.first && it.last === batch.last
      if (stored.some(isSame)) return
      this.#server.batches.set(batch.session, [...stored, batch])
      for (const follower of this.#server.followers.get(batch.session) ?? []) follower(batch)
    },
    mark: async (session) => {
      await this.#check()
      const last = this.#server.batches.get(session)?.at(-1)
      return last && { epoch: last.epoch, last: last.last }
    },
    read: (session) => this.#read(session),
    follow: async (session, listener) => {
      await this.#check()
      const followers = this.#server.followers.get(session) ?? new Set()
      const own = (batch: EventBatch) => {
        if (this.isConnected) listener(batch)
      }
      this.#server.followers.set(session, followers.add(own))
      return this.#subscribed(() => followers.delete(own))
    },
    forget: async (session) => {
      await this.#check()
      this.#server.batches.delete(session)
    },
    size: async () => {
      await this.#check()
      const all = [...this.#server.batches.values()].flat()
      return { batches: all.length, bytes: all.reduce((sum, { lines }) => sum + lines.length, 0) }
    },
  }

  async *#read(session: string): AsyncIterable<EventBatch> {
    await this.#check()
    yield* this.#server.batches.get(session) ?? []
  }

  async table(name: string): ReturnType<Engine['table']> {
    await this.#check()
    const table = this.#server.tables.get(name) ?? new MemoryTable()
    this.#server.tables.set(name, table)
    return {
      get: async (key) => {
        await this.#check()
        return table.entries.get(key)
      },
      put: async (key, value) => {
        await this.#check()
        return table.set(key, value).revision
      },
      create: async (key, value) => {
        await this.#check()
        return table.entries.has(key) ? undefined : table.set(key, value)
      },
      update: async (key, value, revision) => {
        await this.#check()
        return table.entries.get(key)?.revision === revision ? table.set(key, value) : undefined
      },
      remove: async (key) => {
        await this.#check()
        table.remove(key)
      },
      watch: async (listener) => {
        await this.#check()
        return this.#watch(table, listener)
      },
    }
  }

  /** After an outage the listener gets what the table then has, and what is gone. */
  #watch(table: MemoryTable, listener: TableListener): () => void {
    const known = new Set<string>()
    const own: TableListener = {
      set: (entry) => {
        if (!this.isConnected) return
        known.add(entry.key)
        listener.set(entry)
      },
      removed: (key) => {
        if (this.isConnected && known.delete(key)) listener.removed(key)
      },
    }
    const bring = () => {
      for (const key of [...known]) if (!table.entries.has(key)) own.removed(key)
      for (const entry of table.entries.values()) own.set(entry)
    }
    const unlisten = this.onConnection((isConnected) => isConnected && bring())
    table.listeners.add(own)
    bring()
    listener.ready?.()
    return this.#subscribed(() => {
      unlisten()
      table.listeners.delete(own)
    })
  }

  readonly bus: Engine['bus'] = {
    serve: async (node, handler) => {
      await this.#check()
      const own: Handler = async (request) => {
        if (!this.isConnected) throw new FleetError('no-node', `no node ${node} is connected to the fleet`)
        return handler(request)
      }
      this.#server.handlers.set(node, own)
      return this.#subscribed(() => {
        if (this.#server.handlers.get(node) === own) this.#server.handlers.delete(node)
      })
    },
    request: async (node, text, signal = new AbortController().signal) => {
      await this.#check()
      const handler = this.#server.handlers.get(node)
      if (!handler) throw new FleetError('no-node', `no node ${node} is connected to the fleet`)
      return handler({ text, signal })
    },
  }

  readonly files: Engine['files'] = {
    put: async (name, bytes) => {
      await this.#check()
      this.#server.files.set(name, bytes.slice())
    },
    get: async (name) => {
      await this.#check()
      return this.#server.files.get(name)?.slice()
    },
    remove: async (name) => {
      await this.#check()
      this.#server.files.delete(name)
    },
  }
}
