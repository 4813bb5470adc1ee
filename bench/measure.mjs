// @ts-check
// What every bench here needs: interleaved repeats, medians, memory over a long run, tables, options, progress.
//
// Machines are noisy and drift, so nothing is measured alone: the runs that are to be compared take turns, and
// what counts is the ratio of their medians. A bench measures and reports; it exits with 0 whether a target is met
// or not.

import { cpus, loadavg } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The flag makes `gc` appear in contexts that are made after it.
setFlagsFromString('--expose-gc')
const gc = /** @type {(options?: { type: 'minor' }) => void} */ (runInNewContext('gc'))

/** @typedef {() => unknown} Run what is timed; a promise is awaited */
/**
 * The time of this process's processors, all threads, which other programs hardly disturb: for runs that only
 * compute. Or that of the clock on the wall: for runs that also wait.
 * @typedef {'processor' | 'wall'} Clock
 */

/**
 * Times the runs in turn, `repeats` times each, the first one changing from round to round.
 * @template {string} Name
 * @param {Record<Name, Run>} runs
 * @param {{ repeats: number, clock: Clock, warmUps?: number }} options
 * @returns {Promise<Record<Name, number>>} the median of each in milliseconds
 */
export async function interleave(runs, { repeats, clock, warmUps = 3 }) {
  const names = /** @type {Name[]} */ (Object.keys(runs))
  const times = mapValues(runs, () => /** @type {number[]} */ ([]))
  gc()
  for (let round = 0; round < warmUps + repeats; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = /** @type {Name} */ (names[(turn + round) % names.length])
      const ms = await time(runs[name], clock)
      if (round >= warmUps) times[name].push(ms)
    }
  }
  return mapValues(times, median)
}

/**
 * Milliseconds that one run takes, for runs that cannot be repeated.
 * Only young garbage is collected before. A full collection would also drop the hidden classes that no object has
 * at the moment, and with them the compiled code that relies on them: the run would time the compiler.
 * @param {Run} run
 * @param {Clock} clock
 */
export async function time(run, clock) {
  gc({ type: 'minor' })
  const start = now(clock)
  const result = run()
  if (result instanceof Promise) await result // a run that is not asynchronous pays for no turn of the loop
  return now(clock) - start
}

/**
 * @param {Clock} clock
 * @returns {number} milliseconds
 */
function now(clock) {
  if (clock === 'wall') return performance.now()
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * @template {string} Name
 * @template From, To
 * @param {Record<Name, From>} object
 * @param {(value: From, name: Name) => To} map
 * @returns {Record<Name, To>}
 */
export function mapValues(object, map) {
  const entries = /** @type {[Name, From][]} */ (Object.entries(object))
  return /** @type {Record<Name, To>} */ (
    Object.fromEntries(entries.map(([name, value]) => [name, map(value, name)]))
  )
}

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/**
 * The name with the smallest value.
 * @template {string} Name
 * @param {Record<Name, number>} values
 */
export function smallest(values) {
  const names = /** @type {Name[]} */ (Object.keys(values))
  return names.reduce((best, name) => (values[name] < values[best] ? name : best))
}

/**
 * Memory in the first and in the last quarter of a long run, in MB. `live` is what a garbage collection at the
 * quarter's end leaves (heap and buffers); `peak` the largest resident size within the quarter, while garbage is
 * collected when the engine sees fit.
 * @param {number} steps
 * @param {() => unknown} step does one step of the work
 */
export async function memoryOver(steps, step) {
  const quarter = Math.ceil(steps / 4)
  /** @type {{ live: number, peak: number }[]} */
  const quarters = []
  for (let done = 0; done < steps; ) {
    let peak = 0
    for (const end = Math.min(done + quarter, steps); done < end; done++) {
      const result = step()
      if (result instanceof Promise) await result
      peak = Math.max(peak, process.memoryUsage.rss())
    }
    quarters.push({ live: round((await liveBytes()) / 1e6, 1), peak: round(peak / 1e6, 1) })
  }
  const none = { live: Number.NaN, peak: Number.NaN }
  return { first: quarters.at(0) ?? none, last: quarters.at(-1) ?? none }
}

/** Twice, with a pause: the memory of buffers is given back after the collection that found them, by another thread. */
async function liveBytes() {
  gc()
  await new Promise((resolve) => setTimeout(resolve, 50))
  gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/**
 * @typedef {object} Target a figure that is to be reached
 * @property {string} what
 * @property {number} value
 * @property {string} unit
 * @property {{ atLeast: number } | { atMost: number }} target
 * @property {boolean} met
 */

/**
 * @param {string} what
 * @param {number} value
 * @param {string} unit
 * @param {Target['target']} target
 * @returns {Target}
 */
export function target(what, value, unit, target) {
  const met = 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
  return { what, value, unit, target, met }
}

/** @param {Target[]} targets */
export function targetTable(targets) {
  const rows = targets.map(({ what, value, unit, target, met }) => [
    what,
    `${value}${unit}`,
    'atLeast' in target ? `>= ${target.atLeast}${unit}` : `<= ${target.atMost}${unit}`,
    met ? 'yes' : 'no',
  ])
  return table([['', 'measured', 'target', 'met'], ...rows])
}

/**
 * Lays out rows in columns, the first row being the head. The first column is flush left, the others right.
 * @param {string[][]} rows
 */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  lines.splice(1, 0, '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)))
  return lines.join('\n')
}

/**
 * @param {number} value
 * @param {number} digits
 */
export const round = (value, digits) => Number(value.toFixed(digits))

/** The folder of this repository's build. */
export const BUILT = fileURLToPath(new URL('../dist', import.meta.url))

/** @typedef {NonNullable<import('node:util').ParseArgsConfig['options']>} Options */
export const QUICK = /** @satisfies {Options} */ ({ quick: { type: 'boolean', default: false } })
const SHARED = /** @satisfies {Options} */ ({
  json: { type: 'boolean', default: false },
  dist: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
})

/**
 * Reads the options that all benches share, and those of one bench. Prints the usage and exits if asked to, or where an
 * option is unknown or `check` throws.
 * @template {Options} [More=typeof QUICK]
 * @param {string} usage
 * @param {More} [more]
 * @param {(values: OptionValues<More>) => void} [check]
 * @returns {OptionValues<More>}
 */
export function readOptions(usage, more, check) {
  try {
    const options = /** @type {Options} */ ({ ...SHARED, ...(more ?? QUICK) })
    const { values } = parseArgs({ options })
    if (values.help) {
      process.stdout.write(usage)
      process.exit(0)
    }
    const read = /** @type {OptionValues<More>} */ (values)
    check?.(read)
    return read
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}
/**
 * @template {Options} More
 * @typedef {ReturnType<typeof parseArgs<{ options: Omit<typeof SHARED, keyof More> & More }>>['values']} OptionValues
 */

/**
 * Imports a module of the built library.
 * @param {string} path inside dist
 * @param {string} [dist] another build's folder
 */
export async function importBuilt(path, dist) {
  const folder = dist === undefined ? new URL('../dist/', import.meta.url) : pathToFileURL(`${dist}/`)
  try {
    return await import(new URL(path, folder).href)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ERR_MODULE_NOT_FOUND') throw error
    process.stderr.write(`There is no build in ${folder.pathname}: run \`npm run build\` first.\n`)
    process.exit(1)
  }
}

/** Tells on stderr what is being measured: on a terminal in one line that is overwritten, else line by line. */
export function progress(/** @type {string} */ text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  else if (text !== '') process.stderr.write(`${text}\n`)
}

/** The machine that the figures come from. Ratios carry over to another one, absolute figures do not. */
export function machine() {
  const cores = cpus()
  return {
    node: process.version,
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    /** Programs that wanted to run in the last minute: more than cores, and the figures are rough. */
    load: round(loadavg()[0] ?? 0, 1),
  }
}
