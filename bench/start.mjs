// @ts-check
// What it costs to begin: the command, and the import of each entry. The first message of a session is a part of `client`.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { prepare } from './client/setting.mjs'
import { measureImports } from './client/workers.mjs'
import { Daemon } from './host/daemon.mjs'
import { mapValues, median } from './lib/measure.mjs'

const ENTRIES = ['protocol', 'simulator', 'state', 'api', 'host']

const CPU = fileURLToPath(new URL('start/cpu.cjs', import.meta.url))

/**
 * The median processor time of each program in milliseconds, in turns.
 * @template {string} Name
 * @param {Record<Name, string[]>} programs arguments of Node
 * @param {number} repeats
 * @param {NodeJS.ProcessEnv} env
 */
function processorTimes(programs, repeats, env) {
  const names = /** @type {Name[]} */ (Object.keys(programs))
  const times = mapValues(programs, () => /** @type {number[]} */ ([]))
  for (let round = 0; round < repeats; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = /** @type {Name} */ (names[(turn + round) % names.length])
      const { status, output } = spawnSync(process.execPath, ['--require', CPU, ...programs[name]], {
        encoding: 'utf8',
        env,
        stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      })
      if (status !== 0) throw new Error(`${name}: ${output[2]}`)
      times[name].push(Number(output[3]))
    }
  }
  return mapValues(times, median)
}

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about: 'the start: the command, and the import of each entry',
  parts: {
    command: {
      rows: ['help', 'ls'],
      seconds: 6,
      settings: { repeats: 20 },
      quick: { repeats: 8 },
      async measure({ dist, settings: { repeats = 1 } }) {
        const daemon = new Daemon()
        try {
          await daemon.start(dist, 1)
          const main = join(dist, 'cli/main.js')
          const programs = { limit: ['-e', '0'], help: [main, '--help'], ls: [main, 'ls'] }
          const { limit, help, ls } = processorTimes(programs, repeats, daemon.env)
          return { help: { fairlead: help, limit }, ls: { fairlead: ls, limit } }
        } finally {
          await daemon.end()
        }
      },
    },

    entries: {
      rows: ENTRIES,
      seconds: 6,
      settings: { repeats: 7 },
      quick: { repeats: 3 },
      async measure({ dist, settings: { repeats = 1 } }) {
        const built = ENTRIES.map((name) => [name, pathToFileURL(join(dist, name, 'index.js')).href])
        const { official } = prepare(dist)
        /** @type {Record<string, string>} */
        const modules = { official, ...Object.fromEntries(built) }
        const times = mapValues(await measureImports(modules, { repeats }), ({ ms = Number.NaN }) => ms)
        const of = (/** @type {string} */ name) => times[name] ?? Number.NaN
        const figures = ENTRIES.map((name) => [name, { fairlead: of(name), official: of('official') }])
        return Object.fromEntries(figures)
      },
    },
  },
}
