// @ts-check
// What the bench tells: the figures and how they stand to their targets, as an object and as text.

import { COLUMNS } from './client-rows.mjs'
import * as measure from './measure.mjs'

/** @typedef {import('./client-rows.mjs').Row} Row */

/**
 * @param {Row[]} rows
 * @param {boolean} quick
 */
export function makeReport(rows, quick) {
  return {
    bench: 'client',
    machine: measure.machine(),
    quick,
    seconds: Math.round(performance.now() / 1000),
    rows: rows.map(({ what, unit, values }) => ({ what, unit, values })),
    targets: rows.flatMap(evaluate),
  }
}

/**
 * @param {ReturnType<typeof makeReport>} report
 * @param {Row[]} rows
 */
export function asText({ machine, seconds, targets }, rows) {
  return [
    measure.table([['', ...COLUMNS, 'of official'], ...rows.map(tableRow)]),
    '\nTargets',
    measure.targetTable(targets),
    `\nNode ${machine.node}, ${machine.cores} x ${machine.cpu}, load ${machine.load};`,
    `medians of interleaved repeats; took ${seconds} s`,
  ].join('\n')
}

/** The figure that counts: with a callback, or read where a callback does not apply. */
const ours = (/** @type {Row} */ { values }) => values.fairlead ?? values['fairlead, read'] ?? Number.NaN

/** @param {Row} row */
function evaluate(row) {
  return row.goals.map(({ of, ...bound }) => {
    if (of !== undefined) {
      const ratio = ours(row) / (row.values[of] ?? Number.NaN)
      return measure.target(row.what, measure.round(ratio, 2), `x ${of}`, bound)
    }
    const unit = row.unit === '' ? '' : ` ${row.unit}`
    return measure.target(row.what, measure.round(ours(row), Math.max(row.digits, 1)), unit, bound)
  })
}

/** @param {Row} row */
function tableRow(row) {
  const unit = row.unit === '' || row.unit === '/s' ? '' : `, ${row.unit}`
  const ratio = ours(row) / (row.values.official ?? Number.NaN)
  return [
    `${row.what}${unit}`,
    ...COLUMNS.map((name) => shown(row.values[name], row)),
    Number.isFinite(ratio) ? `${ratio.toFixed(2)}x` : '-',
  ]
}

/**
 * @param {number | undefined} value
 * @param {Row} row
 */
function shown(value, { digits, unit }) {
  if (value === undefined) return '-'
  return unit === '/s' ? `${Math.round(value / 1000)} k` : value.toFixed(digits)
}
