/**
 * The events of all sessions in one stream, with a subject for each session. Live batches come straight from the subject and
 * not from a consumer of the stream: a node that watches a hundred sessions costs the server a hundred subscriptions, and a
 * batch waits for nothing. Who misses one reads it from the owner or from the stream.
 */
import type { JetStreamClient, JetStreamManager, JsMsg, StoredMsg } from '@nats-io/jetstream'
import type { Msg, MsgHdrs } from '@nats-io/transport-node'
import { PartsReader, partsOf } from '../parts.ts'
import type { EventBatch, EventMark, EventStream } from '../ports.ts'
import type { Connection } from './connection.ts'

export interface StreamSettings {
  readonly name: string
  readonly replicas: number
  /** The oldest events go first when there are more. */
  readonly maxBytes: number
}

const HEADER = 'Fairlead-Batch'
/** Between the events and the receipts: no line of either is empty. */
const RECEIPTS = '\n\n'
const PUBLISH_WITHIN = 5000
/** Headers and subject count as well. */
const HEADROOM = 8 * 1024
const DUPLICATE_WINDOW = 10 * 60_000
const READ_AT_ONCE = 500
/** A reader that stopped in the middle is forgotten by the server. */
const READER_TIMEOUT = 30_000

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class NatsEventStream implements EventStream {
  readonly #connection: Connection
  readonly #js: JetStreamClient
  readonly #jsm: JetStreamManager
  readonly #settings: StreamSettings

  private constructor(connection: Connection, jsm: JetStreamManager, settings: StreamSettings) {
    this.#connection = connection
    this.#jsm = jsm
    this.#js = jsm.jetstream()
    this.#settings = settings
  }

  static async open(connection: Connection, settings: StreamSettings): Promise<NatsEventStream> {
    const { jetstream, core } = connection.nats
    return connection.run(async () => {
      const jsm = await jetstream.jetstreamManager(connection.nc)
      // What the first node made stays as it is; two that make it at once make the same.
      await jsm.streams.info(settings.name).catch((error) => {
        if (error.code !== jetstream.JetStreamApiCodes.StreamNotFound) throw error
        return jsm.streams.add({
          name: settings.name,
          subjects: [`${settings.name}.*`],
          num_replicas: settings.replicas,
          max_bytes: settings.maxBytes,
          discard: jetstream.DiscardPolicy.Old,
          duplicate_window: core.nanos(DUPLICATE_WINDOW),
        })
      })
      return new NatsEventStream(connection, jsm, settings)
    })
  }

  publish(batch: EventBatch): Promise<void> {
    const { session, epoch, first, last, lines, receipts } = batch
    const text = receipts === undefined ? lines : `${lines}${RECEIPTS}${receipts}`
    const id = `${session}:${epoch}:${first}:${last}`
    const maxBytes = (this.#connection.nc.info?.max_payload ?? 1024 * 1024) - HEADROOM
    return this.#connection.run(async () => {
      const parts = partsOf(encoder.encode(text), maxBytes)
      for (const [index, part] of parts.entries()) {
        const headers = this.#connection.nats.core.headers()
        headers.set(HEADER, [epoch, first, last, index, parts.length].join(' '))
        const msgID = parts.length === 1 ? id : `${id}:${index}`
        await this.#js.publish(this.#subject(session), part, { msgID, headers, timeout: PUBLISH_WITHIN })
      }
    })
  }

  mark(session: string): Promise<EventMark | undefined> {
    return this.#connection.run(async () => {
      const query = { last_by_subj: this.#subject(session) }
      const found = await this.#jsm.streams.getMessage(this.#settings.name, query)
      const known = found && headOf(found.header)
      if (!known) return undefined
      // Of a batch in parts all must be there.
      const { epoch, first, last, index, count } = known
      return { epoch, last: index === count - 1 ? last : first - 1 }
    })
  }

  async *read(session: string): AsyncIterable<EventBatch> {
    if ((await this.mark(session)) === undefined) return
    const consumer = await this.#connection.run(() =>
      this.#js.consumers.get(this.#settings.name, {
        filter_subjects: this.#subject(session),
        inactive_threshold: READER_TIMEOUT,
      }),
    )
    const assemble = assembler(session)
    for (;;) {
      const messages = await this.#connection.run(() => this.#fetched(consumer))
      for (const message of messages) {
        const batch = assemble(message)
        if (batch) yield batch
      }
      if ((messages.at(-1)?.info.pending ?? 0) === 0) break
    }
  }

  async #fetched(consumer: Awaited<ReturnType<JetStreamClient['consumers']['get']>>): Promise<JsMsg[]> {
    const messages: JsMsg[] = []
    for await (const message of await consumer.fetch({ max_messages: READ_AT_ONCE, expires: 5000 })) {
      messages.push(message)
      if (message.info.pending === 0) break
    }
    return messages
  }

  follow(session: string, listener: (batch: EventBatch) => void): Promise<() => void> {
    return this.#connection.run(async () => {
      const assemble = assembler(session)
      const subscription = this.#connection.nc.subscribe(this.#subject(session), {
        callback: (error, message) => {
          const batch = error ? undefined : assemble(message)
          if (batch) listener(batch)
        },
      })
      // The server knows of the subscription when it answers what was sent after it.
      await this.#connection.nc.flush()
      return () => subscription.unsubscribe()
    })
  }

  forget(session: string): Promise<void> {
    return this.#connection.run(async () => {
      await this.#jsm.streams.purge(this.#settings.name, { filter: this.#subject(session) })
    })
  }

  size(): Promise<{ batches: number; bytes: number }> {
    return this.#connection.run(async () => {
      const { state } = await this.#jsm.streams.info(this.#settings.name)
      return { batches: state.messages, bytes: state.bytes }
    })
  }

  #subject(session: string): string {
    return `${this.#settings.name}.${session}`
  }
}

interface Head {
  readonly epoch: number
  readonly first: number
  readonly last: number
  readonly index: number
  readonly count: number
}

/** Undefined: this is none of our messages. */
function headOf(headers: MsgHdrs | undefined): Head | undefined {
  const numbers = (headers?.get(HEADER) ?? '').split(' ').map(Number)
  const [epoch = 0, first = 0, last = 0, index = 0, count = 0] = numbers
  if (numbers.length !== 5 || !numbers.every(Number.isSafeInteger)) return undefined
  return { epoch, first, last, index, count }
}

function assembler(session: string): (message: Msg | JsMsg | StoredMsg) => EventBatch | undefined {
  const reader = new PartsReader()
  return (message) => {
    const head = headOf('headers' in message ? message.headers : (message as StoredMsg).header)
    if (!head) return undefined
    const { epoch, first, last, index, count } = head
    const whole = reader.add(`${epoch}:${first}:${last}`, index, count, message.data)
    if (!whole) return undefined
    const [lines = '', receipts] = decoder.decode(whole).split(RECEIPTS)
    return { session, epoch, first, last, lines, ...(receipts !== undefined && { receipts }) }
  }
}
