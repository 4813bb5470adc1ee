// @ts-check
// A host of its own for the pictures, in a folder of its own. Its clock can be set, so that sessions of yesterday and a tool
// that has run for a minute need no waiting.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dist = process.env.FAIRLEAD_DIST ?? join(root, 'dist')
const CLOCK = join(root, 'test/soak/host-clock.mjs')

/** @typedef {Awaited<ReturnType<typeof startHost>>} Host */

/**
 * @param {string} folder
 * @param {{ path?: string }} [options] `path`: where programs are looked for
 */
export async function startHost(folder, { path = process.env.PATH } = {}) {
  const home = join(folder, 'home')
  const temporary = join(folder, 'tmp')
  for (const it of [home, temporary]) mkdirSync(it, { recursive: true })
  const clock = join(folder, 'clock')
  writeFileSync(clock, '0')
  const env = {
    PATH: path,
    HOME: home,
    TMPDIR: temporary,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    FAIRLEAD_HOME: join(folder, 'data'),
    FAIRLEAD_SOAK_CLOCK: clock,
  }
  const args = [
    '--import',
    CLOCK,
    join(dist, 'cli', 'main.js'),
    'up',
    '--port',
    '0',
    '--json',
    '--root',
    folder,
  ]
  const child = spawn(process.execPath, args, { env, cwd: home, stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the host ended with ${code}`)))
  })
  const { url } = JSON.parse(line)
  const token = readFileSync(join(folder, 'data', 'token'), 'utf8')
  /** @type {(method: string, path: string, body?: object) => Promise<any>} */
  const call = async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      connection: 'close',
    }
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }
  return {
    url,
    home,
    call,
    /** @param {number} ms from now on, the host's clock is behind by this */
    async setBack(ms) {
      writeFileSync(clock, String(-ms))
      child.kill('SIGUSR2')
      // The next answer comes after the signal was handled.
      await call('GET', '/sessions')
      await call('GET', '/sessions')
    },
    stop: () => call('POST', '/host/stop', { all: true }).catch(() => child.kill()),
  }
}

/**
 * @template T
 * @param {string} what
 * @param {() => Promise<T | undefined | false>} look
 * @returns {Promise<T>}
 */
export async function until(what, look) {
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const found = await look()
    if (found) return found
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error(`waited too long for ${what}`)
}
