// @ts-check
// Runs test/soak/command.ts: `npm run soak -- --help` says what it does.
// The soak is TypeScript, which the oldest Node that Fairlead runs on cannot load: Vite does.

import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
/** @typedef {typeof import('../test/soak/command.ts')} Command */
const { module } = await runnerImport(fileURLToPath(new URL('../test/soak/command.ts', import.meta.url)), {
  root,
  configFile: false,
  logLevel: 'error',
})
const { main } = /** @type {Command} */ (module)
process.exitCode = await main(process.argv.slice(2))
