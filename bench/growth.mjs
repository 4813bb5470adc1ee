// @ts-check
// What an event costs as a transcript gets long, and as a host gets many sessions. It has to stay the same.

import { measureSessions } from './host/many.mjs'
import * as measure from './lib/measure.mjs'
import { beginReply, delta, items } from './state/conversations.mjs'
import { folder } from './state/fold.mjs'

/** @typedef {import('./lib/bench.mjs').Point} Point */
/** @typedef {import('./lib/bench.mjs').Part} Part */
/** @typedef {import('./state/fold.mjs').State} State */
/** @typedef {Awaited<ReturnType<typeof folder>>} Folding */

/** Items that a host keeps of a session. */
const WINDOW = 1000

const STEP = 10
const lengths = (/** @type {number} */ longest) => {
  const all = []
  for (let length = STEP; length <= longest; length *= STEP) all.push(length)
  return all
}

/** The last one against the first. @param {readonly Point[]} points */
const growth = (points) => (points.at(-1)?.[1] ?? Number.NaN) / (points[0]?.[1] ?? Number.NaN)

/**
 * @param {string} suffix of the rows
 * @param {(state: State, folding: Folding) => State | undefined} prepare the state that a session begins with
 * @returns {Part}
 */
function itemsPart(suffix, prepare) {
  const rows = [`delta${suffix}`, `message${suffix}`]
  return {
    rows,
    seconds: 20,
    settings: { items: 1_000_000, events: 5000, repeats: 5 },
    quick: { items: 100_000 },
    nodeOptions: ['--max-old-space-size=12000'],
    async measure({ dist, progress, curve, settings: { items: longest = 0, events = 0, repeats = 1 } }) {
      const folding = await folder(dist)
      const begin = prepare(folding.empty, folding)
      if (begin === undefined) return Object.fromEntries(rows.map((row) => [row, Number.NaN]))
      const { fold } = folding
      const parts = Array.from({ length: events }, delta)
      const whole = [...items(events)].slice(1)
      /** @type {Record<string, measure.Run>} */
      const runs = {}
      for (const length of lengths(longest)) {
        progress(`a transcript of ${length} items`)
        const base = fold(begin, items(length))
        const open = fold(base, beginReply('msg_open'))
        runs[`delta ${length}`] = () => fold(open, parts)
        runs[`message ${length}`] = () => fold(base, whole)
      }
      const ms = await measure.interleave(runs, { repeats, clock: 'processor' })
      /** @type {(kind: string, count: number) => Point[]} */
      const points = (kind, count) =>
        lengths(longest).map((length) => [length, ((ms[`${kind} ${length}`] ?? Number.NaN) * 1000) / count])
      const [deltas, messages] = [points('delta', parts.length), points('message', whole.length)]
      const words = suffix === '' ? '' : ', with a window'
      curve(`items: a delta${words}`, deltas)
      curve(`items: a whole message${words}`, messages)
      return { [`delta${suffix}`]: growth(deltas), [`message${suffix}`]: growth(messages) }
    },
  }
}

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about: 'what an event costs as a transcript gets long and as sessions become many',
  parts: {
    items: itemsPart('', (state) => state),
    window: itemsPart('-window', (state, { windowed }) => windowed?.(state, WINDOW)),

    sessions: {
      rows: ['idle', 'streaming', 'session-memory', 'unanswered'],
      seconds: 80,
      settings: { sessions: 1000, lines: 100_000, each: 500 },
      quick: { sessions: 100, lines: 20_000, each: 200 },
      async measure({ dist, progress, curve, settings: { sessions = 1, lines = 0, each = 0 } }) {
        const found = await measureSessions({
          dist,
          progress,
          counts: [1, ...lengths(sessions)],
          lines,
          each,
        })
        curve('sessions: one streams, the others are idle', found.idle)
        curve('sessions: all stream', found.streaming)
        return {
          idle: growth(found.idle),
          streaming: growth(found.streaming),
          'session-memory': found.memoryMb,
          unanswered: found.unanswered,
        }
      },
    },
  },
}
