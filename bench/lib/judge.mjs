// @ts-check
// From the figures of several programs to one line: median, spread, and whether the targets are met.

import { median } from './measure.mjs'

/** @typedef {import('../targets.mjs').Target} Target */
/** @typedef {import('./bench.mjs').Figure} Figure */
/** @typedef {import('./bench.mjs').Values} Values */
/** @typedef {'absolute' | 'official' | 'limit' | 'read'} Against */
/**
 * @typedef {object} Check
 * @property {Against} against
 * @property {number} value the median: a multiple of the other's figure, or our own where the target is absolute
 * @property {number} bound
 * @property {boolean} met
 * @property {number} [limit] what the bare limit reached, where it misses this target too
 */
/**
 * @typedef {object} Row
 * @property {string} id
 * @property {Target} target
 * @property {Values[]} programs
 * @property {Partial<Values>} medians
 * @property {number} spread
 * @property {Check[]} checks
 * @property {boolean} met
 * @property {boolean} disturbed
 */

const MAX_SPREAD = 0.15
/** So many values count for the spread: those nearest to the median. */
const NEAREST = 3
const AGAINST = /** @type {const} */ (['absolute', 'official', 'limit', 'read'])

/**
 * @param {string} id
 * @param {Target} target
 * @param {readonly Figure[]} figures one of each program
 * @returns {Row}
 */
export function judge(id, target, figures) {
  const programs = figures.map(asValues)
  const against = AGAINST.filter((name) => target[name] !== undefined)
  const checks = against.map((name) => check(name, target, programs))
  const spread = Math.max(
    ...against.map((name) => spreadOf(series(name, programs), /** @type {number} */ (target[name]))),
  )
  return {
    id,
    target,
    programs,
    medians: medians(programs),
    spread,
    checks,
    met: checks.length > 0 && checks.every(({ met }) => met),
    disturbed: spread > MAX_SPREAD,
  }
}

/** @param {Figure} figure @returns {Values} */
const asValues = (figure) => (typeof figure === 'number' ? { fairlead: figure } : figure)

/**
 * @param {Against} against
 * @param {Target} target
 * @param {Values[]} programs
 * @returns {Check}
 */
function check(against, target, programs) {
  const bound = /** @type {number} */ (target[against])
  const isMet = (/** @type {number} */ value) => (target.better === 'more' ? value >= bound : value <= bound)
  const value = middle(series(against, programs))
  const met = isMet(value)
  if (met || against === 'limit' || against === 'read') return { against, value, bound, met }
  const limit = middle(series(against, programs, 'limit'))
  return { against, value, bound, met, ...(!Number.isNaN(limit) && !isMet(limit) && { limit }) }
}

/**
 * The figure that is held against a target, of each program: both sides of a ratio come from the same one.
 * @param {Against} against
 * @param {Values[]} programs
 * @param {'fairlead' | 'limit'} [of]
 */
function series(against, programs, of = 'fairlead') {
  return programs.map((values) => {
    const own = values[of] ?? Number.NaN
    return against === 'absolute' ? own : own / (values[against] ?? Number.NaN)
  })
}

/** @param {Values[]} programs @returns {Partial<Values>} */
function medians(programs) {
  const names = /** @type {const} */ (['fairlead', 'read', 'official', 'limit'])
  const known = names.filter((name) => programs.some((values) => values[name] !== undefined))
  return Object.fromEntries(known.map((name) => [name, middle(programs.map((it) => it[name] ?? Number.NaN))]))
}

/**
 * The range of the three values nearest to the median, as a portion of the median or, where that is larger, of the
 * target: a few KB more or less say nothing where a megabyte is allowed.
 * @param {readonly number[]} values
 * @param {number} bound
 */
function spreadOf(values, bound) {
  if (values.some(Number.isNaN)) return Number.POSITIVE_INFINITY
  const center = median([...values])
  const nearest = values.toSorted((a, b) => Math.abs(a - center) - Math.abs(b - center)).slice(0, NEAREST)
  const range = Math.max(...nearest) - Math.min(...nearest)
  return range === 0 ? 0 : range / Math.max(Math.abs(center), Math.abs(bound))
}

/** @param {number[]} values */
const middle = (values) => (values.some(Number.isNaN) ? Number.NaN : rounded(median(values)))

/** Three digits, and all of those before the point: what is shown is what is judged. */
const rounded = (/** @type {number} */ value) =>
  Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
