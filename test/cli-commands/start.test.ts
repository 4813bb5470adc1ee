import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { freshFolder } from './fairlead.ts'

const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))

let child: ChildProcess | undefined
afterEach(async () => {
  if (!child || child.exitCode !== null) return
  const ended = new Promise((resolve) => child?.once('exit', resolve))
  child.kill('SIGINT')
  await ended
})

function stage() {
  const home = freshFolder()
  const env = {
    PATH: '/nowhere',
    HOME: home,
    CLAUDE_CONFIG_DIR: home,
    FAIRLEAD_HOME: home,
    FAIRLEAD_PORT: '0',
  }
  return { cwd: home, env }
}

test('npm start starts the host and prints one line with its address; a second start finds the first', async () => {
  const { cwd, env } = stage()
  const started = spawn(process.execPath, [script], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] })
  child = started
  const lines: string[] = []
  const first = await new Promise<string>((resolve) => {
    createInterface(started.stdout)
      .on('line', (line) => lines.push(line))
      .once('line', resolve)
  })
  const url = /^Fairlead is up: (http:\/\/127\.0\.0\.1:\d+)$/.exec(first)?.[1] ?? ''
  const page = await fetch(url)
  expect(page.status).toBe(200)
  const second = spawnSync(process.execPath, [script], { cwd, env, encoding: 'utf8' })
  expect(second).toMatchObject({ status: 0, stdout: `Fairlead is already running: ${url}\n` })
  expect(lines).toEqual([first])
})

test('npm start -- hands its arguments on', () => {
  expect(
    spawnSync(process.execPath, [script, 'run', '--loud'], { ...stage(), encoding: 'utf8' }),
  ).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("fairlead run: Unknown option '--loud'"),
  })
})
