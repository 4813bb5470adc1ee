/** The package is used where it is installed: without a compiler, and with no script of any package run. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Installation, root, run } from './installed.ts'

const installation = new Installation()
const { folder, env } = installation
const installed = join(folder, 'node_modules', 'fairlead')
const TIMEOUT = 120_000
let packed = { size: 0, path: '' }

beforeAll(async () => {
  packed = await installation.pack()
  await installation.install(packed.path)
}, 300_000)
afterAll(() => installation.remove())

test('no package that is installed with it has an install script', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const withScript = (packages: typeof lock.packages) =>
    Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([name]) => name)
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
  expect(withScript(lock.packages)).toEqual([])
  // As npm resolved it for a user, who has no lock file of ours.
  const resolved = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'))
  expect(Object.keys(resolved.packages)).toContain('node_modules/fairlead')
  expect(withScript(resolved.packages)).toEqual([])
})

test('has no files but those that are used, and the size that the README states', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  const strange = files.filter((it) =>
    /\.test\.|^test|^bench|^scripts|\.fairlead-setup|^src\/web|tsconfig/.test(it),
  )
  expect(strange).toEqual([])
  expect(files).toEqual(
    expect.arrayContaining(['dist/web/index.html', 'LICENSE', 'README.md', 'docs/host.md']),
  )
  const stated = /packed, ([\d.]+) MB/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1]
  expect(packed.size / 1e6).toBeCloseTo(Number(stated), 0.5)
})

test('publint finds nothing', { timeout: TIMEOUT }, async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, strict: true, pack: false })
  expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([])
})

test('its types resolve', { timeout: TIMEOUT }, async () => {
  const source = `
import { openSession, type Session } from 'fairlead'
import { decode } from 'fairlead/protocol'
import { liveness, emptyState } from 'fairlead/state'
import { ApiClient, type SessionSummary } from 'fairlead/api'
import { startModel } from 'fairlead/simulator'
import { startDaemon } from 'fairlead/host'
export const session: Promise<Session> = openSession({ model: 'opus' })
export const words: string = liveness(emptyState, 0).status
export const list = async (api: ApiClient): Promise<SessionSummary[]> => (await api.call('listSessions', {})).sessions
// @ts-expect-error there is no such option
openSession({ modle: 'opus' })
export { decode, startModel, startDaemon }
`
  writeFileSync(join(folder, 'use.ts'), source)
  expect(await errorsIn('use.ts', source, ['--module', 'nodenext', '--types', 'node'])).toBe('')
})

test('its types resolve in a CommonJS program', { timeout: TIMEOUT }, async () => {
  const source = `
import fairlead = require('fairlead')
export = async (): Promise<string | undefined> => {
  const { status, failure, text } = await (await fairlead.openSession()).send('hello').result
  // What the guide shows: an error always has a failure.
  return status === 'error' ? failure.kind : text
}
`
  expect(await errorsIn('use.cts', source, ['--module', 'nodenext', '--types', 'node'])).toBe('')
})

test('its types resolve in a page, without those of Node', { timeout: TIMEOUT }, async () => {
  const source = `
import { connectLive } from 'fairlead/api'
import { useSession } from 'fairlead/react'
import { toMarkdown } from 'fairlead/state'
const live = connectLive()
export const text = (id: string): string | undefined => {
  const { state } = useSession(live, id)
  return state && toMarkdown(state)
}
`
  const bundled = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable']
  expect(await errorsIn('page.ts', source, [...bundled, '--types', 'react'])).toBe('')
})

/** As strict as a user may be, and declarations of the package are checked too. */
async function errorsIn(name: string, source: string, options: readonly string[]): Promise<string> {
  writeFileSync(join(folder, name), source)
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const types = ['--target', 'es2022', '--typeRoots', join(root, 'node_modules', '@types')]
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [tsc, ...strict, ...options, ...types, name]
  const { stdout } = await run(process.execPath, args, { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}

test('npx fairlead run --agent sim "hello"', { timeout: TIMEOUT }, async () => {
  const { stdout } = await installation.fairlead('run', '--agent', 'sim', 'hello')
  expect(stdout).toContain('I am the Fairlead simulator')
})

test('npx fairlead up serves the console, until npx fairlead down', { timeout: TIMEOUT }, () =>
  installation.servesConsole(),
)

test('without libsql the library is imported, and a host that needs it says what to do', {
  timeout: TIMEOUT,
}, async () => {
  const [there, away] = [join(folder, 'node_modules', 'libsql'), join(folder, 'away')]
  renameSync(there, away)
  onTestFinished(() => renameSync(away, there))
  const names = [
    'fairlead',
    'fairlead/protocol',
    'fairlead/state',
    'fairlead/api',
    'fairlead/simulator',
    'fairlead/testing',
    'fairlead/host',
  ]
  const program = names.map((name, i) => `import * as m${i} from '${name}'`).join('\n')
  const counts = names.map((_, i) => `Object.keys(m${i}).length`).join(', ')
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '--eval', `${program}\nconsole.log(JSON.stringify([${counts}]))`],
    { cwd: folder, env },
  )
  for (const count of JSON.parse(stdout) as number[]) expect(count).toBeGreaterThan(0)
  const up = await run('npx', ['--no-install', 'fairlead', 'up', '--port', '0'], {
    cwd: folder,
    env: { ...env, FAIRLEAD_SQLITE: 'libsql' },
  }).then(
    () => undefined,
    (reason: { stderr: string; code: number }) => reason,
  )
  expect(up?.code).toBe(1)
  expect(up?.stderr).toMatch(/libsql: Cannot find module.*npm install/)
})
