// @ts-check

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Compiles the emitter into a folder.
 * @param {string} folder
 * @returns {string} its path
 */
export function compileEmitter(folder) {
  const source = fileURLToPath(new URL('emitter.c', import.meta.url))
  // The name of a CLI, so that Fairlead keeps its version for the next program, as it does with a real one.
  const binary = join(folder, 'claude')
  const { error, status, stderr } = spawnSync('cc', ['-O2', '-o', binary, source], { encoding: 'utf8' })
  if (status === 0) return binary
  if (error === undefined) throw new Error(`emitter.c could not be compiled:\n${stderr}`)
  throw new Error(
    'This bench needs a C compiler, and there is no `cc`. Install one: `apt install gcc libc6-dev` on Debian and ' +
      'Ubuntu, `dnf install gcc` on Fedora, `xcode-select --install` on macOS.',
  )
}
