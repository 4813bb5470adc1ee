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
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck']
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')]
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = await run(process.execPath, [tsc, ...options, ...types, 'use.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

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
