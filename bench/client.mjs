// @ts-check
// Fairlead's client and the official one side by side, against the same emitter, and the least that a client can do.

import { prepare } from './client/setting.mjs'
import { measureImports, takeTurns } from './client/workers.mjs'

/** @typedef {import('./lib/bench.mjs').Context} Context */
/** @typedef {import('./lib/bench.mjs').Part} Part */
/** @typedef {import('./lib/bench.mjs').Values} Values */
/** @typedef {import('./client/workers.mjs').Turns} Turns */
/** @typedef {import('./client/worker.mjs').Order} Order */
/** @typedef {import('./client/tasks.mjs').Figures} Figures */

const ALL = /** @type {const} */ (['limit', 'official', 'fairlead', 'fairlead, read'])
/** Those that keep what was said, beside the official client, which keeps nothing. */
const KEEPERS = /** @type {const} */ (['limit, keeps', 'official', 'fairlead', 'fairlead, read'])
/** Those that keep nothing. */
const KEEP_NOTHING = /** @type {const} */ (['limit', 'official', 'fairlead, no state'])
/** Those whose reader can be kept waiting. */
const READERS = /** @type {const} */ (['limit, read', 'official', 'fairlead, read'])

/**
 * @param {Context} context
 * @param {readonly string[]} names
 * @param {Order} order
 * @param {Turns} turns
 */
function run({ dist, progress }, names, order, turns) {
  progress(`${order.task} ${order.args.join(' ')}`)
  return takeTurns(prepare(dist), names, order, turns)
}

/**
 * One figure of each competitor. Where a callback does not apply, what was read is what counts.
 * @param {Record<string, Figures>} all
 * @param {string} figure
 * @param {number} [unit]
 * @returns {Values}
 */
function pick(all, figure, unit = 1) {
  const of = (/** @type {string} */ kind) => {
    const name = Object.keys(all).find((it) => it === kind || it.startsWith(`${kind}, `)) ?? ''
    return (all[name]?.[figure] ?? Number.NaN) / unit
  }
  const read = 'fairlead, read'
  const values = {
    fairlead: of('fairlead'),
    ...(all.fairlead && all[read] && { read: of(read) }),
    official: of('official'),
    limit: of('limit'),
  }
  const known = Object.entries(values).filter(([name, value]) => name === 'fairlead' || !Number.isNaN(value))
  return /** @type {Values} */ (Object.fromEntries(known))
}

/**
 * Messages per second of the wall clock, and processor time.
 * @param {string} name
 * @param {number} lines
 * @param {readonly string[]} [competitors]
 * @param {string} [row]
 * @returns {Part}
 */
const rates = (name, lines, competitors = ALL, row = name) => ({
  rows: [row, `${row}-cpu`],
  seconds: 9,
  settings: { lines, repeats: 3 },
  quick: { lines: lines / 2, repeats: 1 },
  async measure(context) {
    const { lines = 0, repeats = 1 } = context.settings
    const order = { task: /** @type {const} */ ('rate'), args: [name, lines] }
    const all = await run(context, competitors, order, { repeats, warmUps: 1 })
    return { [row]: pick(all, 'rate'), [`${row}-cpu`]: pick(all, 'cpu') }
  },
})

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about: 'a whole client: ours, the official one, and the least that a client can do',
  parts: {
    deltas: rates('deltas', 120_000),
    results: rates('results', 30_000, KEEPERS),
    'multi-byte': rates('multi-byte', 90_000),
    answers: rates('answers', 40_000, KEEPERS),
    'answers-passed': rates('answers', 40_000, KEEP_NOTHING, 'answers-passed'),

    delay: {
      rows: ['delay'],
      seconds: 9,
      settings: { lines: 300 },
      quick: { lines: 100 },
      async measure(context) {
        const { lines = 0 } = context.settings
        const all = await run(context, ALL, { task: 'delay', args: [lines] }, { repeats: 1 })
        return { delay: pick(all, 'p50') }
      },
    },

    approval: {
      rows: ['approval'],
      seconds: 5,
      settings: { repeats: 7 },
      quick: { repeats: 3 },
      async measure(context) {
        const { repeats = 1 } = context.settings
        const all = await run(context, ALL, { task: 'approval', args: [2000] }, { repeats, warmUps: 3 })
        return { approval: pick(all, 'p50') }
      },
    },

    import: {
      rows: ['import', 'import-memory'],
      seconds: 4,
      settings: { repeats: 9 },
      quick: { repeats: 3 },
      async measure({ dist, settings: { repeats = 1 } }) {
        const { fairlead, official } = prepare(dist)
        const all = await measureImports({ limit: '', official, fairlead }, { repeats })
        // Without an import there is nothing to time.
        const { limit: _, ...time } = pick(all, 'ms')
        return { import: time, 'import-memory': pick(all, 'memory') }
      },
    },

    start: {
      rows: ['first-message', 'later-message'],
      seconds: 7,
      settings: { repeats: 5, sessions: 13 },
      quick: { repeats: 2 },
      async measure(context) {
        const { repeats = 1, sessions = 1 } = context.settings
        // The first program that starts a CLI reads its version, and keeps it for all others.
        const turns = { repeats, warmUps: 1, fresh: true }
        const all = await run(context, ALL, { task: 'start', args: [sessions] }, turns)
        return { 'first-message': pick(all, 'cold'), 'later-message': pick(all, 'warm') }
      },
    },

    'slow-reader': {
      rows: ['slow-peak', 'slow-growth', 'slow-held', 'slow-after'],
      seconds: 9,
      settings: { lines: 500_000 },
      quick: { lines: 200_000 },
      async measure(context) {
        const { lines = 0 } = context.settings
        const turns = { repeats: 1, fresh: true }
        const all = await run(context, READERS, { task: 'slowReader', args: [lines] }, turns)
        return {
          'slow-peak': pick(all, 'peak'),
          'slow-growth': pick(all, 'growth'),
          'slow-held': pick(all, 'blocked'),
          'slow-after': pick(all, 'peakAfter'),
        }
      },
    },

    stall: {
      rows: ['drain', 'drain-growth'],
      seconds: 12,
      settings: { lines: 200_000 },
      quick: { lines: 40_000 },
      async measure(context) {
        const { lines = 0 } = context.settings
        const turns = { repeats: 1, fresh: true }
        const few = await run(context, ['fairlead, read'], { task: 'stall', args: [lines / 4] }, turns)
        const many = await run(context, READERS, { task: 'stall', args: [lines] }, turns)
        const drain = pick(many, 'each')
        return { drain, 'drain-growth': drain.fairlead / pick(few, 'each').fairlead }
      },
    },

    'long-line': {
      rows: ['long-line'],
      seconds: 6,
      settings: { bytes: 64_000_000, repeats: 3 },
      quick: { repeats: 1 },
      async measure(context) {
        const { bytes = 0, repeats = 1 } = context.settings
        const all = await run(context, ALL, { task: 'longLine', args: [bytes] }, { repeats, warmUps: 1 })
        return { 'long-line': pick(all, 'ms') }
      },
    },

    'open-approval': {
      rows: ['open-deltas', 'open-withdrawn'],
      seconds: 2,
      async measure(context) {
        const names = ['official', 'fairlead', 'fairlead, read']
        const all = await run(context, names, { task: 'openApproval', args: [50] }, { repeats: 1 })
        return { 'open-deltas': pick(all, 'deltas'), 'open-withdrawn': pick(all, 'withdrawn') }
      },
    },

    idle: {
      rows: ['idle'],
      seconds: 6,
      settings: { sessions: 100 },
      quick: { sessions: 50 },
      async measure(context) {
        const { sessions = 0 } = context.settings
        const all = await run(context, ALL, { task: 'idle', args: [sessions] }, { repeats: 1, fresh: true })
        return { idle: pick(all, 'each') }
      },
    },

    quiet: {
      rows: ['quiet-p99'],
      seconds: 9,
      settings: { lines: 300 },
      quick: { lines: 150 },
      async measure(context) {
        const { lines = 0 } = context.settings
        const all = await run(context, ALL, { task: 'quiet', args: [lines] }, { repeats: 1 })
        return { 'quiet-p99': pick(all, 'p99', 1e3) }
      },
    },
  },
}
