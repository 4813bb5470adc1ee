// @ts-check
// A fleet's directory with many sessions that nobody runs.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'

/**
 * Entries like that of a session, from a node that is not there.
 * @param {string} url @param {string} like @param {number} count
 */
export async function fill(url, like, count) {
  const connection = await connect({ servers: url })
  try {
    const table = await new Kvm(connection).open('fairlead-sessions')
    let entry = await table.get(like)
    while (!entry) {
      await sleep(50)
      entry = await table.get(like)
    }
    const record = /** @type {any} */ (entry.json())
    for (let i = 0; i < count; i += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, count - i) }, (_, k) => {
          const id = randomUUID()
          const summary = { ...record.summary, id, title: `Session ${i + k}`, group: 'ended' }
          return table.put(id, JSON.stringify({ ...record, node: '0000000000000000', summary }))
        }),
      )
  } finally {
    await connection.close()
  }
}
