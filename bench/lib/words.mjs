// @ts-check
// Figures and verdicts as they are shown.

/** @typedef {import('./judge.mjs').Row} Row */
/** @typedef {import('./judge.mjs').Check} Check */
/** @typedef {import('../targets.mjs').Target} Target */

/** @param {number} value */
const digits = (value) =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

/**
 * @param {number | undefined} value
 * @param {string} unit
 */
export function shown(value, unit) {
  if (value === undefined) return ''
  if (Number.isNaN(value)) return '?'
  return unit === '' || unit === 'x' || unit === '/s' ? `${digits(value)}${unit}` : `${digits(value)} ${unit}`
}

/** @param {number} portion */
const percent = (portion) => (Number.isFinite(portion) ? `${Math.round(portion * 100)} %` : '?')

/** One program has none. @param {Row} row */
export const shownSpread = ({ programs, spread }) => (programs.length > 1 ? percent(spread) : '')

const NAMES = { official: 'official', limit: 'limit', read: 'iteration', absolute: '' }

/**
 * @param {Check} check
 * @param {Target} target
 */
export function shownTarget({ against, bound }, { better, unit }) {
  const sign = better === 'more' ? '≥' : '≤'
  return against === 'absolute' ? `${sign} ${shown(bound, unit)}` : `${sign} ${bound}x ${NAMES[against]}`
}

/** @param {Row} row */
export function verdict({ met, disturbed, checks, target }) {
  const missed = checks.filter((check) => !check.met)
  const limits = missed.flatMap(({ limit, against }) => {
    if (limit === undefined) return []
    return [against === 'absolute' ? shown(limit, target.unit) : `${limit}x ${NAMES[against]}`]
  })
  const words = [met ? 'met' : 'not met']
  if (limits.length > 0 && limits.length === missed.length)
    words.push(`the limit misses it too (${limits.join(', ')})`)
  if (disturbed) words.push('disturbed')
  return words.join('; ')
}
