// @ts-check
// A daemon in a process of its own, in folders of its own, for the benches of the host. `end` ends it and all its sessions.
// A bench that is interrupted or killed need not call it: `guard.mjs` ends all of it then.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compileEmitter } from '../emitter/compile.mjs'
import { processorTime } from './processor.mjs'

/** @typedef {{ seq: number, kind: string, message?: { type: string, at?: string } }} Event */

/** The simulator writes as fast as it can. */
const SPEED = { FAIRLEAD_SIM_SPEED: '0' }

const GUARD = fileURLToPath(new URL('guard.mjs', import.meta.url))
/** For `heap()`. */
export const HEAP_OPTIONS = ['--expose-gc', '--import', new URL('heap.mjs', import.meta.url).href]

export class Daemon {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-bench-host-')))
  data = join(this.folder, 'data')
  cwd = join(this.folder, 'project')
  #guard = spawn(process.execPath, [GUARD, this.folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  url = ''
  token = ''
  pid = 0
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child
  /** @type {string[]} */
  #args = []
  /** Options for Node itself, as for a profile. @type {string[]} */
  nodeOptions = []
  /** More of `fairlead up`. @type {string[]} */
  upOptions = []

  /**
   * @param {string} dist
   * @param {number} sessions
   * @param {'emitter' | 'simulator'} [kind] what the sessions run
   */
  async start(dist, sessions, kind = 'emitter') {
    const main = resolve(dist, 'cli', 'main.js')
    if (!existsSync(main)) throw new Error(`There is no ${main}: run \`npm run build\` first.`)
    for (const path of [this.cwd, this.#home]) mkdirSync(path)
    this.#args = [
      main,
      'up',
      '--port',
      '0',
      '--json',
      '--root',
      this.folder,
      '--max-sessions',
      `${sessions}`,
      ...this.upOptions,
    ]
    await this.#launch()
    const agents = [
      { name: kind, command: kind === 'emitter' ? compileEmitter(this.folder) : 'sim', env: SPEED },
    ]
    await this.ask('PUT', '/agents', { agents, default: kind })
  }

  /** Kills the host and starts another; milliseconds until the API answers with all sessions. */
  async restart() {
    const exited = once(/** @type {import('node:child_process').ChildProcess} */ (this.#child), 'exit')
    process.kill(this.pid, 'SIGKILL')
    await exited
    const start = performance.now()
    await this.#launch()
    const { sessions } = await this.ask('GET', '/sessions')
    const ms = performance.now() - start
    return { ms, running: sessions.filter((/** @type {any} */ it) => it.group !== 'ended').length }
  }

  /** `fairlead down --all`, as a person would: milliseconds until it is over, and what it printed. */
  async down() {
    const child = /** @type {import('node:child_process').ChildProcess} */ (this.#child)
    const exited = once(child, 'exit')
    const before = this.processorTime() ?? Number.NaN
    let last = before
    // It cannot be asked when it is gone.
    const looks = setInterval(() => {
      last = this.processorTime() ?? last
    }, 20)
    const start = performance.now()
    const command = spawn(process.execPath, [this.#args[0] ?? '', 'down', '--all'], {
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [command.stdout, command.stderr]) stream.on('data', (part) => (text += part))
    const [code] = await once(command, 'exit')
    const ms = performance.now() - start
    if (code === 0) await exited
    clearInterval(looks)
    return { ms, processorMs: last - before, text, code }
  }

  get #home() {
    return join(this.folder, 'home')
  }
  get env() {
    return { PATH: process.env.PATH, HOME: this.#home, FAIRLEAD_HOME: this.data }
  }

  async #launch() {
    const child = spawn(process.execPath, [...this.nodeOptions, ...this.#args], {
      cwd: this.folder,
      env: this.env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.#child = child
    const died = once(child, 'exit').then(([code]) => {
      throw new Error(`the daemon ended with ${code}`)
    })
    died.catch(() => {})
    const stdout = /** @type {import('node:stream').Readable} */ (child.stdout)
    const [line] = await Promise.race([once(createInterface(stdout), 'line'), died])
    this.url = new URL(JSON.parse(line).url).origin
    this.token = readFileSync(join(this.data, 'token'), 'utf8')
    this.pid = child.pid ?? 0
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

  /** What a full collection leaves, in bytes. Needs `HEAP_OPTIONS` among the options of Node. */
  async heap() {
    const child = /** @type {import('node:child_process').ChildProcess} */ (this.#child)
    const answer = once(child, 'message')
    child.send('heap')
    const [usage] = await answer
    return /** @type {NodeJS.MemoryUsage} */ (usage)
  }

  processorTime() {
    return processorTime(this.pid)
  }

  /** Starts a session. @returns {Promise<string>} its id */
  async create() {
    const { result } = await this.ask('POST', '/sessions', { cwd: this.cwd })
    return result.id
  }

  /** Starts many, a few at a time. @param {number} count @returns {Promise<string[]>} */
  async createMany(count) {
    /** @type {string[]} */
    const ids = []
    while (ids.length < count) {
      const some = Array.from({ length: Math.min(4, count - ids.length) }, () => this.create())
      ids.push(...(await Promise.all(some)))
    }
    return ids
  }

  /** @param {string} id @param {string} text */
  async play(id, text) {
    await this.ask('POST', `/sessions/${id}/messages`, { text: `play ${text}` })
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
    const gone = once(this.#guard, 'exit')
    this.#guard.stdin.end()
    await gone
  }
}
