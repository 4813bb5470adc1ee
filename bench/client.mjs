// @ts-check
// Fairlead's client and the official one side by side, against the same emitter. README.md says what is measured and how.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileEmitter } from './client-emitter.mjs'
import { asText, makeReport } from './client-report.mjs'
import { rows } from './client-rows.mjs'
import { endWorkers } from './client-workers.mjs'
import * as measure from './measure.mjs'

const usage = `Usage: npm run bench:client -- [options]

Measures Fairlead's client and the official one side by side.

  --json         one JSON object on stdout and nothing else there
  --quick        fewer repeats and less input: rough figures within a minute
  --only ROW     measure this row alone; may be given several times
  --dist FOLDER  measure another build (or set FAIRLEAD_DIST)
  --help         this text

Rows: ${Object.keys(rows).join(', ')}
`

function readOptions() {
  const more = /** @satisfies {measure.Options} */ ({
    ...measure.QUICK,
    only: { type: 'string', multiple: true, default: Object.keys(rows) },
    dist: { type: 'string', default: process.env.FAIRLEAD_DIST ?? measure.BUILT },
  })
  return measure.readOptions(usage, more, ({ only }) => {
    const unknown = only.find((name) => !Object.hasOwn(rows, name))
    if (unknown !== undefined) throw new Error(`There is no row "${unknown}".`)
  })
}

/** @returns {never} */
function giveUp(/** @type {string} */ problem) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

/** @param {string} path @param {string} advice */
function moduleAt(path, advice) {
  return existsSync(path) ? pathToFileURL(path).href : giveUp(`There is no ${path}: ${advice}`)
}

/** Everything that a worker needs. What is made for it goes when this program ends, however it ends. */
function prepare(/** @type {string} */ dist) {
  const official = new URL('../test/cli/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs', import.meta.url)
  const modules = {
    fairlead: moduleAt(join(dist, 'client/index.js'), 'run `npm run build` first.'),
    official: moduleAt(fileURLToPath(official), 'run `node scripts/setup.mjs --test` first.'),
  }
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-bench-'))
  process.on('exit', () => {
    endWorkers()
    rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => process.exit(1))
  }
  process.env.FAIRLEAD_CACHE = join(folder, 'cache')
  const emitter = compileEmitter(folder)
  return 'problem' in emitter ? giveUp(emitter.problem) : { ...emitter, ...modules }
}

async function run() {
  const options = readOptions()
  const bench = { setting: prepare(options.dist), quick: options.quick }
  /** @type {import('./client-rows.mjs').Row[]} */
  const measured = []
  for (const [name, measureRows] of Object.entries(rows)) {
    if (options.only.includes(name)) measured.push(...(await measureRows(bench)))
  }
  measure.progress('')
  const report = makeReport(measured, options.quick)
  console.log(options.json ? JSON.stringify(report) : asText(report, measured))
}

await run()
