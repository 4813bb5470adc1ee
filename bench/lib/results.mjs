// @ts-check
// RESULTS.md: written by `npm run bench`, read for the runs before and by the tests of the documentation.

import { existsSync, readFileSync } from 'node:fs'
import { shown, shownSpread, shownTarget, verdict } from './words.mjs'

/** @typedef {import('./report.mjs').Report} Report */
/** @typedef {import('./judge.mjs').Row} Row */
/** @typedef {{ date: string, commit: string, load: string, met: string, disturbed: string, minutes: string }} PastRun */

const RUNS_KEPT = 5
const COLUMNS = [
  'row',
  'what',
  'median',
  'programs',
  'spread',
  'official',
  'limit',
  'x official',
  'x limit',
  'target',
  '',
]
const RUN_COLUMNS = ['date (UTC)', 'commit', 'load', 'met', 'disturbed', 'minutes']

/**
 * @param {Report} report
 * @param {readonly PastRun[]} history of the runs before
 */
export function asMarkdown(report, history) {
  const { date, commit, node, cpu, cores, load, minutes, rows } = report
  const missed = rows.filter(({ met }) => !met)
  const excused = missed.filter(({ checks }) => checks.every((it) => it.met || it.limit !== undefined))
  const benches = [...new Set(rows.map(({ id }) => benchOf(id)))]
  return `${[
    '# Results',
    'Written by `npm run bench`; [README.md](README.md) says how it is measured. Ratios carry over to other machines, the rest does not.',
    markdownTable(
      ['', ''],
      [
        ['machine', `${cores} x ${cpu}, Node ${node}`],
        ['date (UTC)', `${date}, ${minutes} minutes${report.quick ? ', quick' : ''}`],
        ['commit', commit],
        ['load', `${load.before} at the start, ${load.after} at the end`],
        ['targets met', `${report.met} of ${rows.length}`],
        ['not met', `${missed.length}; the bare limit misses ${excused.length} of them too`],
      ],
    ),
    '![Against the official client and the bare limit](results.svg)',
    '![Cost of an event against length and sessions](growth.svg)',
    ...benches.flatMap((bench) => [
      `## ${bench}`,
      markdownTable(COLUMNS, rows.filter(({ id }) => benchOf(id) === bench).map(cells)),
    ]),
    ...(report.problems.length > 0
      ? ['## Problems', ...report.problems.map((it) => `- ${it.split('\n')[0]}`)]
      : []),
    '## Runs',
    markdownTable(
      RUN_COLUMNS,
      [pastRun(report), ...history].slice(0, RUNS_KEPT).map((run) => Object.values(run)),
    ),
  ].join('\n\n')}\n`
}

/** @param {string} id */
const benchOf = (id) => id.slice(0, id.indexOf('.'))

/** @param {Row} row @returns {string[]} */
function cells(row) {
  const { id, target, programs, medians, checks } = row
  const ratio = (/** @type {'official' | 'limit'} */ of) => {
    const other = medians[of]
    const check = checks.find(({ against }) => against === of)
    if (other === undefined || target.unit === '') return ''
    return `${check?.value ?? Number(((medians.fairlead ?? Number.NaN) / other).toPrecision(3))}x`
  }
  return [
    `\`${id}\``,
    target.label,
    shown(medians.fairlead, target.unit),
    programs.map(({ fairlead }) => shown(fairlead, '')).join(' / '),
    shownSpread(row),
    shown(medians.official, target.unit),
    shown(medians.limit, target.unit),
    ratio('official'),
    ratio('limit'),
    checks.map((check) => shownTarget(check, target)).join(', '),
    verdict(row),
  ]
}

/** @param {Report} report @returns {PastRun} */
function pastRun({ date, commit, load, met, rows, minutes }) {
  return {
    date,
    commit,
    load: `${load.before} to ${load.after}`,
    met: `${met} of ${rows.length}`,
    disturbed: `${rows.filter((row) => row.disturbed).length}`,
    minutes: `${minutes}`,
  }
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function markdownTable(head, rows) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/**
 * The ids and verdicts of a file, and its runs, the newest first.
 * @param {string} text
 */
export function parseResults(text) {
  const tables = text.split('\n').filter((line) => line.startsWith('| '))
  const all = tables.map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
  const rows = all
    .filter(([id]) => /^`[^`]+`$/.test(id ?? ''))
    .map((cells) => ({ id: cells[0]?.slice(1, -1) ?? '', verdict: cells.at(-1) ?? '' }))
  const begin = all.findIndex((cells) => cells.join() === RUN_COLUMNS.join())
  const runs = begin === -1 ? [] : all.slice(begin + 2)
  return {
    rows,
    runs: runs.map(([date = '', commit = '', load = '', met = '', disturbed = '', minutes = '']) => ({
      date,
      commit,
      load,
      met,
      disturbed,
      minutes,
    })),
  }
}

/** @param {string} path of an earlier RESULTS.md @returns {PastRun[]} */
export function readHistory(path) {
  return existsSync(path) ? parseResults(readFileSync(path, 'utf8')).runs : []
}
