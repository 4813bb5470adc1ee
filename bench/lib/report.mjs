// @ts-check
// What a run found: the machine, the rows against their targets, the curves of growth. As an object and as text.

import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { median, round } from './measure.mjs'
import { rowsOf } from './runner.mjs'
import { table } from './table.mjs'
import { shown, shownSpread, shownTarget, verdict } from './words.mjs'

/** @typedef {import('./runner.mjs').Job} Job */
/** @typedef {import('./bench.mjs').Point} Point */
/** @typedef {ReturnType<typeof makeReport>} Report */

/** Programs that wanted to run in the last minute: more than cores, and the figures are rough. */
export const load = () => round(loadavg()[0] ?? 0, 1)

/**
 * @param {readonly Job[]} jobs
 * @param {{ begun: Date, before: number, quick: boolean }} run
 */
export function makeReport(jobs, { begun, before, quick }) {
  const cores = cpus()
  const rows = jobs.flatMap(rowsOf)
  return {
    date: begun.toISOString().slice(0, 16).replace('T', ' '),
    commit: commit(),
    node: process.version,
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    load: { before, after: load() },
    minutes: round((Date.now() - begun.getTime()) / 60_000, 1),
    quick,
    met: rows.filter((row) => row.met).length,
    rows,
    curves: curvesOf(jobs),
    problems: jobs.flatMap(({ bench, name, problems }) => problems.map((it) => `${bench} ${name}: ${it}`)),
  }
}

/** The commit that is checked out, and whether anything was changed since. */
function commit() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--', 'src', 'package.json') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' and changes' : ''}`
  } catch {
    return 'unknown'
  }
}

/**
 * The median over all programs, point by point.
 * @param {readonly Job[]} jobs
 * @returns {Record<string, Point[]>}
 */
function curvesOf(jobs) {
  /** @type {Record<string, Point[]>} */
  const curves = {}
  for (const { curves: programs } of jobs)
    for (const [name, points] of Object.entries(programs[0] ?? {}))
      curves[name] = points.map(([x], index) => [
        x,
        median(programs.map((program) => program[name]?.[index]?.[1] ?? Number.NaN)),
      ])
  return curves
}

/** @param {Report} report */
export function asText({ rows, met, problems, minutes, load: { before, after }, ...machine }) {
  const head = ['row', 'fairlead', 'spread', 'official', 'limit', 'target', 'measured', '']
  const lines = rows.map((row) => {
    const { medians, target } = row
    return [
      `${row.id}: ${target.label}`,
      shown(medians.fairlead, target.unit),
      shownSpread(row),
      shown(medians.official, target.unit),
      shown(medians.limit, target.unit),
      row.checks.map((it) => shownTarget(it, target)).join(', '),
      row.checks
        .map(({ value, against }) => (against === 'absolute' ? '' : `${value}x ${against}`))
        .join(' '),
      verdict(row),
    ]
  })
  return [
    table([head, ...lines]),
    `\n${met} of ${rows.length} rows met; ${minutes} minutes`,
    `Node ${machine.node}, ${machine.cores} x ${machine.cpu}, load ${before} to ${after}, commit ${machine.commit}`,
    ...problems,
  ].join('\n')
}
