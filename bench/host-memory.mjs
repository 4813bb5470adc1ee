// @ts-check
// A host under load for minutes: does its memory stay? README.md says what is measured and how.

import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { Daemon, HEAP_OPTIONS } from './host-daemon.mjs'
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

/** After the first third, in which the host warms up, neither may grow by more than this. */
const MAX_GROWTH = 1.15
/** Lines of the table: of a run of ten minutes, one for each. */
const ROWS = 10
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
  daemon.nodeOptions = HEAP_OPTIONS
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
  /** @type {Row[]} */
  const rows = []
  const look = async () => {
    const begin = end - minutes * 60_000
    for (let row = 1; row <= ROWS; row++) {
      const until = begin + ((end - begin) / ROWS) * row
      const samples = [daemon.memory()]
      while (performance.now() < until) {
        await sleep(Math.min(SAMPLE_MS, Math.max(until - performance.now(), 1)))
        samples.push(daemon.memory())
        measure.progress(`${samples.at(-1)?.toFixed()} MB, ${made} sessions, ${done} turns`)
      }
      const { heapUsed, external } = await daemon.heap()
      rows.push({
        minute: measure.round((performance.now() - begin) / 60_000, 1),
        residentMb: Math.round(measure.median(samples)),
        mostMb: Math.round(Math.max(...samples)),
        heapMb: measure.round(heapUsed / MB, 1),
        externalMb: measure.round(external / MB, 1),
        sessions: made,
        turns: done,
      })
    }
  }
  await Promise.all([...Array.from({ length: sessions }, work), visit(), look()])
  watcher.close()
  measure.progress('')
  return {
    machine: measure.machine(),
    sessions,
    events: watcher.events,
    emptyMb: Math.round(empty),
    rows,
    targets: [
      measure.target('heap after a collection: last third against second', growth(rows, 'heapMb'), 'x', {
        atMost: MAX_GROWTH,
      }),
      measure.target('resident memory: last third against second', growth(rows, 'residentMb'), 'x', {
        atMost: MAX_GROWTH,
      }),
    ],
  }
}

const MB = 1024 * 1024

/**
 * @typedef {object} Row
 * @property {number} minute
 * @property {number} residentMb the median
 * @property {number} mostMb
 * @property {number} heapMb after a full collection
 * @property {number} externalMb then too
 * @property {number} sessions so far
 * @property {number} turns so far
 */

/**
 * @param {Row[]} rows
 * @param {'heapMb' | 'residentMb'} column
 */
function growth(rows, column) {
  const third = Math.round(rows.length / 3)
  const [second, last] = [rows.slice(third, -third), rows.slice(-third)].map((some) =>
    measure.median(some.map((row) => row[column])),
  )
  return measure.round((last ?? Number.NaN) / (second ?? Number.NaN), 2)
}

/** @param {Awaited<ReturnType<typeof run>>} report */
function asText({ machine, sessions, events, emptyMb, rows, targets }) {
  const head = [
    'minute',
    'resident',
    'at most',
    'heap after gc',
    'external',
    'sessions so far',
    'turns so far',
  ]
  const lines = rows.map((row) => [
    `${row.minute}`,
    `${row.residentMb} MB`,
    `${row.mostMb} MB`,
    `${row.heapMb} MB`,
    `${row.externalMb} MB`,
    `${row.sessions}`,
    `${row.turns}`,
  ])
  const where = `Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), load ${machine.load}`
  const what = `${sessions} sessions at a time; a client got ${events} events; ${emptyMb} MB without sessions`
  return `${measure.table([head, ...lines])}\n\n${what}\n\n${measure.targetTable(targets)}\n\n${where}`
}

const options = readOptions()
const daemon = new Daemon()
try {
  const report = await run(daemon, options)
  console.log(options.json ? JSON.stringify(report) : asText(report))
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
} finally {
  await daemon.end()
}
