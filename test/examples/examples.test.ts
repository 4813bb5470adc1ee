/** Every example, run as a user would run it, with the simulator as its `claude`. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

async function output(name: string, args: string[] = [], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: home, env: { ...env, ...more } }
  return (await run(process.execPath, [join(folder, name), ...args], options)).stdout
}

test('each is short', () => {
  for (const name of readdirSync(folder).filter((it) => it.endsWith('.mjs')))
    expect(readFileSync(join(folder, name), 'utf8').split('\n').length, name).toBeLessThan(80)
})

test('chat.mjs', async () => {
  const chat = spawn(process.execPath, [join(folder, 'chat.mjs')], { cwd: home, env })
  onTestFinished(() => void chat.kill('SIGKILL'))
  let shown = ''
  chat.stdout.on('data', (text) => {
    shown += text
  })
  chat.stdin.write('fix the bug\n')
  await expect.poll(() => shown).toMatch(/Bash .*\nAllow\? \[y\/N\] $/)
  chat.stdin.write('n\n')
  await expect.poll(() => shown).toMatch(/\n> $/)
  chat.stdin.end()
  expect(await new Promise((resolve) => chat.once('exit', resolve))).toBe(0)
  expect(shown).toContain('I look at the function and its test first.')
})

test('approval-policy.mjs', async () => {
  const shown = await output('approval-policy.mjs', ['fix the bug'])
  expect(shown).toContain('Bash: allow\n')
  expect(shown).toContain('Edit: allow\n')
  expect(shown).toMatch(/success: Fixed\./)
})

test('parallel-budget.mjs', async () => {
  const shown = await output('parallel-budget.mjs', ['1', 'explain a', 'explain b', 'explain c'])
  expect(shown.match(/^success {2}\$0\.\d{4} {2}explain [abc]$/gm)).toHaveLength(3)
  expect(shown).toMatch(/^spent \$0\.0\d+ of \$1$/m)
})
test('parallel-budget.mjs begins nothing when the budget is gone', async () => {
  const shown = await output('parallel-budget.mjs', ['0', 'explain a', 'explain b'])
  expect(shown.match(/^left out/gm)).toHaveLength(2)
})

test('mcp-tool.mjs', async () => {
  const scenario = join(home, 'stock.json')
  const tool = { tool: 'mcp__shop__stock', input: { article: 'rope' } }
  const scripts = [{ prompt: 'in stock', replies: [[tool], [{ text: 'Twelve.' }]] }]
  writeFileSync(scenario, JSON.stringify({ scripts }))
  const shown = await output('mcp-tool.mjs', [], { FAIRLEAD_SIM_SCENARIO: scenario })
  expect(shown).toBe('asked for rope\nsuccess: Twelve.\n')
})

test('resume-after-crash.mjs', async () => {
  const shown = await output('resume-after-crash.mjs', [], { FAIRLEAD_SIM_SPEED: '4' })
  expect(shown).toMatch(/^it died: .*SIGKILL/)
  expect(shown).toMatch(/^sent again: (success|already-run)$/m)
  expect(shown).toMatch(/^same session: true$/m)
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
