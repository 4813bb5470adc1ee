// @ts-check
// What the clients that are compared need: the emitter and their modules. What is made for it goes with this program,
// however it ends.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileEmitter } from '../emitter/compile.mjs'
import { endWorkers } from './workers.mjs'

const OFFICIAL = new URL(
  '../../test/cli/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs',
  import.meta.url,
)

/**
 * @param {string} dist
 * @returns {import('./workers.mjs').Setting}
 */
export function prepare(dist) {
  const modules = {
    fairlead: moduleAt(join(dist, 'client/index.js'), 'run `npm run build` first.'),
    official: moduleAt(fileURLToPath(OFFICIAL), 'run `node scripts/setup.mjs --test` first.'),
  }
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-bench-'))
  process.on('exit', () => {
    endWorkers()
    rmSync(folder, { recursive: true, force: true })
  })
  process.env.FAIRLEAD_CACHE = join(folder, 'cache')
  return { binary: compileEmitter(folder), ...modules }
}

/** @param {string} path @param {string} advice */
function moduleAt(path, advice) {
  if (!existsSync(path)) throw new Error(`There is no ${path}: ${advice}`)
  return pathToFileURL(path).href
}
