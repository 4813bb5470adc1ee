// @ts-check
// What a worker measures, with the client that it was started for. Each task opens its own sessions and closes them.

import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../lib/measure.mjs'

/** @typedef {import('./competitors.mjs').Open} Open */
/** @typedef {import('./competitors.mjs').SessionOptions} SessionOptions */
/** @typedef {import('./competitors.mjs').Message} Message */
/** @typedef {{ open: Open, binary: string }} Client */
/** @typedef {Record<string, number>} Figures */

/** Nanoseconds of the clock that the emitter reads. */
const now = () => Number(process.hrtime.bigint())
const rss = () => process.memoryUsage.rss() / 1e6
const gc = () => globalThis.gc?.()

/**
 * A session that is told what to play; `play` resolves with the result message.
 * @param {Client} client
 * @param {Partial<SessionOptions>} options
 */
async function openPlayer({ open, binary }, { take = () => {}, ...options } = {}) {
  /** @type {(result: Message) => void} */
  let finish = () => {}
  const session = await open({
    binary,
    take: (message) => {
      if (message.type === 'result') finish(message)
      else return take(message)
    },
    ...options,
  })
  return {
    /** @type {(name: string, count: number) => Promise<Message>} */
    play: (name, count) => {
      const finished = new Promise((resolve) => {
        finish = resolve
      })
      session.send(`play ${name} ${count}`)
      return finished
    },
    close: () => session.close(),
  }
}

/** @param {number[]} values @param {number} portion */
function percentile(values, portion) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * portion))] ?? Number.NaN
}

/** @param {number[]} delays nanoseconds @returns {Figures} microseconds */
const delayFigures = (delays) => ({ p50: percentile(delays, 0.5) / 1e3, p99: percentile(delays, 0.99) / 1e3 })

/**
 * Messages per second from the first one of a turn to the last, and processor seconds per million. A turn before it
 * gets the code compiled: what lies idle while others are measured is given up by the engine.
 * @param {Client} client
 * @param {string} name
 * @param {number} count
 */
export async function rate(client, name, count) {
  let taken = 0
  let start = 0
  let cpu = process.cpuUsage()
  const player = await openPlayer(client, {
    take: ({ type }) => {
      if (type === 'stream_event' || type === 'user' || type === 'assistant') taken += 1
      else if (type === 'system') {
        taken = 0
        cpu = process.cpuUsage()
        start = now()
      }
    },
  })
  await player.play(name, count / 2)
  await player.play(name, count)
  const seconds = (now() - start) / 1e9
  const { user, system } = process.cpuUsage(cpu)
  await player.close()
  if (taken !== count) throw new Error(`${name}: ${taken} messages instead of ${count}`)
  return { rate: count / seconds, cpu: (user + system) / count }
}

/**
 * From the writing of a line to the callback, at 200 lines per second.
 * @param {Client} client
 * @param {number} count
 */
export async function delay(client, count) {
  /** @type {number[]} */
  const delays = []
  const player = await openPlayer(client, {
    take: ({ at }) => {
      if (at !== undefined) delays.push(now() - Number(at))
    },
  })
  await player.play('paced', count)
  await player.close()
  return delayFigures(delays)
}

/**
 * As `delay`, while another session of the same program takes as many messages as it can.
 * @param {Client} client
 * @param {number} count
 */
export async function quiet(client, count) {
  const flood = await openPlayer(client)
  const flooded = flood.play('flood', count * 5 + 400)
  await sleep(200)
  const figures = await delay(client, count)
  await flooded
  await flood.close()
  return figures
}

/**
 * From the CLI's question to the answer that it reads.
 * @param {Client} client
 * @param {number} count
 */
export async function approval(client, count) {
  const player = await openPlayer(client)
  const { p50 = Number.NaN, p99 = Number.NaN } = await player.play('approvals', count)
  await player.close()
  return { p50: p50 / 1e3, p99: p99 / 1e3 }
}

/**
 * From opening a session to its first message: the first session of a program, and later ones.
 * @param {Client} client
 * @param {number} sessions
 */
export async function start(client, sessions) {
  /** @type {number[]} */
  const times = []
  for (let i = 0; i < sessions; i++) {
    let first = 0
    const start = now()
    const player = await openPlayer(client, {
      take: ({ type }) => {
        if (type === 'system' && first === 0) first = now()
      },
    })
    await player.play('deltas', 1)
    await player.close()
    times.push((first - start) / 1e6)
  }
  return { cold: times[0] ?? Number.NaN, warm: median(times.slice(3)) }
}

/**
 * Follows on stderr how far the CLI is with its writing.
 * @returns {{ onStderr: (text: string) => void, done: () => boolean, stopped: () => boolean }} `stopped`: it has
 *   written all, or nothing for so long that it must be blocked
 */
function followWriting() {
  let done = false
  let last = now()
  return {
    onStderr: (text) => {
      last = now()
      if (text.includes('played')) done = true
    },
    done: () => done,
    stopped: () => done || now() - last > BLOCKED_AFTER,
  }
}
const BLOCKED_AFTER = 1.5e9

/**
 * A reader that takes one message in a millisecond, until the CLI has written all or is blocked. Where it is blocked,
 * the rest is then read at full speed and counted; where it has written all, everything is held here.
 * @param {Client} client
 * @param {number} count
 */
export async function slowReader(client, count) {
  /** @type {number[]} */
  const samples = []
  const { onStderr, done, stopped } = followWriting()
  let taken = 0
  let slow = true
  let peakAfter = 0
  const player = await openPlayer(client, {
    onStderr,
    take: ({ type }) => {
      if (type === 'stream_event') taken += 1
      if (slow) return sleep(1)
      if (taken % 1000 === 0) peakAfter = Math.max(peakAfter, rss())
    },
  })
  const played = player.play('deltas', count)
  while (!stopped()) {
    samples.push(rss())
    await sleep(20)
  }
  const blocked = !done()
  if (blocked) {
    slow = false
    await played
    await player.close()
    if (taken !== count) throw new Error(`${taken} messages instead of ${count}`)
  }
  const quarter = Math.ceil(samples.length / 4)
  return {
    peak: Math.max(...samples),
    growth: Math.max(...samples.slice(-quarter)) - Math.max(...samples.slice(0, quarter)),
    blocked: Number(blocked),
    ...(blocked && { peakAfter }),
  }
}

/**
 * A reader that stands still until the CLI has written all or is blocked, and then reads at full speed.
 * @param {Client} client
 * @param {number} count
 */
export async function stall(client, count) {
  const { onStderr, stopped } = followWriting()
  let start = 0
  const standStill = async () => {
    while (!stopped()) await sleep(10)
    start = now()
  }
  const player = await openPlayer(client, {
    onStderr,
    take: ({ type }) => {
      if (type === 'system') return standStill()
    },
  })
  await player.play('deltas', count)
  const each = (now() - start) / 1e3 / count
  await player.close()
  return { each }
}

/**
 * From the writing of a long line to the callback.
 * @param {Client} client
 * @param {number} bytes
 */
export async function longLine(client, bytes) {
  let ms = Number.NaN
  const player = await openPlayer(client, {
    take: ({ at }) => {
      if (at !== undefined) ms = (now() - Number(at)) / 1e6
    },
  })
  await player.play('line', bytes)
  await player.close()
  return { ms }
}

/**
 * How many deltas come while an approval is open, and whether its handler learns that it was withdrawn.
 * @param {Client} client
 * @param {number} count
 */
export async function openApproval(client, count) {
  let asked = false
  let taken = 0
  let takenWhenWithdrawn = -1
  const player = await openPlayer(client, {
    take: ({ type }) => {
      if (asked && type === 'stream_event') taken += 1
    },
    onAsk: (signal) => {
      asked = true
      signal.addEventListener('abort', () => {
        takenWhenWithdrawn = taken
      })
    },
  })
  await player.play('open-approval', count)
  await player.close()
  return { deltas: Math.max(0, takenWhenWithdrawn), withdrawn: Number(takenWhenWithdrawn >= 0) }
}

/**
 * Resident memory per session that is open and does nothing.
 * @param {Client} client
 * @param {number} count
 */
export async function idle(client, count) {
  const sessions = await openIdle(client, 10)
  const before = await settledRss()
  sessions.push(...(await openIdle(client, count)))
  const each = ((await settledRss()) - before) / count
  await Promise.all(sessions.map((session) => session.close()))
  return { each: each * 1e3 }
}

/**
 * One after the other, each with one turn behind it: what a session makes in its first turn belongs to it.
 * @param {Client} client
 * @param {number} count
 */
async function openIdle(client, count) {
  const sessions = []
  for (let i = 0; i < count; i++) {
    const session = await openPlayer(client)
    await session.play('deltas', 1)
    sessions.push(session)
  }
  return sessions
}

async function settledRss() {
  for (let i = 0; i < 3; i++) {
    gc()
    await sleep(100)
  }
  return rss()
}
