// @ts-check
// What every bench here needs: interleaved repeats, medians, memory over a long run.
//
// Machines are noisy and drift, so nothing is measured alone: the runs that are to be compared take turns, and
// what counts is the ratio of their medians.

import { fileURLToPath, pathToFileURL } from 'node:url'
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
 * @param {number} value
 * @param {number} digits
 */
export const round = (value, digits) => Number(value.toFixed(digits))

/** The folder of this repository's build. */
export const BUILT = fileURLToPath(new URL('../../dist', import.meta.url))

/**
 * Imports a module of the built library.
 * @param {string} path inside dist
 * @param {string} [dist] another build's folder
 */
export async function importBuilt(path, dist = BUILT) {
  try {
    return await import(new URL(path, pathToFileURL(`${dist}/`)).href)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(`There is no build in ${dist}: run \`npm run build\` first.`, { cause: error })
  }
}

/**
 * The value at a portion of the sorted values: 0.5 is the median, 0.99 the p99.
 * @param {readonly number[]} values
 * @param {number} portion
 */
export function percentile(values, portion) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * portion)] ?? Number.NaN
}
