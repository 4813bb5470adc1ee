/** The library on other runtimes than Node, where npm can install them: a turn with the simulator. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation, run } from './installed.ts'

/** The packages that hold the binaries themselves: those named `bun` and `deno` would put them in place with a script. */
const RUNTIMES = [
  { name: 'Bun', package: '@oven/bun-linux-x64', binary: 'bin/bun', args: ['run'] },
  { name: 'Deno', package: '@deno/linux-x64-glibc', binary: 'deno', args: ['run', '--allow-all'] },
]
const PROGRAM = `
import { openSession } from 'fairlead'
const session = await openSession({ binary: process.env.SIMULATOR, onApproval: (it) => it.deny() })
const turn = session.send('hello')
console.log((await turn.result).status)
await session.close()
`

const installation = new Installation()
beforeAll(async () => {
  await installation.install((await installation.pack()).path)
  writeFileSync(join(installation.folder, 'program.mjs'), PROGRAM)
}, 300_000)
afterAll(() => installation.remove())

const isLinux = process.platform === 'linux' && process.arch === 'x64'
test.runIf(isLinux).each(RUNTIMES)('$name', { timeout: 300_000 }, async ({ name, args, ...runtime }) => {
  const folder = join(installation.base, name)
  mkdirSync(folder)
  await run('npm', ['install', '--prefix', folder, runtime.package, '--no-audit', '--no-fund', '--force'])
  const binary = join(folder, 'node_modules', runtime.package, runtime.binary)
  expect(existsSync(binary)).toBe(true)
  chmodSync(binary, 0o755)
  const simulator = join(
    installation.folder,
    'node_modules',
    'fairlead',
    'dist',
    'simulator',
    'agent',
    'main.js',
  )
  const { stdout } = await run(binary, [...args, 'program.mjs'], {
    cwd: installation.folder,
    env: { ...installation.env, SIMULATOR: simulator },
  })
  expect(stdout.trim()).toBe('success')
})
