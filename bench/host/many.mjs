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
 * @property {number} lines of all sessions together
 * @property {number} each lines of one session at least
 * @property {(text: string) => void} progress
 */

/** A session that has not answered by then is counted as one that does not. */
const ANSWER_MS = 90_000

/** @param {Order} order */
export async function measureSessions({ dist, counts, lines, each, progress }) {
  const daemon = new Daemon()
  try {
    await daemon.start(dist, Math.max(...counts))
    const empty = daemon.memory()
    const client = new Subscriber(daemon)
    await client.opened
    /** @type {string[]} */
    const ids = []
    let unanswered = 0
    /** Processor time per line, in microseconds. @param {readonly string[]} some @param {number} count */
    const stream = async (some, count) => {
      const places = some.map((id) => client.places.get(id)?.turns ?? 0)
      const before = daemon.processorTime() ?? Number.NaN
      for (const id of some) await daemon.play(id, `deltas ${count}`)
      const waiting = () => some.filter((id, index) => !client.has(id, (places[index] ?? 0) + 1)).length
      await Promise.race([
        until([client], () => waiting() === 0),
        sleep(ANSWER_MS, undefined, { ref: false }),
      ])
      unanswered += waiting()
      return (((daemon.processorTime() ?? Number.NaN) - before) * 1000) / (count * some.length)
    }
    /** @type {Point[]} */
    const idle = []
    /** @type {Point[]} */
    const streaming = []
    let memoryMb = Number.NaN
    for (const count of counts) {
      progress(`${count} sessions`)
      const added = await daemon.createMany(count - ids.length)
      ids.push(...added)
      memoryMb = (daemon.memory() - empty) / count
      for (const id of added) client.watch(id)
      if (ids.length === 1) await stream(ids, lines / 2)
      idle.push([count, await stream(ids.slice(0, 1), lines / 2)])
      streaming.push([count, await stream(ids, Math.max(each, Math.round(lines / count)))])
    }
    client.close()
    return { idle, streaming, memoryMb, unanswered }
  } finally {
    await daemon.end()
  }
}
