// @ts-check
// Checks the code, each check beside the others, then runs the tests. Stops at the first that fails.
//
//   npm test                    lint, types, all tests but the exhaustive ones
//   npm run test:quick          the same without real CLIs and the browser
//   npm run test:exhaustive     only what `npm test` leaves out: the simulator in place of the CLI, earlier CLI versions, every rule on each,
//                               details of the console and of git, npm versions, runtimes
//   npm run test:all            npm test, then the exhaustive ones
//   npm test -- --verbose       every test by name
//   npm test -- -t R-FRAME      what else follows `--` goes to vitest

import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { leftovers, makeTempFolder } from './test/leftovers.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = join(root, 'node_modules')
const biome = join(packages, '@biomejs', 'biome', 'bin', 'biome')
const knip = join(packages, 'knip', 'bin', 'knip.js')
const tsc = join(packages, 'typescript', 'bin', 'tsc')
const vitest = join(packages, 'vitest', 'vitest.mjs')

/** Which projects of vitest.config.ts, and whether the code itself is checked first. */
const SUITES = {
  '--quick': { name: 'unit tests', projects: ['pure', 'unit'], checksCode: true },
  '--exhaustive': {
    name: 'exhaustive tests',
    projects: ['e2e-simulator', 'e2e-earlier', 'e2e-simulator-earlier', 'exhaustive'],
    checksCode: false,
  },
  '--all': { name: 'all tests', projects: [], checksCode: true },
  '': { name: 'tests', projects: ['pure', 'unit', 'e2e', 'web'], checksCode: true },
}

const given = process.argv.slice(2).filter((argument) => argument !== '--')
const suite = SUITES[/** @type {keyof typeof SUITES} */ (given.find((it) => it in SUITES) ?? '')]
const isVerbose = given.includes('--verbose')
const forVitest = given.filter((argument) => !(argument in SUITES) && argument !== '--verbose')
const reporter = isVerbose ? 'verbose' : join(root, 'scripts', 'test', 'reporter.mjs')
const projects = suite.projects.flatMap((project) => ['--project', project])

/** @typedef {{ name: string, script: string, args: string[] }} Step */
/** @type {Step[]} */
const checks = [
  { name: 'lint', script: biome, args: ['check', '--error-on-warnings'] },
  { name: 'nothing unused', script: knip, args: ['--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'types', script: tsc, args: ['-p', 'tsconfig.json'] },
  { name: 'types without Node or DOM', script: tsc, args: ['-p', 'tsconfig.pure.json'] },
  { name: 'types of the console', script: tsc, args: ['-p', 'tsconfig.web.json'] },
]
/** @type {Step} */
const tests = {
  name: suite.name,
  script: vitest,
  args: ['run', '--reporter', reporter, ...projects, ...forVitest],
}

/** @param {number} start */
const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/**
 * @param {string} name
 * @param {string} how
 * @returns {never}
 */
function fail(name, how) {
  console.error(`\nFAILED: ${name} (${how}) after ${seconds(begin)}. The steps after it were not run.`)
  process.exit(1)
}

/**
 * Resolves with what it printed, if it failed.
 * @param {Step} step
 * @returns {Promise<string | undefined>}
 */
function check({ name, script, args }) {
  const start = performance.now()
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd: root, maxBuffer: 2 ** 28 }, (error, out, err) => {
      if (error) return resolve(`${out}${err}` || error.message)
      console.log(`✓ ${name}: ${seconds(start)}`)
      resolve(undefined)
    })
  })
}

/** @param {NodeJS.ProcessEnv} env */
function runTests(env) {
  const { script, args } = tests
  const { status, signal, error } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  return status === 0 ? undefined : (error?.message ?? signal ?? `exit code ${status}`)
}

const begin = performance.now()
if (suite.checksCode) {
  const problems = await Promise.all(checks.map(check))
  const failed = checks.filter((_, i) => problems[i] !== undefined).map(({ name }) => name)
  for (const text of problems) if (text !== undefined) console.error(text)
  if (failed.length > 0) fail(failed.join(', '), 'see above')
}
const folder = makeTempFolder()
// The same input each time: what random input finds is looked for by `npm run fuzz` and `npm run test:repeat`.
const problem = runTests({ FAIRLEAD_SEED: '1', ...process.env, TMPDIR: folder })
const left = await leftovers(folder)
if (left.length > 0)
  console.error(`\nLeft behind by tests (removed now):\n${left.map((it) => `  ${it}\n`).join('')}`)
if (problem !== undefined) fail(tests.name, problem)
if (left.length > 0) fail('nothing is left behind', `${left.length} leftovers`)
console.log('✓ nothing is left behind: no process, no folder, no port')
console.log(`\nPassed: ${suite.checksCode ? 'lint, types, ' : ''}${suite.name} in ${seconds(begin)}.`)
