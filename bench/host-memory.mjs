// @ts-check
// A host under load for minutes: does its memory stay? README.md says what is measured and how.

import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { Daemon } from './host-daemon.mjs'
import * as measure from './measure.mjs'

const usage = `Usage: npm run bench:memory -- [options]

Measures the memory of a host whose sessions have one turn after another, while clients come and go.

  --json          one JSON object on stdout and nothing else there
  --minutes N     how long (3)
  --sessions N    how many sessions at a time (20)
  --turns N       turns of a session before another takes its place (40)
  --lines N       lines of a turn (300)
  --agent NAME    what they run: emitter (default, small) or simulator (a Node program each)
  --dist FOLDER   measure another build
  --help          this text
`

/** The last third of the run may need so much more than the first. */
const MOST_GROWTH = 1.25
const SAMPLE_MS = 1000
const VISIT_MS = 500

function readOptions() {
  const more = /** @satisfies {measure.Options} */ ({
    minutes: { type: 'string', default: '3' },
    sessions: { type: 'string', default: '20' },
    turns: { type: 'string', default: '40' },
    lines: { type: 'string', default: '300' },
    agent: { type: 'string', default: 'emitter' },
    dist: { type: 'string', default: measure.BUILT },
  })
  const values = measure.readOptions(usage, more, ({ agent, minutes, sessions, turns, lines }) => {
    if (!['emitter', 'simulator'].includes(agent)) throw new Error(`There is no agent ${agent}`)
    const wrong = [minutes, sessions, turns, lines].find((text) => !(Number(text) > 0))
    if (wrong !== undefined) throw new Error(`This is no number of something: ${wrong}`)
  })
  return {
    ...values,
    minutes: Number(values.minutes),
    sessions: Number(values.sessions),
    turns: Number(values.turns),
    agent: /** @type {'emitter' | 'simulator'} */ (values.agent),
  }
}

/** A client of the stream. `onResult` is called after each turn of a session that it watches. */
class Watcher {
  events = 0
  #socket
  /** @type {Map<string, () => void>} */
  #waits = new Map()

  /** @param {Daemon} daemon */
  constructor({ url, token }) {
    const headers = { authorization: `Bearer ${token}` }
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, { headers })
    this.opened = new Promise((resolve) => this.#socket.once('open', resolve))
    this.#socket.on('error', (error) => process.stderr.write(`${error.message}\n`))
    this.#socket.on('message', (data) => this.#hear(String(data)))
  }

  /** @param {string} session */
  watch(session) {
    this.#socket.send(JSON.stringify({ type: 'watch', session, after: 0 }))
  }
  watchList() {
    this.#socket.send(JSON.stringify({ type: 'watch-list' }))
  }
  /** @param {string} session */
  unwatch(session) {
    this.#socket.send(JSON.stringify({ type: 'unwatch', session }))
  }
  /** @param {string} session @returns {Promise<void>} */
  nextResult(session) {
    return new Promise((resolve) => this.#waits.set(session, resolve))
  }
  close() {
    this.#socket.close()
  }

  /** @param {string} frame */
  #hear(frame) {
    const message = JSON.parse(frame)
    const isOver =
      message.type === 'snapshot' ||
      message.events?.some((/** @type {any} */ it) => it.kind === 'received' && it.message.type === 'result')
    this.events += message.events?.length ?? 0
    if (!isOver) return
    const tell = this.#waits.get(message.session)
    this.#waits.delete(message.session)
    tell?.()
  }
}

/**
 * @param {Daemon} daemon
 * @param {ReturnType<typeof readOptions>} options
 */
async function run(daemon, { minutes, sessions, turns, lines, agent, dist }) {
  await daemon.start(dist, sessions + 10, agent)
  const empty = daemon.memory()
  const watcher = new Watcher(daemon)
  await watcher.opened
  const end = performance.now() + minutes * 60_000
  const isOver = () => performance.now() > end
  let [made, done] = [0, 0]
  /** @type {string[]} */
  const alive = []

  const work = async () => {
    while (!isOver()) {
      const { result } = await daemon.ask('POST', '/sessions', {
        cwd: daemon.cwd,
        title: `session ${made++}`,
      })
      const { id } = result
      alive.push(id)
      watcher.watch(id)
      for (let turn = 0; turn < turns && !isOver(); turn++) {
        const over = watcher.nextResult(id)
        await daemon.ask('POST', `/sessions/${id}/messages`, { text: `play deltas ${lines}` })
        await Promise.race([over, sleep(30_000, undefined, { ref: false })])
        done += 1
      }
      watcher.unwatch(id)
      alive.splice(alive.indexOf(id), 1)
      await daemon.ask('POST', `/sessions/${id}/close`, {})
    }
  }
  const visit = async () => {
    while (!isOver()) {
      const visitor = new Watcher(daemon)
      await visitor.opened
      visitor.watchList()
      for (const id of alive.slice(0, 5)) visitor.watch(id)
      await sleep(VISIT_MS)
      visitor.close()
    }
  }
  /** @type {{ at: number, mb: number }[]} */
  const samples = []
  const look = async () => {
    while (!isOver()) {
      await sleep(SAMPLE_MS)
      const at = Math.round((performance.now() - end) / 1000 + minutes * 60)
      samples.push({ at, mb: daemon.memory() })
      measure.progress(
        `${at} s: ${Math.round(samples.at(-1)?.mb ?? 0)} MB, ${done} turns, ${watcher.events} events`,
      )
    }
  }
  await Promise.all([...Array.from({ length: sessions }, work), visit(), look()])
  watcher.close()
  measure.progress('')
  const third = Math.ceil(samples.length / 3)
  const of = (/** @type {typeof samples} */ some) => Math.round(measure.median(some.map(({ mb }) => mb)))
  const [first, second, last] = [
    samples.slice(0, third),
    samples.slice(third, 2 * third),
    samples.slice(2 * third),
  ].map(of)
  const growth = measure.round((last ?? Number.NaN) / (second ?? Number.NaN), 2)
  return {
    machine: measure.machine(),
    sessions,
    made,
    turns: done,
    events: watcher.events,
    memoryMb: {
      empty: Math.round(empty),
      first,
      second,
      last,
      most: Math.round(Math.max(...samples.map(({ mb }) => mb))),
    },
    targets: [
      measure.target('memory in the last third against the second', growth, 'x', { atMost: MOST_GROWTH }),
    ],
  }
}

/** @param {Awaited<ReturnType<typeof run>>} report */
function asText({ machine, sessions, made, turns, events, memoryMb, targets }) {
  const rows = [
    ['', 'measured'],
    ['sessions at a time', `${sessions}`],
    ['sessions in all', `${made}`],
    ['turns', `${turns}`],
    ['events that a client got', `${events}`],
    ['memory without sessions', `${memoryMb.empty} MB`],
    [
      'memory in the first, second and last third',
      `${memoryMb.first}, ${memoryMb.second}, ${memoryMb.last} MB`,
    ],
    ['most', `${memoryMb.most} MB`],
  ]
  const where = `Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), load ${machine.load}`
  return `${measure.table(rows)}\n\n${measure.targetTable(targets)}\n\n${where}`
}

const options = readOptions()
const daemon = new Daemon()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => void daemon.end().finally(() => process.exit(1)))
}
try {
  const report = await run(daemon, options)
  console.log(options.json ? JSON.stringify(report) : asText(report))
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
} finally {
  await daemon.end()
}
