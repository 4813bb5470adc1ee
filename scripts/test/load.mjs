// @ts-check
// Keeps processors busy, so that tests meet the order of things that a loaded machine gives.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * As many busy loops as this; the result ends them. `stress-ng` where it is installed, otherwise programs of ours.
 * @param {number} loops
 */
export function startLoad(loops) {
  if (loops <= 0) return () => {}
  const children = existsSync('/usr/bin/stress-ng')
    ? [spawn('/usr/bin/stress-ng', ['--cpu', String(loops)], { stdio: 'ignore' })]
    : Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  const end = () => {
    for (const child of children) child.kill()
  }
  process.once('exit', end)
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => process.exit(1))
  return end
}
