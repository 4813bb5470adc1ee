// @ts-check
// A program of its own for one client: runs the tasks that it is told to, one at a time. It ends with its parent.

import { competitors } from './competitors.mjs'
import * as tasks from './tasks.mjs'

/** @typedef {{ task: keyof typeof import('./tasks.mjs'), args: (string | number)[] }} Order */

const [name = '', binary = '', fairlead = '', official = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit())
const prepare = competitors[name]
if (prepare === undefined) throw new Error(`there is no competitor "${name}"`)
const open = await prepare({ fairlead, official })

process.on('message', async (/** @type {Order} */ { task, args }) => {
  try {
    const run = /** @type {(...args: unknown[]) => Promise<object>} */ (Reflect.get(tasks, task))
    process.send?.({ figures: await run({ open, binary }, ...args) })
  } catch (error) {
    process.send?.({ problem: error instanceof Error ? error.stack : String(error) })
  }
})
process.send?.('ready')
