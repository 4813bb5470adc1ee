// @ts-check
// Runs test files again and again, and tells which tests failed and how often. A flaky test is one that does both.
//
//   npm run test:repeat -- FILE… [--times 20] [--load 2] [--shuffle] [--project NAME] [-t TITLE]
//
// `--load` keeps so many processors busy meanwhile. What failing runs printed goes to `flaky.log`.

import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { leftovers, makeTempFolder } from './test/leftovers.mjs'
import { startLoad } from './test/load.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const log = join(root, 'flaky.log')
const USAGE = 'npm run test:repeat -- FILE… [--times 20] [--load 2] [--shuffle] [--project NAME] [-t TITLE]'

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        times: { type: 'string', default: '20' },
        load: { type: 'string', default: '0' },
        shuffle: { type: 'boolean', default: false },
        project: { type: 'string' },
        title: { type: 'string', short: 't' },
      },
    })
  } catch (error) {
    return stop(/** @type {Error} */ (error).message)
  }
}

/**
 * @param {string} problem
 * @returns {never}
 */
function stop(problem) {
  console.error(`${problem}\nUsage: ${USAGE}`)
  process.exit(2)
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} least
 */
function wholeNumber(name, text, least) {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least)
    stop(`--${name} takes a whole number from ${least} on, not "${text}".`)
  return number
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number | null, printed: string }>}
 */
function run(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        printed += text
      })
    child.on('close', (code) => resolve({ code, printed }))
  })
}

const { values, positionals: files } = options()
if (files.length === 0) stop('Name one or more test files.')
const times = wholeNumber('times', values.times, 1)
const load = wholeNumber('load', values.load, 0)

const folder = mkdtempSync(join(tmpdir(), 'fl-repeat-'))
const report = join(folder, 'report.json')
const endLoad = startLoad(load)
writeFileSync(log, '')
/** @type {Map<string, number>} */
const failures = new Map()
const note = (/** @type {string} */ what) => failures.set(what, (failures.get(what) ?? 0) + 1)
let failedRuns = 0
const width = String(times).length

for (let round = 1; round <= times; round++) {
  const start = performance.now()
  const temp = makeTempFolder()
  const { code, printed } = await run(
    [
      ...[
        vitest,
        'run',
        ...files,
        '--reporter',
        'default',
        '--reporter',
        'json',
        '--outputFile.json',
        report,
      ],
      ...(values.shuffle ? ['--sequence.shuffle', '--sequence.seed', String(round)] : []),
      ...(values.project ? ['--project', values.project] : []),
      ...(values.title ? ['-t', values.title] : []),
    ],
    { ...process.env, TMPDIR: temp, NO_COLOR: '1' },
  )
  const left = await leftovers(temp)
  for (const it of left) note(`left behind: ${it.replaceAll(temp, 'TEMP').replace(/\d{3,}/, 'PID')}`)
  const names = failedTests()
  for (const name of names) note(name)
  if (code !== 0 && names.length === 0) note(`vitest ended with ${code}`)
  const isFailed = code !== 0 || left.length > 0
  if (isFailed) {
    failedRuns += 1
    appendFileSync(log, `===== run ${round} of ${times}\n${printed}\n${left.join('\n')}\n`)
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `${String(round).padStart(width)}/${times} ${isFailed ? 'FAILED' : 'ok'} ${seconds} s ${names.join('; ')}`,
  )
}

endLoad()
rmSync(folder, { recursive: true, force: true })
if (failedRuns === 0) {
  rmSync(log, { force: true })
  console.log(`\n${times} of ${times} runs passed.`)
} else {
  console.log(`\n${failedRuns} of ${times} runs failed (${log} has what they printed):`)
  for (const [name, count] of [...failures].sort(([, a], [, b]) => b - a)) console.log(`  ${count}x ${name}`)
  process.exitCode = 1
}

/** @returns {string[]} */
function failedTests() {
  try {
    /** @type {{ testResults: { assertionResults: { status: string, fullName: string }[] }[] }} */
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    rmSync(report)
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName)
  } catch {
    return []
  }
}
