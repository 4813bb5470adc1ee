// @ts-check
// What a bench is, and where to find all of them. A file `bench/NAME.mjs` exports one, and runs nothing when it is imported.

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Bench
 * @property {string} about in one line
 * @property {Record<string, Part>} parts
 */
/**
 * @typedef {object} Part what one program measures
 * @property {readonly string[]} rows the figures that it returns; `targets.mjs` has a target for each
 * @property {number} seconds about how long it takes, for the progress
 * @property {Settings} [settings] numbers that `--set NAME=NUMBER` changes
 * @property {Settings} [quick] others for `--quick`
 * @property {readonly string[]} [nodeOptions] for the program
 * @property {(context: Context) => Promise<Record<string, Figure>>} measure
 */
/** @typedef {Record<string, number>} Settings */
/**
 * @typedef {object} Context
 * @property {string} dist the build that is measured
 * @property {boolean} quick
 * @property {Settings} settings
 * @property {(text: string) => void} progress
 * @property {(name: string, points: Point[]) => void} curve adds a line to the chart of growth
 */
/** @typedef {readonly [x: number, y: number]} Point */
/**
 * One figure, of the competitors that have it. `read` is Fairlead's too, read with `for await`.
 * @typedef {number | Values} Figure
 */
/** @typedef {{ fairlead: number, read?: number, official?: number, limit?: number }} Values */

const FOLDER = new URL('../', import.meta.url)
const NO_BENCHES = ['run.mjs', 'targets.mjs']

/** @returns {Promise<Record<string, Bench>>} by name */
export async function loadBenches() {
  const files = readdirSync(fileURLToPath(FOLDER)).filter(
    (name) => name.endsWith('.mjs') && !NO_BENCHES.includes(name),
  )
  const entries = files.sort().map(async (file) => {
    const name = file.slice(0, -'.mjs'.length)
    return /** @type {const} */ ([name, await loadBench(name)])
  })
  return Object.fromEntries(await Promise.all(entries))
}

/**
 * @param {string} name
 * @returns {Promise<Bench>}
 */
export async function loadBench(name) {
  const module = await import(new URL(`${name}.mjs`, FOLDER).href)
  return module.default
}

/**
 * @param {Part} part
 * @param {boolean} quick
 * @param {Settings} changed
 * @returns {Settings}
 */
export function settingsOf(part, quick, changed) {
  const settings = { ...part.settings, ...(quick && part.quick) }
  for (const [name, value] of Object.entries(changed)) if (name in settings) settings[name] = value
  return settings
}
