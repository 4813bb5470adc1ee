// @ts-check
// The rows of the table: what is measured, how often, and the target of each figure.

import { measureImports, takeTurns } from './client-workers.mjs'
import { progress } from './measure.mjs'

/** @typedef {import('./client-workers.mjs').Setting} Setting */
/** @typedef {import('./client-workers.mjs').Turns} Turns */
/** @typedef {import('./client-worker.mjs').Order} Order */
/** @typedef {import('./client-tasks.mjs').Figures} Figures */
/** @typedef {{ setting: Setting, quick: boolean }} Bench */
/** @typedef {import('./measure.mjs').Target['target']} Bound */
/** @typedef {Bound & { of?: 'official' | 'limit' }} Goal of: a multiple of that competitor's figure */
/** @typedef {typeof COLUMNS[number]} Column */
/** @typedef {Partial<Record<Column, number>>} Values */
/** @typedef {{ what: string, unit: string, digits: number, values: Values, goals: Goal[] }} Row */

export const COLUMNS = /** @type {const} */ (['limit', 'official', 'fairlead', 'fairlead, read'])
/** Those whose reader can be kept waiting. */
const READERS = /** @type {const} */ (['limit, read', 'official', 'fairlead, read'])

/** @type {Record<string, (bench: Bench) => Promise<Row[]>>} */
export const rows = {
  deltas: (bench) =>
    rateRows(bench, 'deltas', 120_000, 'deltas of 270 B', [
      { atLeast: 1.8, of: 'official' },
      { atLeast: 0.9, of: 'limit' },
    ]),
  results: (bench) =>
    rateRows(bench, 'results', 30_000, 'with tool results of 100 KB', [{ atLeast: 1.7, of: 'official' }]),
  'multi-byte': (bench) =>
    rateRows(bench, 'multi-byte', 90_000, 'multi-byte text', [{ atLeast: 1.6, of: 'official' }]),
  answers: (bench) => rateRows(bench, 'answers', 40_000, 'answers of 4 KB', []),

  async delay(bench) {
    const count = bench.quick ? 150 : 400
    const turns = bench.quick ? { repeats: 1 } : { repeats: 3, warmUps: 1 }
    const delay = await run(bench, COLUMNS, { task: 'delay', args: [count] }, turns)
    return [
      row('delay at 200/s, p50', 'us', 0, pick(delay, 'p50'), [{ atMost: 0.8, of: 'official' }]),
      row('delay at 200/s, p99', 'us', 0, pick(delay, 'p99')),
    ]
  },

  async approval(bench) {
    const turns = { repeats: bench.quick ? 5 : 15, warmUps: 3 }
    const approval = await run(bench, COLUMNS, { task: 'approval', args: [2000] }, turns)
    const goals = [{ atMost: 0.8, of: /** @type {const} */ ('official') }]
    return [row('approval round trip, p50', 'us', 1, pick(approval, 'p50'), goals)]
  },

  async import(bench) {
    progress('import')
    const { fairlead, official } = bench.setting
    const imports = await measureImports({ limit: '', official, fairlead }, { repeats: bench.quick ? 5 : 15 })
    return [
      row('import, time', 'ms', 1, pick(imports, 'ms'), [{ atMost: 15 }]),
      row('import, memory of the program', 'MB', 1, pick(imports, 'memory'), [{ atMost: 46 }]),
    ]
  },

  async start(bench) {
    const turns = { repeats: bench.quick ? 3 : 9, fresh: true }
    const start = await run(bench, COLUMNS, { task: 'start', args: [23] }, turns)
    return [
      row('first message, first session', 'ms', 1, pick(start, 'cold'), [{ atMost: 6 }]),
      row('first message, later sessions', 'ms', 1, pick(start, 'warm'), [{ atMost: 2 }]),
    ]
  },

  async 'slow-reader'(bench) {
    const count = bench.quick ? 200_000 : 1_000_000
    const turns = { repeats: 1, fresh: true }
    const slow = await run(bench, READERS, { task: 'slowReader', args: [count] }, turns)
    const what = `slow reader of ${thousands(count)} messages`
    return [
      row(`${what}: peak memory`, 'MB', 0, pick(slow, 'peak'), [{ atMost: 64 }]),
      row(`${what}: growth, first to last quarter`, 'MB', 0, pick(slow, 'growth'), [{ atMost: 8 }]),
      row(`${what}: the CLI is held up (1 = yes)`, '', 0, pick(slow, 'blocked'), [{ atLeast: 1 }]),
      row(`${what}: peak memory while it catches up`, 'MB', 0, pick(slow, 'peakAfter')),
    ]
  },

  async stall(bench) {
    const few = bench.quick ? 10_000 : 50_000
    const many = 4 * few
    const turns = { repeats: 1, fresh: true }
    const costOfFew = pick(await run(bench, READERS, { task: 'stall', args: [few] }, turns), 'each')
    const cost = pick(await run(bench, READERS, { task: 'stall', args: [many] }, turns), 'each')
    const growth = mapValues(cost, (value, name) => value / (costOfFew[name] ?? Number.NaN))
    return [
      row(`drain after a stall, ${thousands(many)} queued, each`, 'us', 2, cost, [{ atMost: 5 }]),
      row(`drain, cost of each against ${thousands(few)} queued`, 'x', 2, growth, [{ atMost: 1.5 }]),
    ]
  },

  async 'long-line'(bench) {
    const turns = { repeats: bench.quick ? 2 : 5, warmUps: 1 }
    const line = await run(bench, COLUMNS, { task: 'longLine', args: [64_000_000] }, turns)
    return [row('one line of 64 MB', 'ms', 0, pick(line, 'ms'), [{ atMost: 250 }])]
  },

  async 'open-approval'(bench) {
    const names = /** @type {const} */ (['official', 'fairlead', 'fairlead, read'])
    const open = await run(bench, names, { task: 'openApproval', args: [50] }, { repeats: 1 })
    return [
      row('deltas while an approval is open, of 50', '', 0, pick(open, 'deltas'), [{ atLeast: 50 }]),
      row('its withdrawal reaches the handler (1 = yes)', '', 0, pick(open, 'withdrawn'), [{ atLeast: 1 }]),
    ]
  },

  async idle(bench) {
    const turns = { repeats: bench.quick ? 1 : 3, fresh: true }
    const idle = await run(bench, COLUMNS, { task: 'idle', args: [bench.quick ? 50 : 100] }, turns)
    return [row('memory of an idle session', 'KB', 0, pick(idle, 'each'), [{ atMost: 150 }])]
  },

  async quiet(bench) {
    const turns = { repeats: bench.quick ? 1 : 3 }
    const quiet = await run(bench, COLUMNS, { task: 'quiet', args: [bench.quick ? 150 : 400] }, turns)
    const inMs = (/** @type {string} */ figure) => mapValues(pick(quiet, figure), (us) => us / 1e3)
    return [
      row('quiet session beside a flood, p50', 'ms', 2, inMs('p50')),
      row('quiet session beside a flood, p99', 'ms', 1, inMs('p99'), [{ atMost: 12 }]),
    ]
  },
}

/**
 * @param {Bench} bench
 * @param {string} name
 * @param {number} count
 * @param {string} what
 * @param {Goal[]} goals
 */
async function rateRows(bench, name, count, what, goals) {
  const turns = bench.quick ? { repeats: 3, warmUps: 1 } : { repeats: 7, warmUps: 2 }
  const args = [name, bench.quick ? count / 2 : count]
  const rates = await run(bench, COLUMNS, { task: 'rate', args }, turns)
  /** @type {Goal[]} */
  const cpuGoals = name === 'deltas' ? [{ atMost: 0.55, of: 'official' }] : []
  return [
    row(`${what}: messages per second`, '/s', 0, pick(rates, 'rate'), goals),
    row(`${what}: CPU per million`, 's', 2, pick(rates, 'cpu'), cpuGoals),
  ]
}

/**
 * @template {string} Name
 * @param {Bench} bench
 * @param {readonly Name[]} names
 * @param {Order} order
 * @param {Turns} turns
 */
function run({ setting }, names, order, turns) {
  progress(`${order.task} ${order.args.join(' ')}`)
  return takeTurns(setting, names, order, turns)
}

/**
 * @param {string} what
 * @param {string} unit
 * @param {number} digits
 * @param {Values} values
 * @param {Goal[]} [goals]
 * @returns {Row}
 */
const row = (what, unit, digits, values, goals = []) => ({ what, unit, digits, values, goals })

/**
 * One figure of each competitor, by column.
 * @param {Record<string, Figures>} all
 * @param {string} figure
 * @returns {Values}
 */
function pick(all, figure) {
  const column = (/** @type {string} */ name) => (name === 'limit, read' ? 'limit' : name)
  return Object.fromEntries(Object.entries(all).map(([name, figures]) => [column(name), figures[figure]]))
}

/**
 * @param {Values} values
 * @param {(value: number, name: Column) => number} map
 * @returns {Values}
 */
function mapValues(values, map) {
  const entries = /** @type {[Column, number][]} */ (Object.entries(values))
  return Object.fromEntries(entries.map(([name, value]) => [name, map(value, name)]))
}

const thousands = (/** @type {number} */ count) => (count >= 1e6 ? `${count / 1e6} M` : `${count / 1e3} k`)
