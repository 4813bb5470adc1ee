/** Reads what the fleet's server has stored with a client of its own, which shares no code with the nodes. */
import { jetstream } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'

export interface StoredEvent {
  readonly epoch: number
  readonly seq: number
  readonly kind: string
  readonly id?: string
  /** The whole event. */
  readonly text: string
}

/** By session, in the order of the stream. */
export async function storedEvents(
  url: string,
  stream = 'fairlead-events',
): Promise<Map<string, StoredEvent[]>> {
  const connection = await connect({ servers: url.split(',') })
  const sessions = new Map<string, StoredEvent[]>()
  const waiting = new Map<string, Uint8Array[]>()
  try {
    const consumer = await jetstream(connection).consumers.get(stream)
    const { num_pending } = await consumer.info()
    for (let read = 0; read < num_pending; ) {
      const messages = await consumer.fetch({ max_messages: 500, expires: 5000 })
      for await (const message of messages) {
        read += 1
        const session = message.subject.slice(stream.length + 1)
        const head = message.headers?.get('Fairlead-Batch').split(' ').map(Number) ?? []
        const [epoch = 0, , , index = 0, count = 1] = head
        const parts = index === 0 ? [] : (waiting.get(session) ?? [])
        waiting.set(session, [...parts, message.data])
        if (index < count - 1) continue
        const whole = Buffer.concat(waiting.get(session) ?? []).toString('utf8')
        // Receipts follow after an empty line.
        const [lines = ''] = whole.split('\n\n')
        const events = lines
          .split('\n')
          .map((text) => ({ ...(JSON.parse(text) as StoredEvent), epoch, text }))
        sessions.set(session, [...(sessions.get(session) ?? []), ...events])
      }
    }
    return sessions
  } finally {
    await connection.close()
  }
}
