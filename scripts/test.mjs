// @ts-check
// Runs every check in order and stops at the first that fails.
//
//   npm test                    lint, types, all tests
//   npm run test:quick          the same without the end-to-end tests
//   npm test -- -t R-FRAME      what follows `--` goes to vitest

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = join(root, 'node_modules')
const biome = join(packages, '@biomejs', 'biome', 'bin', 'biome')
const tsc = join(packages, 'typescript', 'bin', 'tsc')
const vitest = join(packages, 'vitest', 'vitest.mjs')

const quick = process.argv.includes('--quick')
const forVitest = process.argv.slice(2).filter((argument) => argument !== '--quick' && argument !== '--')
const projects = quick ? ['--project', 'unit'] : []

/** @type {{ name: string, script: string, args: string[] }[]} */
const steps = [
  { name: 'lint', script: biome, args: ['check', '--error-on-warnings'] },
  { name: 'types', script: tsc, args: ['-p', 'tsconfig.json'] },
  { name: 'types without Node or DOM', script: tsc, args: ['-p', 'tsconfig.pure.json'] },
  { name: 'types of the console', script: tsc, args: ['-p', 'tsconfig.web.json'] },
  { name: quick ? 'unit tests' : 'tests', script: vitest, args: ['run', ...projects, ...forVitest] },
]

/** @param {number} start */
const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

const begin = performance.now()
for (const { name, script, args } of steps) {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const { status, signal, error } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) {
    const how = error?.message ?? signal ?? `exit code ${status}`
    console.error(`\nFAILED: ${name} (${how}) after ${seconds(start)}. The steps after it were not run.`)
    process.exit(1)
  }
  console.log(`-- ${name}: ok in ${seconds(start)}`)
}
const without = quick ? ' (without the end-to-end tests)' : ''
console.log(`\nPassed: ${steps.map((step) => step.name).join(', ')}${without} in ${seconds(begin)}.`)
