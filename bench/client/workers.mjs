// @ts-check
// Starts programs for the clients that are compared, and lets them take turns. None outlives this one: they are ended
// when it exits, a worker also ends when the channel to its parent closes, and an emitter when its input does.

import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { mapValues, median } from '../lib/measure.mjs'

/** @typedef {import('./tasks.mjs').Figures} Figures */
/** @typedef {import('./worker.mjs').Order} Order */
/** @typedef {{ binary: string, fairlead: string, official: string }} Setting the emitter, and the clients' modules */
/**
 * @typedef {object} Turns
 * @property {number} repeats
 * @property {number} [warmUps] rounds before those that count
 * @property {boolean} [fresh] a new worker for every run
 */

const pathOf = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url))

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * @template {import('node:child_process').ChildProcess} Child
 * @param {Child} child
 */
function track(child) {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Ends every worker at once. Works while this program exits. */
export function endWorkers() {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * @param {string} competitor
 * @param {Setting} setting
 */
async function startWorker(competitor, { binary, fairlead, official }) {
  const args = [competitor, binary, fairlead, official]
  const child = track(
    fork(pathOf('worker.mjs'), args, {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const exited = once(child, 'exit')
  const died = exited.then(([code, signal]) => {
    throw new Error(`the worker of "${competitor}" ended early (${signal ?? `exit code ${code}`})`)
  })
  died.catch(() => {})
  const next = () => Promise.race([once(child, 'message'), died])
  await next() // it is ready
  return {
    /** @param {Order} order @returns {Promise<Figures>} */
    async run(order) {
      child.send(order)
      const [{ figures, problem }] = await next()
      if (problem !== undefined) throw new Error(`${competitor}, ${order.task}: ${problem}`)
      return figures
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/**
 * Lets each worker run the same task, in turn.
 * @template {string} Name
 * @param {Setting} setting
 * @param {readonly Name[]} names of competitors
 * @param {Order} order
 * @param {Turns} turns
 */
export async function takeTurns(setting, names, order, { fresh = false, ...turns }) {
  /** @type {Map<Name, Awaited<ReturnType<typeof startWorker>>>} */
  const workers = new Map()
  const medians = await rounds(names, turns, async (name) => {
    const worker = workers.get(name) ?? (await startWorker(name, setting))
    workers.set(name, worker)
    const figures = await worker.run(order)
    if (fresh) {
      await worker.stop()
      workers.delete(name)
    }
    return figures
  })
  for (const worker of workers.values()) await worker.stop()
  return medians
}

/**
 * What the import of a module costs a new program. No module: what the program costs itself.
 * @template {string} Name
 * @param {Record<Name, string>} modules
 * @param {Turns} turns
 */
export function measureImports(modules, turns) {
  const names = /** @type {Name[]} */ (Object.keys(modules))
  return rounds(names, turns, async (name) => {
    const args = [pathOf('import.mjs'), modules[name]]
    const child = track(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }))
    return JSON.parse(await text(child.stdout))
  })
}

/**
 * The first one changes from round to round.
 * @template {string} Name
 * @param {readonly Name[]} names
 * @param {Turns} turns
 * @param {(name: Name) => Promise<Figures>} run
 */
async function rounds(names, { repeats, warmUps = 0 }, run) {
  /** @type {[Name, Figures[]][]} */
  const none = names.map((name) => [name, []])
  const runs = /** @type {Record<Name, Figures[]>} */ (Object.fromEntries(none))
  for (let round = 0; round < warmUps + repeats; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = /** @type {Name} */ (names[(turn + round) % names.length])
      const figures = await run(name)
      if (round >= warmUps) runs[name].push(figures)
    }
  }
  return mapValues(runs, medians)
}

/** @param {Figures[]} runs */
function medians(runs) {
  return mapValues(/** @type {Figures} */ (runs[0]), (_, figure) =>
    median(runs.map((figures) => figures[figure] ?? Number.NaN)),
  )
}
