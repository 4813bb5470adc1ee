// @ts-check
// Bars of every row that has another to be held against: how many times as good Fairlead is. To the right of 1x it is better.

import { at, line, svg, text } from './svg.mjs'

/** @typedef {import('./judge.mjs').Row} Row */

const LABELS = 300
const SCALE = 430
const WIDTH = LABELS + SCALE + 90
const BAR = 9
const STEP = 13
const TOP = 62
const GAP = 7
/** The ends of the scale, which is logarithmic. */
const [LEAST, MOST] = [0.125, 8]
const COMPETITORS = /** @type {const} */ ([
  ['official', 'a'],
  ['limit', 'b'],
])

/** @param {number} times */
const place = (times) =>
  LABELS + (Math.log(Math.min(MOST, Math.max(LEAST, times)) / LEAST) / Math.log(MOST / LEAST)) * SCALE

/** @param {readonly Row[]} rows */
export function resultsChart(rows) {
  const shapes = [
    `<rect class="a" x="16" y="36" width="10" height="10"/>`,
    text(32, 45, 'times as good as the official client', 'faint'),
    `<rect class="b" x="256" y="36" width="10" height="10"/>`,
    text(272, 45, 'as the bare limit; the tick is the target', 'faint'),
  ]
  const bars = []
  let y = TOP
  let bench = ''
  for (const row of rows) {
    const compared = COMPETITORS.filter(([name]) => row.medians[name] !== undefined && row.target.unit !== '')
    if (compared.length === 0) continue
    const [name = ''] = row.id.split('.')
    if (name !== bench) {
      bars.push(text(16, y + 14, name, 'title'))
      y += 24
      bench = name
    }
    bars.push(text(LABELS - 10, y + (compared.length * STEP) / 2 + 3, row.target.label, '', 'end'))
    for (const [name, colour] of compared) {
      bars.push(...bar(row, name, colour, y))
      y += STEP
    }
    y += GAP
  }
  for (let times = LEAST; times <= MOST; times *= 2) {
    const x = place(times)
    shapes.push(
      line(x, TOP - 6, x, y, times === 1 ? 'one' : 'line'),
      text(x, y + 14, `${times}x`, 'faint', 'middle'),
    )
  }
  return svg(WIDTH, y + 26, 'Fairlead against the official client and the bare limit', [...shapes, ...bars])
}

/**
 * @param {Row} row
 * @param {'official' | 'limit'} name
 * @param {string} colour
 * @param {number} y
 */
function bar({ medians, target, checks }, name, colour, y) {
  const check = checks.find(({ against }) => against === name)
  const ratio = check?.value ?? (medians.fairlead ?? Number.NaN) / (medians[name] ?? Number.NaN)
  if (!Number.isFinite(ratio)) return []
  const good = (/** @type {number} */ of) => (target.better === 'more' ? of : 1 / of)
  const [one, end] = [place(1), place(good(ratio))]
  const label = `${Number(good(ratio).toPrecision(3))}x`
  const shapes = [
    `<rect class="${colour}" x="${at(Math.min(one, end))}" y="${y}" width="${at(Math.max(1, Math.abs(end - one)))}" height="${BAR}"/>`,
    text(Math.max(one, end) + 5, y + BAR, label, check && !check.met ? 'miss' : 'faint'),
  ]
  if (check) shapes.push(line(place(good(check.bound)), y - 1, place(good(check.bound)), y + BAR + 1, 'tick'))
  return shapes
}
