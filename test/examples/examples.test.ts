/** Every example, run as a user would run it, with the simulator as its `claude`. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { DaemonProcess } from '../host/daemon-process.ts'
import { clear, guard } from '../process/leftovers.ts'

const folder = fileURLToPath(new URL('../../examples/', import.meta.url))
const simulator = fileURLToPath(new URL('../../dist/simulator/agent/main.js', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'fairlead-examples-'))
guard(home)
afterAll(() => clear(home))

const env = {
  PATH: process.env.PATH,
  HOME: home,
  CLAUDE_CONFIG_DIR: join(home, '.claude'),
  CLAUDE_BIN: simulator,
  FAIRLEAD_SIM_SPEED: '0',
}
const run = promisify(execFile)

type Output = (name: string, args?: string[], more?: NodeJS.ProcessEnv) => Promise<string>
const outputIn =
  (place: string): Output =>
  async (name, args = [], more = {}) => {
    const options = { cwd: home, env: { ...env, ...more } }
    return (await run(process.execPath, [join(place, name), ...args], options)).stdout
  }
const output = outputIn(folder)

/** The same programs on the official client, in a folder where they find it. */
const official = join(home, 'official')
const packages = fileURLToPath(new URL('../cli/node_modules', import.meta.url))
const hasOfficial = existsSync(join(packages, '@anthropic-ai/claude-agent-sdk'))
const counterparts = readdirSync(join(folder, 'official'))
cpSync(join(folder, 'official'), official, { recursive: true })
if (hasOfficial) symlinkSync(packages, join(official, 'node_modules'))
const places = hasOfficial ? [folder, official] : [folder]
const onEach = test.each(
  places.map((place) => [place === official ? 'official' : 'fairlead', place] as const),
)

test('each is short', () => {
  for (const name of readdirSync(folder).filter((it) => /\.(mjs|jsx)$/.test(it)))
    expect(readFileSync(join(folder, name), 'utf8').split('\n').length, name).toBeLessThan(80)
})

/** Without blank lines and comments. */
function codeLines(path: string): number {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line)).length
}

test.each(counterparts)('%s is no longer than on the official client', (name) => {
  expect(codeLines(join(folder, name))).toBeLessThanOrEqual(codeLines(join(folder, 'official', name)))
})

onEach('chat.mjs (%s)', async (_, place) => {
  const chat = spawn(process.execPath, [join(place, 'chat.mjs')], { cwd: home, env })
  onTestFinished(() => void chat.kill('SIGKILL'))
  let shown = ''
  chat.stdout.on('data', (text) => {
    shown += text
  })
  chat.stdin.write('fix the bug\n')
  await expect.poll(() => shown).toMatch(/Bash .*\nAllow\? \[yes\/always\/No\] $/)
  chat.stdin.write('no\n')
  await expect.poll(() => shown).toMatch(/\n> $/)
  chat.stdin.end()
  expect(await new Promise((resolve) => chat.once('exit', resolve))).toBe(0)
  expect(shown).toContain('I look at the function and its test first.')
})

onEach('chat.mjs remembers "always" (%s)', async (_, place) => {
  const cwd = join(home, `always-${place === official}`)
  mkdirSync(cwd)
  const scenario = join(cwd, 'scenario.json')
  const test = { tool: 'Bash', input: { command: 'npm test' }, result: 'ok' }
  writeFileSync(
    scenario,
    JSON.stringify({ scripts: [{ prompt: 'test it', replies: [[test], [{ text: 'It works.' }]] }] }),
  )
  const options = { cwd, env: { ...env, FAIRLEAD_SIM_SCENARIO: scenario } }
  const chat = spawn(process.execPath, [join(place, 'chat.mjs')], options)
  onTestFinished(() => void chat.kill('SIGKILL'))
  let shown = ''
  chat.stdout.on('data', (text) => {
    shown += text
  })
  chat.stdin.write('test it\n')
  await expect.poll(() => shown).toMatch(/No\] $/)
  chat.stdin.write('always\n')
  await expect.poll(() => shown).toMatch(/It works\.\n> $/)
  chat.stdin.end('test it\n')
  await expect.poll(() => shown.match(/It works\./g)?.length).toBe(2)
  expect(shown.match(/Allow\?/g)).toHaveLength(1)
})

test('approval-policy.mjs', async () => {
  const shown = await output('approval-policy.mjs', ['fix the bug'])
  expect(shown).toContain('Bash: allow\n')
  expect(shown).toContain('Edit: allow\n')
  expect(shown).toMatch(/success: Fixed\./)
})

onEach('batch.mjs (%s)', async (_, place) => {
  const shown = await outputIn(place)('batch.mjs', ['1', 'explain a', 'explain b', 'explain c'])
  expect(shown.match(/^success {2}\$0\.\d{4} {2}explain [abc]$/gm)).toHaveLength(3)
  expect(shown).toMatch(/^spent \$0\.0\d+ of \$1$/m)
})
onEach('batch.mjs begins nothing when the budget is gone (%s)', async (_, place) => {
  const shown = await outputIn(place)('batch.mjs', ['0', 'explain a', 'explain b'])
  expect(shown.match(/^left out/gm)).toHaveLength(2)
})

onEach('hook-policy.mjs (%s)', async (_, place) => {
  const scenario = join(home, `hooks-${place === official}.json`)
  const notes = join(home, 'notes.txt')
  const replies = [
    [{ tool: 'Bash', input: { command: 'psql prod-db', description: 'look' } }],
    [{ tool: 'Read', input: { file_path: join(home, '.env') } }],
    [{ tool: 'Write', input: { file_path: notes, content: 'x' } }],
    [{ text: 'Done.' }],
  ]
  writeFileSync(scenario, JSON.stringify({ scripts: [{ prompt: 'fix', replies }] }))
  const shown = await outputIn(place)('hook-policy.mjs', ['fix it'], { FAIRLEAD_SIM_SCENARIO: scenario })
  expect(shown).toBe(`changed ${notes}\nsuccess: Done.\n`)
})

onEach('mcp-tool.mjs (%s)', async (_, place) => {
  const scenario = join(home, 'stock.json')
  const tool = { tool: 'mcp__shop__stock', input: { article: 'rope' } }
  const scripts = [{ prompt: 'in stock', replies: [[tool], [{ text: 'Twelve.' }]] }]
  writeFileSync(scenario, JSON.stringify({ scripts }))
  const shown = await outputIn(place)('mcp-tool.mjs', [], { FAIRLEAD_SIM_SCENARIO: scenario })
  expect(shown).toBe('asked for rope\nsuccess: Twelve.\n')
})

test('resume-after-crash.mjs', async () => {
  const shown = await output('resume-after-crash.mjs', [], { FAIRLEAD_SIM_SPEED: '4' })
  expect(shown).toMatch(/^it died: .*SIGKILL/)
  expect(shown).toMatch(/^sent again: (success|already-run)$/m)
  expect(shown).toMatch(/^same session: true$/m)
})

test('test-with-faults.mjs', async () => {
  const args = ['--test', '--test-reporter=tap', join(folder, 'test-with-faults.mjs')]
  const { stdout: shown } = await run(process.execPath, args, { cwd: home, env })
  expect(shown).toMatch(/^# pass 3$/m)
  expect(shown).toMatch(/^# fail 0$/m)
})

let child: ChildProcess | undefined
let daemon: DaemonProcess | undefined
afterEach(async () => {
  child?.kill('SIGKILL')
  child = undefined
  await daemon?.end()
  daemon = undefined
})

test('web-ui.mjs', async () => {
  daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' })
  await daemon.start()
  const more = { FAIRLEAD_URL: daemon.url, FAIRLEAD_TOKEN: daemon.token, PORT: '0', AGENT: 'sim' }
  const started = spawn(process.execPath, [join(folder, 'web-ui.mjs')], {
    cwd: daemon.cwd,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  const url = await new Promise<string>((resolve) => createInterface(started.stdout).once('line', resolve))
  expect(await (await fetch(url)).text()).toContain('Fairlead in one file')
  const stream = await fetch(`${url}/stream`)
  await fetch(`${url}/say`, { method: 'POST', body: 'explain how it works' })
  let heard = ''
  for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
    heard += new TextDecoder().decode(chunk)
    if (heard.includes('"type":"result"')) break
  }
  expect(heard).toContain('text_delta')
})
