// @ts-check
// A host that gets more and more sessions: what an event costs it while one of them streams, and while all do; the memory
// of an idle one, and whether each answers.

import { setTimeout as sleep } from 'node:timers/promises'
import { Daemon } from './daemon.mjs'
import { Subscriber, until } from './subscriber.mjs'

/** @typedef {import('../lib/bench.mjs').Point} Point */
/**
 * @typedef {object} Order
 * @property {string} dist
 * @property {readonly number[]} counts of sessions, rising
 * @property {number} lines of all sessions together, at least
 * @property {number} each lines of a turn
 * @property {(text: string) => void} progress
 */

/** A session that has not answered by then is counted as one that does not. */
const ANSWER_MS = 90_000

/** @param {Order} order */
export async function measureSessions({ dist, counts, lines, each, progress }) {
  const daemon = new Daemon()
  try {
    await daemon.start(dist, Math.max(...counts) + 1)
    const client = new Subscriber(daemon)
    await client.opened
    /** @type {string[]} */
    const ids = []
    let unanswered = 0
    /**
     * Turns of equal length, one after another until there are enough lines.
     * @param {readonly string[]} some sessions
     * @returns {Promise<number>} processor time per line, in microseconds
     */
    const stream = async (some) => {
      const turns = Math.max(1, Math.round(lines / (each * some.length)))
      const before = daemon.processorTime() ?? Number.NaN
      for (let turn = 0; turn < turns; turn++) {
        const has = some.map((id) => client.places.get(id)?.turns ?? 0)
        for (const id of some) await daemon.play(id, `deltas ${each}`)
        const waiting = () => some.filter((id, index) => !client.has(id, (has[index] ?? 0) + 1)).length
        await Promise.race([
          until([client], () => waiting() === 0),
          sleep(ANSWER_MS, undefined, { ref: false }),
        ])
        unanswered += waiting()
      }
      return (((daemon.processorTime() ?? Number.NaN) - before) * 1000) / (turns * each * some.length)
    }
    const warmUp = async () => {
      const id = await daemon.create()
      client.watch(id)
      await stream([id])
      client.unwatch(id)
      await daemon.ask('POST', `/sessions/${id}/close`, {})
    }
    /** @type {Point[]} */
    const idle = []
    /** @type {Point[]} */
    const streaming = []
    let memoryMb = Number.NaN
    await warmUp()
    for (const count of counts) {
      progress(`${count} sessions`)
      const before = daemon.memory()
      const added = await daemon.createMany(count - ids.length)
      memoryMb = (daemon.memory() - before) / added.length
      ids.push(...added)
      for (const id of added) client.watch(id)
      // One without a past, so that only the others make a difference.
      idle.push([count, await stream(ids.slice(-1))])
      streaming.push([count, await stream(ids)])
    }
    client.close()
    return { idle, streaming, memoryMb, unanswered }
  } finally {
    await daemon.end()
  }
}
