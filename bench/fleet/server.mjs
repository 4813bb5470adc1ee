// @ts-check
// A nats-server for a bench, on a free port of loopback. It ends with the bench, also where that is interrupted.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

export async function startServer() {
  const program = PLACES.map((it) => join(it, 'nats-server')).find((it) => existsSync(it))
  if (!program) throw new Error('There is no nats-server: `node scripts/setup.mjs --test` installs it.')
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-bench-nats-'))
  const config = join(folder, 'nats.conf')
  const lines = [
    'listen: "127.0.0.1:-1"',
    'max_payload: 8MB',
    `ports_file_dir: ${JSON.stringify(folder)}`,
    `jetstream { store_dir: ${JSON.stringify(join(folder, 'store'))} }`,
  ]
  writeFileSync(config, lines.join('\n'))
  const child = spawn(program, ['-c', config], { stdio: 'ignore' })
  const leave = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', leave)
  const url = await portIn(folder)
  return {
    url,
    async end() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      leave()
    },
  }
}

/** @param {string} folder @returns {Promise<string>} */
async function portIn(folder) {
  for (;;) {
    const name = readdirSync(folder).find((it) => it.endsWith('.ports'))
    try {
      if (name !== undefined) return JSON.parse(readFileSync(join(folder, name), 'utf8')).nats[0]
    } catch {
      // It is being written.
    }
    await sleep(20)
  }
}
