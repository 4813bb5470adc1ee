/**
 * A fleet's engine on NATS JetStream. Everything of one fleet has names that begin with its prefix, so that several fleets can
 * share a server. What is not there yet is made by the first node.
 */
import type { ObjectStore } from '@nats-io/obj'
import type { Engine, FileStore } from '../ports.ts'
import { NatsCommandBus } from './command-bus.ts'
import { Connection, type ConnectionSettings } from './connection.ts'
import { NatsEventStream } from './event-stream.ts'
import { NatsKeyTable } from './key-table.ts'

export interface NatsSettings extends ConnectionSettings {
  /** Letters, digits, `-` and `_`. */
  readonly prefix?: string | undefined
  /** Of a cluster of servers: how many of them have each message. */
  readonly replicas?: number | undefined
  /** How many bytes of events the server keeps. */
  readonly maxEventBytes?: number | undefined
}

const DEFAULT_PREFIX = 'fairlead'
const MAX_EVENT_BYTES = 2 * 1024 * 1024 * 1024

/** Resolves when the server answers and has all that a fleet needs. */
export async function openNats(settings: NatsSettings): Promise<Engine> {
  const { prefix = DEFAULT_PREFIX, replicas = 1, maxEventBytes = MAX_EVENT_BYTES } = settings
  const connection = await Connection.open(settings)
  try {
    const name = `${prefix}-events`
    const events = await NatsEventStream.open(connection, { name, replicas, maxBytes: maxEventBytes })
    return {
      events,
      bus: new NatsCommandBus(connection, `${prefix}.node`),
      files: new NatsFileStore(connection, `${prefix}-files`, replicas),
      get isConnected() {
        return connection.isConnected
      },
      table: (table) => NatsKeyTable.open(connection, `${prefix}-${table}`, replicas),
      onConnection: (listener) => connection.onChange(listener),
      close: () => connection.close(),
    }
  } catch (error) {
    await connection.close()
    throw error
  }
}

class NatsFileStore implements FileStore {
  readonly #connection: Connection
  readonly #open: () => Promise<ObjectStore>
  #store: Promise<ObjectStore> | undefined

  constructor(connection: Connection, bucket: string, replicas: number) {
    this.#connection = connection
    this.#open = () => new connection.nats.obj.Objm(connection.nc).create(bucket, { replicas })
  }

  #run<T>(work: (store: ObjectStore) => Promise<T>): Promise<T> {
    return this.#connection.run(async () => {
      this.#store ??= this.#open()
      // After a failure the next call opens it again.
      this.#store.catch(() => {
        this.#store = undefined
      })
      return work(await this.#store)
    })
  }

  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#run(async (store) => void (await store.putBlob({ name }, bytes)))
  }
  get(name: string): Promise<Uint8Array | undefined> {
    return this.#run(async (store) => (await store.getBlob(name)) ?? undefined)
  }
  remove(name: string): Promise<void> {
    return this.#run(async (store) => void (await store.delete(name)))
  }
}
