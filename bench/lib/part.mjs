// @ts-check
// A program that measures one part of one bench, once, and sends the figures to the program that started it. It ends
// with that program.

import { loadBench, settingsOf } from './bench.mjs'

/** @typedef {import('./bench.mjs').Figure} Figure */
/** @typedef {import('./bench.mjs').Point} Point */
/**
 * @typedef {object} Order
 * @property {string} bench
 * @property {string} part
 * @property {string} dist
 * @property {boolean} quick
 * @property {import('./bench.mjs').Settings} changed
 */
/**
 * @typedef {{ progress: string } | { problem: string } | { rows: Record<string, Figure>, curves: Record<string, Point[]> }} Report
 */

const order = /** @type {Order} */ (JSON.parse(process.argv[2] ?? ''))
process.on('disconnect', () => process.exit(1))
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => process.exit(1))

/** @param {Report} report @returns {Promise<void>} */
const send = (report) => new Promise((resolve) => process.send?.(report, undefined, {}, () => resolve()))

async function run() {
  const { bench, part: name, dist, quick, changed } = order
  const part = (await loadBench(bench)).parts[name]
  if (part === undefined) throw new Error(`${bench} has no part "${name}"`)
  /** @type {Record<string, Point[]>} */
  const curves = {}
  const rows = await part.measure({
    dist,
    quick,
    settings: settingsOf(part, quick, changed),
    progress: (text) => void send({ progress: text }),
    curve: (label, points) => {
      curves[label] = points
    },
  })
  await send({ rows, curves })
}

try {
  await run()
} catch (error) {
  await send({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
process.exit()
