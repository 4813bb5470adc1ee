/** `npm run fuzz -- --minutes N --seed S [target …]`: random input for minutes on end, one target of test/fuzz after the other. */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'

const all = readdirSync('test/fuzz')
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => name.replace('.test.ts', ''))
const USAGE = `usage: npm run fuzz -- [--minutes N] [--seed S] [target …]
  --minutes N   for each test of a target (1)
  --seed S      a whole number: the seed that a failure has printed, to see it again
targets: ${all.join(', ')}`

/** @returns {never} */
function refuse(/** @type {string} */ problem) {
  console.error(`fuzz: ${problem}\n${USAGE}`)
  process.exit(2)
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: '1' },
        seed: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const { values, positionals } = read()
if (values.help) {
  console.log(USAGE)
  process.exit()
}
const minutes = Number(values.minutes)
if (!(minutes > 0)) refuse(`--minutes must be a number over 0, not ${values.minutes}`)
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
if (!/^\d{1,10}$/.test(seed)) refuse(`--seed must be a whole number, not ${seed}`)
const unknown = positionals.filter((name) => !all.includes(name))
if (unknown.length > 0) refuse(`there is no target ${unknown.join(', ')}`)

const failed = []
for (const target of positionals.length > 0 ? positionals : all) {
  console.log(`${target}: ${minutes} minutes for each of its tests, first seed ${seed}`)
  const env = { ...process.env, FAIRLEAD_SEED: seed, FAIRLEAD_FUZZ_SECONDS: String(minutes * 60) }
  const args = ['vitest', 'run', `test/fuzz/${target}.test.ts`, '--silent=false']
  const { status } = spawnSync('npx', args, { env, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) failed.push(target)
}
console.log(failed.length === 0 ? 'nothing found' : `failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
