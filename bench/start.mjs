// @ts-check
// What it costs to begin: the command, the import of each entry, the first message of a session. README.md says how.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileEmitter } from './client-emitter.mjs'
import { endWorkers, measureImports, takeTurns } from './client-workers.mjs'
import * as measure from './measure.mjs'

const usage = `Usage: npm run bench:start -- [options]

Measures how long it takes to begin.

  --json         one JSON object on stdout and nothing else there
  --quick        fewer repeats
  --dist FOLDER  measure another build
  --help         this text
`

/** @typedef {{ name: string, value: number, unit: string, target?: { atMost: number } }} Row */

const ENTRIES = ['client', 'protocol', 'simulator', 'state', 'api', 'host']
const official = fileURLToPath(
  new URL('../test/cli/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs', import.meta.url),
)

const options = measure.readOptions(usage, {
  ...measure.QUICK,
  dist: { type: /** @type {const} */ ('string'), default: measure.BUILT },
})
const repeats = options.quick ? 5 : 15
const folder = mkdtempSync(join(tmpdir(), 'fairlead-bench-start-'))
process.env.FAIRLEAD_CACHE = join(folder, 'cache')
process.env.FAIRLEAD_HOME = join(folder, 'data')
const main = join(options.dist, 'cli/main.js')

/** @type {import('node:child_process').ChildProcess | undefined} */
let host
process.on('exit', () => {
  endWorkers()
  host?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => process.exit(1))
}

async function startHost() {
  host = spawn(process.execPath, [main, 'up', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (host.stdout) await once(createInterface(host.stdout), 'line')
}

/** Milliseconds of processor time of the children that have ended; Linux counts them in hundredths of a second. */
function childrenTime() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) * 10
}

/**
 * The mean of the processor time of each program, in turns: the system counts too coarsely for a median.
 * @template {string} Name
 * @param {Record<Name, string[]>} programs arguments of Node
 */
function processorTimes(programs) {
  const names = /** @type {Name[]} */ (Object.keys(programs))
  const sums = measure.mapValues(programs, () => 0)
  for (let round = 0; round < repeats; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = /** @type {Name} */ (names[(turn + round) % names.length])
      const before = childrenTime()
      const { status, stderr } = spawnSync(process.execPath, programs[name], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`${name}: ${stderr}`)
      sums[name] += childrenTime() - before
    }
  }
  return measure.mapValues(sums, (sum) => sum / repeats)
}

/** @returns {Promise<Row[]>} */
async function commandRows() {
  measure.progress('command')
  await startHost()
  const { node, help, ls } = processorTimes({
    node: ['-e', '0'],
    help: [main, '--help'],
    ls: [main, 'ls'],
  })
  return [
    { name: 'node -e 0, CPU', value: node, unit: 'ms' },
    { name: 'fairlead --help, CPU', value: help, unit: 'ms' },
    { name: 'fairlead --help, CPU against node', value: help / node, unit: 'x', target: { atMost: 1.5 } },
    { name: 'fairlead ls, CPU', value: ls, unit: 'ms' },
    { name: 'fairlead ls, CPU against node', value: ls / node, unit: 'x', target: { atMost: 3 } },
  ]
}

/** @returns {Promise<Row[]>} */
async function importRows() {
  measure.progress('import')
  const built = ENTRIES.map((name) => [name, pathToFileURL(join(options.dist, name, 'index.js')).href])
  const modules = { none: '', official, .../** @type {Record<string, string>} */ (Object.fromEntries(built)) }
  const figures = /** @type {Record<string, Record<string, number>>} */ (
    await measureImports(modules, { repeats })
  )
  const figure = (/** @type {string} */ name, /** @type {'ms' | 'memory'} */ what) =>
    figures[name]?.[what] ?? Number.NaN
  return [
    { name: 'import of the official client', value: figure('official', 'ms'), unit: 'ms' },
    ...ENTRIES.map((name) => ({
      name: `import of fairlead${name === 'client' ? '' : `/${name}`}`,
      value: figure(name, 'ms'),
      unit: 'ms',
    })),
    {
      name: 'import of fairlead against official',
      value: figure('client', 'ms') / figure('official', 'ms'),
      unit: 'x',
      target: { atMost: 0.2 },
    },
    { name: 'memory of a bare program', value: figure('none', 'memory'), unit: 'MB' },
    {
      name: 'memory with fairlead',
      value: figure('client', 'memory'),
      unit: 'MB',
      target: { atMost: 46 },
    },
  ]
}

/** @returns {Promise<Row[]>} */
async function messageRows() {
  measure.progress('first message')
  const emitter = compileEmitter(folder)
  if ('problem' in emitter) throw new Error(emitter.problem)
  const setting = {
    ...emitter,
    official,
    fairlead: pathToFileURL(join(options.dist, 'client/index.js')).href,
  }
  const order = /** @type {const} */ ({ task: 'start', args: [23] })
  const names = /** @type {const} */ (['limit', 'official', 'fairlead'])
  const figures = await takeTurns(
    setting,
    names,
    { ...order, args: [...order.args] },
    { repeats, fresh: true },
  )
  /** @type {(when: 'cold' | 'warm', words: string, atMost: number) => Row[]} */
  const rows = (when, words, atMost) => {
    const of = (/** @type {typeof names[number]} */ name) => figures[name][when] ?? Number.NaN
    return [
      ...names.map((name) => ({ name: `first message, ${words}, ${name}`, value: of(name), unit: 'ms' })),
      {
        name: `first message, ${words}, against official`,
        value: of('fairlead') / of('official'),
        unit: 'x',
        target: { atMost },
      },
    ]
  }
  return [...rows('cold', 'first session', 0.6), ...rows('warm', 'later sessions', 0.8)]
}

const rows = [...(await commandRows()), ...(await importRows()), ...(await messageRows())].map((row) => ({
  ...row,
  value: measure.round(row.value, 2),
  ...(row.target && { met: row.value <= row.target.atMost }),
}))
measure.progress('')
const machine = measure.machine()
if (options.json) console.log(JSON.stringify({ machine, rows }))
else {
  const lines = rows.map(({ name, value, unit, target, met }) => [
    name,
    `${value} ${unit}`,
    target ? `<= ${target.atMost} ${unit}` : '',
    target ? (met ? 'yes' : 'no') : '',
  ])
  console.log(measure.table([['', 'measured', 'target', 'met'], ...lines]))
  console.log(`\nNode ${machine.node}, ${machine.cores} x ${machine.cpu}, load ${machine.load}`)
}
process.exit()
