// @ts-check
// What an event costs against the length of a transcript and the number of sessions, as a multiple of the first point.

import { at, line, svg, text } from './svg.mjs'

/** @typedef {import('./bench.mjs').Point} Point */

const PANEL = { width: 340, height: 220, left: 84, top: 64, gap: 90 }
const HIGHEST = 2.5
const FLAT = 1.5
const COLOURS = ['a', 'b', 'c', 'd']
/** @type {readonly (readonly [prefix: string, axis: string])[]} */
const PANELS = [
  ['items', 'items in the transcript'],
  ['sessions', 'sessions of the host'],
]

/** @param {Record<string, Point[]>} curves the name begins with that of its panel */
export function growthChart(curves) {
  const shapes = PANELS.flatMap(([prefix, axis], index) => {
    const own = Object.entries(curves).filter(([name]) => name.startsWith(`${prefix}: `))
    return panel(PANEL.left + index * (PANEL.width + PANEL.gap), axis, own)
  })
  const width = PANEL.left + PANELS.length * (PANEL.width + PANEL.gap) - 20
  return svg(
    width,
    PANEL.top + PANEL.height + 130,
    'Processor time of an event, as a multiple of the first point',
    shapes,
  )
}

/**
 * @param {number} left
 * @param {string} axis
 * @param {readonly [string, Point[]][]} curves
 */
function panel(left, axis, curves) {
  const bottom = PANEL.top + PANEL.height
  const largest = Math.max(10, ...curves.flatMap(([, points]) => points.map(([x]) => x)))
  const smallest = Math.min(largest / 10, ...curves.flatMap(([, points]) => points.map(([x]) => x)))
  const across = (/** @type {number} */ x) =>
    left + (Math.log(x / smallest) / Math.log(largest / smallest)) * PANEL.width
  const up = (/** @type {number} */ y) => bottom - (Math.min(y, HIGHEST) / HIGHEST) * PANEL.height
  const shapes = []
  for (let y = 0; y <= HIGHEST; y += 0.5)
    shapes.push(
      line(left, up(y), left + PANEL.width, up(y), y === FLAT ? 'one' : 'line'),
      text(left - 8, up(y) + 4, y === FLAT ? `target ${y}x` : `${y}x`, 'faint', 'end'),
    )
  for (let x = smallest; x <= largest; x *= 10)
    shapes.push(text(across(x), bottom + 18, x.toLocaleString('en'), 'faint', 'middle'))
  shapes.push(text(left + PANEL.width / 2, bottom + 36, axis, '', 'middle'))
  for (const [index, [name, points]] of curves.entries()) {
    const colour = COLOURS[index % COLOURS.length]
    const first = points[0]?.[1] ?? Number.NaN
    const path = points.map(([x, y]) => `${at(across(x))},${at(up(y / first))}`).join(' ')
    const [low, high] = [points[0], points.at(-1)].map((it) => Number((it?.[1] ?? Number.NaN).toPrecision(3)))
    const y = bottom + 58 + index * 18
    shapes.push(
      `<polyline class="s${colour}" fill="none" stroke-width="2" points="${path}"/>`,
      ...points.map(
        ([x, y]) => `<circle class="${colour}" cx="${at(across(x))}" cy="${at(up(y / first))}" r="3"/>`,
      ),
      `<rect class="${colour}" x="${left}" y="${y - 9}" width="10" height="10"/>`,
      text(left + 16, y, `${name.slice(name.indexOf(': ') + 2)}: ${low} us, at the end ${high} us`),
    )
  }
  return shapes
}
