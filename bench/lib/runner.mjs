// @ts-check
// Measures parts, each in programs of its own: one round after the other over all of them, so that the programs of a
// part are spread over the run, then again those whose figures differ too much.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { targets } from '../targets.mjs'
import { judge } from './judge.mjs'

/** @typedef {import('./bench.mjs').Bench} Bench */
/** @typedef {import('./bench.mjs').Part} Part */
/** @typedef {import('./bench.mjs').Figure} Figure */
/** @typedef {import('./bench.mjs').Point} Point */
/** @typedef {import('./part.mjs').Report} Report */
/** @typedef {import('./judge.mjs').Row} Row */
/**
 * @typedef {object} Job a part of a bench, and what its programs said
 * @property {string} bench
 * @property {string} name
 * @property {Part} part
 * @property {Record<string, Figure>[]} programs
 * @property {Record<string, Point[]>[]} curves
 * @property {string[]} problems
 * @property {number} seconds that its last program took, or is likely to take
 */
/**
 * @typedef {object} RunOptions
 * @property {string} dist
 * @property {boolean} quick
 * @property {number} rounds
 * @property {number} repeats rounds for what is disturbed
 * @property {number} minutes no repeat begins after so many
 * @property {import('./bench.mjs').Settings} changed
 * @property {(text: string) => void} progress
 */

const PROGRAM = fileURLToPath(new URL('part.mjs', import.meta.url))

/** @param {Record<string, Bench>} benches @returns {Job[]} */
export function jobsOf(benches) {
  return Object.entries(benches).flatMap(([bench, { parts }]) =>
    Object.entries(parts).map(([name, part]) => ({
      bench,
      name,
      part,
      programs: [],
      curves: [],
      problems: [],
      seconds: part.seconds,
    })),
  )
}

/**
 * @param {Job[]} jobs
 * @param {RunOptions} options
 */
export async function measureAll(jobs, options) {
  const { rounds, repeats, minutes, quick } = options
  for (const job of jobs) if (quick) job.seconds /= 3
  const progress = new Progress(options.progress)
  progress.plan(Array.from({ length: rounds }, () => jobs).flat())
  for (let round = 0; round < rounds; round++) {
    const first = Math.floor((jobs.length * round) / rounds)
    for (const job of [...jobs.slice(first), ...jobs.slice(0, first)])
      await measureOnce(job, options, progress, `program ${round + 1} of ${rounds}`)
  }
  for (let repeat = 0; repeat < repeats; repeat++) {
    const again = jobs.filter(isDisturbed).sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
    progress.plan(again)
    for (const job of again) {
      if (progress.seconds() + job.seconds > minutes * 60) return
      await measureOnce(job, options, progress, `again, ${repeat + 1} of ${repeats}`)
    }
  }
}

/**
 * @param {Job} job
 * @param {RunOptions} options
 * @param {Progress} progress
 * @param {string} which
 */
async function measureOnce(job, options, progress, which) {
  progress.begin(job, which)
  const start = performance.now()
  const { bench, name: part } = job
  const { dist, quick, changed } = options
  const child = fork(PROGRAM, [JSON.stringify({ bench, part, dist, quick, changed })], {
    execArgv: [...(job.part.nodeOptions ?? [])],
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  child.on('message', (/** @type {Report} */ report) => {
    if ('progress' in report) progress.detail(report.progress)
    else if ('problem' in report) job.problems.push(report.problem)
    else {
      job.programs.push(report.rows)
      job.curves.push(report.curves)
    }
  })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0) job.problems.push(`it ended with ${signal ?? code}`)
  job.seconds = (performance.now() - start) / 1000
  progress.end(job)
}

/** @param {Job} job @returns {Row[]} */
export function rowsOf({ bench, part, programs }) {
  return part.rows.map((row) => {
    const target = targets[bench]?.[row]
    if (target === undefined) throw new Error(`bench/targets.mjs has no target for ${bench}.${row}`)
    const figures = programs.map((figures) => figures[row] ?? Number.NaN)
    return judge(`${bench}.${row}`, target, figures)
  })
}

/** @param {Job} job */
const isDisturbed = (job) => rowsOf(job).some(({ disturbed }) => disturbed)

/** Its programs do not agree whether a target is met. @param {Job} job */
function isOpen(job) {
  return rowsOf(job).some(({ id, target, programs }) => {
    const verdicts = programs.map((values) => judge(id, target, [values]).met)
    return new Set(verdicts).size > 1
  })
}

/** What is being measured, since when, and how long the rest is likely to take. */
class Progress {
  #start = performance.now()
  /** @type {Job[]} */
  #left = []
  #done = 0
  #now = ''
  #write

  /** @param {(text: string) => void} write */
  constructor(write) {
    this.#write = write
  }
  seconds() {
    return (performance.now() - this.#start) / 1000
  }
  /** @param {readonly Job[]} jobs */
  plan(jobs) {
    this.#left.push(...jobs)
  }
  /** @param {Job} job @param {string} which */
  begin(job, which) {
    const left = this.#left.reduce((sum, { seconds }) => sum + seconds, 0)
    const place = `${this.#done + 1}/${this.#done + this.#left.length}`
    this.#now = `${place} ${job.bench} ${job.name}, ${which}; ${clock(this.seconds())} so far, about ${clock(left)} left`
    this.#write(this.#now)
  }
  /** @param {string} text */
  detail(text) {
    if (process.stderr.isTTY) this.#write(`${this.#now}: ${text}`)
  }
  /** @param {Job} job */
  end(job) {
    this.#left.splice(this.#left.indexOf(job), 1)
    this.#done += 1
    const problem = job.problems.at(-1)
    if (problem !== undefined) this.#write(`${job.bench} ${job.name}: ${problem}\n`)
  }
}

/** @param {number} seconds */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
