/** The package as users get it: packed, installed in an empty folder, and used there. */
import { execFile, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fairlead-package-'))
const installed = join(folder, 'node_modules', 'fairlead')
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  FAIRLEAD_HOME: join(folder, 'data'),
  FAIRLEAD_SIM_SPEED: '0',
}
const run = promisify(execFile)
const TIMEOUT = 60_000
let packed = { size: 0, path: '' }

beforeAll(async () => {
  // What `npm pack` would build is built: this is what is tested.
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root })
  const [name = ''] = readdirSync(folder).filter((it) => it.endsWith('.tgz'))
  packed = { path: join(folder, name), size: statSync(join(folder, name)).size }
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  // Without the native module: the library must not need it, and compiling it takes a minute.
  const args = ['install', packed.path, '--omit=optional', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', args, { cwd: folder })
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

test('the library is imported without the native module', { timeout: TIMEOUT }, async () => {
  expect(existsSync(join(folder, 'node_modules', 'better-sqlite3'))).toBe(false)
  const names = [
    'fairlead',
    'fairlead/protocol',
    'fairlead/state',
    'fairlead/api',
    'fairlead/simulator',
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
  const { stdout } = await run('npx', ['--no-install', 'fairlead', 'run', '--agent', 'sim', 'hello'], {
    cwd: folder,
    env,
  })
  expect(stdout).toContain('I am the Fairlead simulator')
})

test('npx fairlead up without the native module says what to do', { timeout: TIMEOUT }, async () => {
  const error = await run('npx', ['--no-install', 'fairlead', 'up'], { cwd: folder, env }).then(
    () => undefined,
    (reason: { stderr: string; code: number }) => reason,
  )
  expect(error?.code).toBe(1)
  expect(error?.stderr).toContain('npm install better-sqlite3')
})

test('npx fairlead up serves the console, until npx fairlead down', { timeout: TIMEOUT }, async () => {
  for (const name of ['better-sqlite3', 'bindings', 'file-uri-to-path']) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true })
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
  }
  const started = spawn('npx', ['--no-install', 'fairlead', 'up', '--port', '0', '--json'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) => createInterface(started.stdout).once('line', resolve))
  const login = await fetch(JSON.parse(line).url, { redirect: 'manual' })
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const page = await fetch(new URL('/', JSON.parse(line).url), { headers: { cookie } })
  const html = await page.text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const loaded = await fetch(new URL(script, JSON.parse(line).url), { headers: { cookie } })
  expect(loaded.status).toBe(200)
  expect(loaded.headers.get('content-type')).toContain('javascript')
  const ended = new Promise((resolve) => started.once('exit', resolve))
  await run('npx', ['--no-install', 'fairlead', 'down'], { cwd: folder, env })
  expect(await ended).toBe(0)
})
