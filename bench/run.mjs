// @ts-check
// `npm run bench`: measures everything and writes RESULTS.md with its charts. With `--only` one or some of the benches.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadBenches } from './lib/bench.mjs'
import { growthChart } from './lib/growth-chart.mjs'
import { BUILT } from './lib/measure.mjs'
import { asText, load, makeReport } from './lib/report.mjs'
import { asMarkdown, readHistory } from './lib/results.mjs'
import { resultsChart } from './lib/results-chart.mjs'
import { jobsOf, measureAll } from './lib/runner.mjs'

/** @typedef {import('./lib/bench.mjs').Bench} Bench */

const RESULTS = 'RESULTS.md'
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const benches = await loadBenches()

const usage = `Usage: npm run bench -- [options]

Measures everything, in about 30 minutes on two quiet cores, and writes bench/RESULTS.md with its charts.

  --only NAME        one bench, or one part of it (client.deltas); may be given several times. Writes no file
  --quick            one program for each part and less input: rough figures in about 5 minutes. Writes no file
  --write FOLDER     write the files there, also with --only or --quick
  --json             one JSON object on stdout and nothing else there
  --dist FOLDER      measure another build
  --set NAME=NUMBER  change a setting of the parts that have it, as sessions=50; may be given several times
  --help             this text

Benches:
${Object.entries(benches)
  .map(
    ([name, { about, parts }]) => `  ${name.padEnd(8)} ${about}\n           ${Object.keys(parts).join(', ')}`,
  )
  .join('\n')}
`

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        quick: { type: 'boolean', default: false },
        write: { type: 'string' },
        json: { type: 'boolean', default: false },
        dist: { type: 'string', default: BUILT },
        set: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(usage)
      process.exit(0)
    }
    const whole = values.only.length === 0 && !values.quick
    const write = values.write ?? (whole ? FOLDER : undefined)
    return { ...values, write, only: select(values.only), changed: readSettings(values.set) }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

/** @param {readonly string[]} names @returns {Record<string, Bench>} */
function select(names) {
  if (names.length === 0) return benches
  /** @type {Record<string, Bench>} */
  const selected = {}
  for (const name of names) {
    const [bench = '', part] = name.split('.')
    const found = benches[bench]
    if (!found || (part !== undefined && !found.parts[part])) throw new Error(`There is no bench "${name}".`)
    const parts = part === undefined ? found.parts : { [part]: /** @type {any} */ (found.parts[part]) }
    selected[bench] = { ...found, parts: { ...selected[bench]?.parts, ...parts } }
  }
  return selected
}

/** @param {readonly string[]} texts */
function readSettings(texts) {
  const known = Object.values(benches).flatMap(({ parts }) =>
    Object.values(parts).flatMap(({ settings }) => Object.keys(settings ?? {})),
  )
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', value = ''] = text.split('=')
      if (!known.includes(name)) throw new Error(`There is no setting "${name}".`)
      if (!(Number(value) > 0)) throw new Error(`This is no number: ${value}`)
      return [name, Number(value)]
    }),
  )
}

/** On a terminal one line that is overwritten, else line by line. @param {string} text */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text.slice(0, process.stderr.columns - 1)}`)
  else if (text !== '') process.stderr.write(`${text}\n`)
}

const { only, quick, write, json, dist, changed } = readOptions()
const jobs = jobsOf(only)
const begun = new Date()
const before = load()
await measureAll(jobs, {
  dist,
  quick,
  changed,
  rounds: quick ? 1 : 3,
  repeats: quick ? 0 : 2,
  minutes: 30,
  progress,
})
progress('')
const report = makeReport(jobs, { begun, before, quick })
if (write !== undefined) {
  const file = `${write}/${RESULTS}`
  writeFileSync(file, asMarkdown(report, readHistory(file)))
  writeFileSync(`${write}/results.svg`, resultsChart(report.rows))
  writeFileSync(`${write}/growth.svg`, growthChart(report.curves))
}
console.log(json ? JSON.stringify(report) : asText(report))
if (report.problems.length > 0) process.exitCode = 1
