// @ts-check
// A daemon in a process of its own, in folders of its own, for the bench of the host. `end` ends it and all its sessions.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compileEmitter } from './client-emitter.mjs'

/** @typedef {{ seq: number, kind: string, message?: { type: string, at?: string } }} Event */

export class Daemon {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-bench-host-')))
  data = join(this.folder, 'data')
  cwd = join(this.folder, 'project')
  url = ''
  token = ''
  pid = 0
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child

  /**
   * @param {string} dist
   * @param {number} sessions
   */
  async start(dist, sessions) {
    const emitter = compileEmitter(this.folder)
    if ('problem' in emitter) throw new Error(emitter.problem)
    const main = join(dist, 'cli', 'main.js')
    if (!existsSync(main)) throw new Error(`There is no ${main}: run \`npm run build\` first.`)
    const home = join(this.folder, 'home')
    for (const path of [this.cwd, home]) mkdirSync(path)
    const args = [main, 'up', '--port', '0', '--json', '--root', this.folder, '--max-sessions', `${sessions}`]
    const env = { PATH: process.env.PATH, HOME: home, FAIRLEAD_HOME: this.data }
    const child = spawn(process.execPath, args, {
      cwd: this.folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    const died = once(child, 'exit').then(([code]) => {
      throw new Error(`the daemon ended with ${code}`)
    })
    died.catch(() => {})
    const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), died])
    this.url = new URL(JSON.parse(line).url).origin
    this.token = readFileSync(join(this.data, 'token'), 'utf8')
    this.pid = child.pid ?? 0
    const agents = [{ name: 'emitter', command: emitter.binary }]
    await this.ask('PUT', '/agents', { agents, default: 'emitter' })
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  async ask(method, path, body) {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' }
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = /** @type {any} */ (await response.json())
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error?.message}`)
    return answer
  }

  /** Resident memory, in MB. */
  memory() {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${this.pid}`], { encoding: 'utf8' })) / 1024
  }

  /** Processor time of all its threads so far, in ms; undefined where the system does not tell it so. */
  processorTime() {
    const file = `/proc/${this.pid}/stat`
    if (!existsSync(file)) return undefined
    const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  }

  /**
   * What the CLI of a session wrote, and what the journal has of it, in lines.
   * @param {string} id
   */
  async compare(id) {
    const folder = join(this.data, 'sessions', id)
    let written = 0
    for (const name of readdirSync(folder).filter((it) => it.endsWith('.stdout')))
      for (const byte of readFileSync(join(folder, name))) if (byte === 10) written += 1
    let [stored, after, gaps] = [0, 0, 0]
    for (;;) {
      /** @type {{ events: Event[], last: number }} */
      const { events, last } = await this.ask('GET', `/sessions/${id}/events?after=${after}&limit=10000`)
      for (const { seq, kind } of events) {
        if (seq !== after + 1) gaps += 1
        after = seq
        if (['received', 'unknown', 'noise'].includes(kind)) stored += 1
      }
      if (after >= last || events.length === 0) return { written, stored, gaps }
    }
  }

  async end() {
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      await this.ask('POST', '/host/stop', { all: true }).catch(() => child.kill('SIGKILL'))
      await exited
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}
