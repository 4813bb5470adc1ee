/** A table in a key-value bucket of JetStream. */
import type { KV, KvEntry } from '@nats-io/kv'
import type { KeyTable, TableEntry, TableListener } from '../ports.ts'
import type { Connection } from './connection.ts'

export class NatsKeyTable implements KeyTable {
  readonly #connection: Connection
  readonly #kv: KV

  private constructor(connection: Connection, kv: KV) {
    this.#connection = connection
    this.#kv = kv
  }

  static open(connection: Connection, bucket: string, replicas: number): Promise<NatsKeyTable> {
    return connection.run(async () => {
      const buckets = new connection.nats.kv.Kvm(connection.nc)
      return new NatsKeyTable(connection, await buckets.create(bucket, { history: 1, replicas }))
    })
  }

  get(key: string): Promise<TableEntry | undefined> {
    return this.#connection.run(async () => {
      const entry = await this.#kv.get(key)
      return entry?.operation === 'PUT' ? entryOf(entry) : undefined
    })
  }

  put(key: string, value: unknown): Promise<number> {
    return this.#connection.run(() => this.#kv.put(key, JSON.stringify(value)))
  }

  create(key: string, value: unknown): Promise<TableEntry | undefined> {
    return this.#changed(key, () => this.#kv.create(key, JSON.stringify(value)))
  }

  update(key: string, value: unknown, revision: number): Promise<TableEntry | undefined> {
    return this.#changed(key, () => this.#kv.update(key, JSON.stringify(value), revision))
  }

  #changed(key: string, change: () => Promise<number>): Promise<TableEntry | undefined> {
    return this.#connection.run(async () => {
      try {
        const revision = await change()
        const entry = await this.#kv.get(key, { revision })
        return entry ? entryOf(entry) : undefined
      } catch (error) {
        if (isConflict(error)) return undefined
        throw error
      }
    })
  }

  remove(key: string): Promise<void> {
    return this.#connection.run(() => this.#kv.delete(key))
  }

  async watch(listener: TableListener): Promise<() => void> {
    const { entries, isEmpty } = await this.#connection.run(async () => {
      const { values } = await this.#kv.status()
      return { isEmpty: values === 0, entries: await this.#kv.watch() }
    })
    let isReady = isEmpty
    if (isEmpty) listener.ready?.()
    const follow = async () => {
      for await (const entry of entries) {
        if (entry.operation === 'PUT') listener.set(entryOf(entry))
        else listener.removed(entry.key)
        if (isReady || !entry.isUpdate) continue
        isReady = true
        listener.ready?.()
      }
    }
    // It ends when it is stopped, or with the connection.
    follow().catch(() => {})
    return () => entries.stop()
  }
}

function entryOf({ key, value, revision, created }: KvEntry): TableEntry {
  return { key, value: JSON.parse(new TextDecoder().decode(value)), revision, at: created.getTime() }
}

const WRONG_LAST_SEQUENCE = [10_071, 10_164]

function isConflict(error: unknown): boolean {
  return WRONG_LAST_SEQUENCE.includes((error as { code?: number }).code ?? 0)
}
