/** Installed with each npm that is in use: newer ones run no script of a package unless they are told to. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation, run } from './installed.ts'

const source = new Installation()
const npms = mkdtempSync(join(tmpdir(), 'fairlead-npms-'))
let tarball = ''
beforeAll(async () => {
  tarball = (await source.pack()).path
}, 60_000)
afterAll(() => {
  source.remove()
  rmSync(npms, { recursive: true, force: true })
})

test.each([
  ['10', []],
  ['11', ['--ignore-scripts']],
  ['12', []],
  ['12', ['--ignore-scripts']],
] as const)('npm %s install %j, then npx fairlead up', { timeout: 300_000 }, async (version, args) => {
  const folder = mkdtempSync(join(npms, 'npm-'))
  await run('npm', ['install', '--prefix', folder, `npm@${version}`, '--no-audit', '--no-fund'])
  const npm = join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const installation = new Installation()
  try {
    const { stdout } = await run(process.execPath, [npm, '--version'])
    expect(stdout).toMatch(new RegExp(`^${version}\\.`))
    const said = await installation.install(tarball, args, npm)
    expect(said).not.toMatch(/install scripts?|allow-scripts|approve/i)
    await installation.servesConsole()
  } finally {
    installation.remove()
  }
})
