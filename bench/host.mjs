// @ts-check
// A host with many sessions that stream at once, and clients that watch them; beside it the least that a host can do.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileEmitter } from './emitter/compile.mjs'
import { Daemon } from './host/daemon.mjs'
import { processorTime } from './host/processor.mjs'
import { Subscriber, until } from './host/subscriber.mjs'
import { percentile } from './lib/measure.mjs'

const BARE = fileURLToPath(new URL('host/bare.mjs', import.meta.url))

/** @typedef {{ sessions: number, subscribers: number, watch: number, paced: number, flood: number }} Load */
/**
 * @typedef {object} Host
 * @property {{ url: string, token: string }} address
 * @property {readonly string[]} ids
 * @property {number} pid
 * @property {(text: string) => Promise<unknown>} play in every session
 */

/**
 * First as fast as a model writes, for the delay; then as fast as they can, for the rate.
 * @param {Host} host
 * @param {Load} load
 */
async function stream({ address, ids, pid, play }, load) {
  // Each session is watched by someone: that is how its end is seen.
  const watch = Math.min(ids.length, Math.max(load.watch, Math.ceil(ids.length / load.subscribers)))
  const subscribers = Array.from({ length: load.subscribers }, () => new Subscriber(address))
  await Promise.all(subscribers.map(({ opened }) => opened))
  for (const [index, subscriber] of subscribers.entries())
    for (let i = 0; i < watch; i++)
      subscriber.watch(/** @type {string} */ (ids[(index * watch + i) % ids.length]))
  const allHave = (/** @type {number} */ turns) =>
    until(subscribers, () =>
      subscribers.every((it) => [...it.places.keys()].every((session) => it.has(session, turns))),
    )

  await play(`trickle ${load.paced}`)
  await allHave(1)
  const delays = subscribers.flatMap((it) => it.delays)
  const before = processorTime(pid) ?? Number.NaN
  const start = performance.now()
  await play(`deltas ${load.flood}`)
  await allHave(2)
  const seconds = (performance.now() - start) / 1000
  const processor = (processorTime(pid) ?? Number.NaN) - before
  for (const subscriber of subscribers) subscriber.close()
  const lines = ids.length * load.flood
  return {
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    rate: lines / seconds,
    cpu: (processor * 1000) / lines,
    gaps: subscribers.reduce((all, { gaps }) => all + gaps, 0),
  }
}

/** @param {Load} load */
async function streamBare(load) {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-bench-bare-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const child = fork(BARE, [compileEmitter(folder), `${load.sessions}`])
  try {
    const [{ url, ids }] = await once(child, 'message')
    const play = async (/** @type {string} */ text) => child.send(`play ${text}`)
    return await stream({ address: { url, token: '' }, ids, pid: child.pid ?? 0, play }, load)
  } finally {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
}

/**
 * @param {string} dist
 * @param {Load} load
 * @param {(text: string) => void} progress
 */
async function streamHost(dist, load, progress) {
  const daemon = new Daemon()
  try {
    await daemon.start(dist, load.sessions)
    const empty = daemon.memory()
    const ids = await daemon.createMany(load.sessions)
    const idle = daemon.memory()
    const play = async (/** @type {string} */ text) => {
      for (const id of ids) await daemon.play(id, text)
    }
    progress('they stream')
    const figures = await stream({ address: daemon, ids, pid: daemon.pid, play }, load)
    const after = daemon.memory()
    progress('what they wrote is compared with the journal')
    let [lost, gaps] = [0, figures.gaps]
    for (const id of ids) {
      const found = await daemon.compare(id)
      lost += Math.abs(found.written - found.stored)
      gaps += found.gaps
    }
    const each = (/** @type {number} */ mb) => (mb - empty) / ids.length
    return { ...figures, lost, gaps, idle: each(idle), after: each(after) }
  } finally {
    await daemon.end()
  }
}

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about: 'a host: many sessions that stream at once, many clients that watch',
  parts: {
    stream: {
      rows: ['cpu', 'rate', 'delay-p50', 'delay-p99', 'lost', 'gaps', 'memory-idle', 'memory-after'],
      seconds: 50,
      settings: { sessions: 100, subscribers: 20, watch: 20, paced: 120, flood: 4000 },
      quick: { paced: 60, flood: 1000 },
      async measure({ dist, settings, progress }) {
        const load = /** @type {Load} */ (settings)
        const bare = await streamBare(load)
        const host = await streamHost(dist, load, progress)
        return {
          cpu: { fairlead: host.cpu, limit: bare.cpu },
          rate: { fairlead: host.rate, limit: bare.rate },
          'delay-p50': { fairlead: host.p50, limit: bare.p50 },
          'delay-p99': { fairlead: host.p99, limit: bare.p99 },
          lost: host.lost,
          gaps: host.gaps,
          'memory-idle': host.idle,
          'memory-after': host.after,
        }
      },
    },
  },
}
