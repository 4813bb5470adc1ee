// @ts-check
// A host whose sessions have one turn after another while clients come and go: does its memory stay?

import { setTimeout as sleep } from 'node:timers/promises'
import { Daemon, HEAP_OPTIONS } from './host/daemon.mjs'
import { Subscriber } from './host/subscriber.mjs'
import { median } from './lib/measure.mjs'

/** All garbage is collected so many times in a run. */
const LOOKS = 12
const SAMPLE_MS = 250
const VISIT_MS = 500
const MB = 1024 * 1024

/** @typedef {{ seconds: number, sessions: number, turns: number, lines: number }} Load */

/**
 * @param {Daemon} daemon
 * @param {Load} load
 * @param {(text: string) => void} progress
 */
async function run(daemon, { seconds, sessions, turns, lines }, progress) {
  const client = new Subscriber(daemon)
  await client.opened
  const start = performance.now()
  const isOver = () => performance.now() - start > seconds * 1000
  let made = 0
  /** @type {Set<string>} */
  const alive = new Set()
  /** @type {Map<string, () => boolean>} */
  const waits = new Map()
  client.onNews = () => {
    for (const [id, check] of waits) if (check()) waits.delete(id)
  }
  /** @param {string} id @param {number} turn @returns {Promise<void>} */
  const hasTurn = (id, turn) =>
    new Promise((resolve) => {
      waits.set(id, () => {
        const has = client.has(id, turn)
        if (has) resolve()
        return has
      })
    })

  const work = async () => {
    while (!isOver()) {
      const id = await daemon.create()
      made += 1
      alive.add(id)
      client.watch(id)
      for (let turn = 1; turn <= turns && !isOver(); turn++) {
        const over = hasTurn(id, turn)
        await daemon.play(id, `deltas ${lines}`)
        await over
      }
      client.unwatch(id)
      alive.delete(id)
      await daemon.ask('POST', `/sessions/${id}/close`, {})
    }
  }
  const visit = async () => {
    while (!isOver()) {
      const visitor = new Subscriber(daemon)
      await visitor.opened
      visitor.watchList()
      for (const id of [...alive].slice(0, 5)) visitor.watch(id)
      await sleep(VISIT_MS)
      visitor.close()
    }
  }
  /** @type {{ resident: number, heap: number }[]} */
  const looks = []
  const look = async () => {
    while (looks.length < LOOKS) {
      const samples = []
      const until = start + (seconds * 1000 * (looks.length + 1)) / LOOKS
      do {
        await sleep(SAMPLE_MS)
        samples.push(daemon.memory())
      } while (performance.now() < until)
      const { heapUsed } = await daemon.heap()
      looks.push({ resident: median(samples), heap: heapUsed / MB })
      progress(`${samples.at(-1)?.toFixed()} MB, ${made} sessions so far`)
    }
  }
  await Promise.all([...Array.from({ length: sessions }, work), visit(), look()])
  client.close()
  return looks
}

/**
 * After the first third, in which the host warms up.
 * @param {{ resident: number, heap: number }[]} looks
 * @param {'resident' | 'heap'} column
 */
function growth(looks, column) {
  const third = Math.round(looks.length / 3)
  const of = (/** @type {typeof looks} */ some) => median(some.map((it) => it[column]))
  return of(looks.slice(-third)) / of(looks.slice(third, -third))
}

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about: 'the memory of a host whose sessions have one turn after another',
  parts: {
    memory: {
      rows: ['heap', 'resident'],
      seconds: 34,
      settings: { seconds: 30, sessions: 20, turns: 40, lines: 300 },
      quick: { seconds: 18 },
      async measure({ dist, settings, progress }) {
        const load = /** @type {Load} */ (settings)
        const daemon = new Daemon()
        daemon.nodeOptions = HEAP_OPTIONS
        try {
          await daemon.start(dist, load.sessions + 10)
          const looks = await run(daemon, load, progress)
          return { heap: growth(looks, 'heap'), resident: growth(looks, 'resident') }
        } finally {
          await daemon.end()
        }
      },
    },
  },
}
