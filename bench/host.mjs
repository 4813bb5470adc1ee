// @ts-check
// A host with many sessions that stream at once, and clients that watch them. README.md says what is measured and how.

import { WebSocket } from 'ws'
import { Daemon } from './host-daemon.mjs'
import * as measure from './measure.mjs'

const usage = `Usage: npm run bench:host -- [options]

Measures a host: sessions that stream at once, and clients that watch them over WebSockets.

  --json           one JSON object on stdout and nothing else there
  --quick          a quarter of the lines: rough figures within a minute
  --sessions N     how many sessions (100)
  --subscribers N  how many clients (20)
  --watch N        how many sessions each client watches (20)
  --dist FOLDER    measure another build
  --help           this text
`

function readOptions() {
  const more = /** @satisfies {measure.Options} */ ({
    ...measure.QUICK,
    sessions: { type: 'string', default: '100' },
    subscribers: { type: 'string', default: '20' },
    watch: { type: 'string', default: '20' },
    dist: { type: 'string', default: measure.BUILT },
  })
  const values = measure.readOptions(usage, more, ({ sessions, subscribers, watch }) => {
    const wrong = [sessions, subscribers, watch].find((text) => !/^[1-9]\d{0,3}$/.test(text))
    if (wrong !== undefined) throw new Error(`This is no number of something: ${wrong}`)
  })
  const [sessions, subscribers, watch] = [values.sessions, values.subscribers, values.watch].map(Number)
  return { ...values, sessions: sessions ?? 1, subscribers: subscribers ?? 1, watch: watch ?? 1 }
}

/** A client, and how far it is in each session that it watches. */
class Subscriber {
  /** @type {Map<string, { seq: number, turns: number }>} */
  places = new Map()
  events = 0
  gaps = 0
  snapshots = 0
  /** @type {number[]} milliseconds */
  delays = []
  onNews = () => {}
  #socket

  /** @param {Daemon} daemon */
  constructor({ url, token }) {
    const headers = { authorization: `Bearer ${token}` }
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, { headers })
    this.opened = new Promise((resolve, reject) => {
      this.#socket.once('open', resolve)
      this.#socket.once('error', reject)
    })
    this.#socket.on('message', (data) => this.#hear(process.hrtime.bigint(), String(data)))
  }

  /** @param {string} session */
  watch(session) {
    this.places.set(session, { seq: 0, turns: 0 })
    this.#socket.send(JSON.stringify({ type: 'watch', session, after: 0 }))
  }

  /** It has the results of so many turns of each session. */
  has(/** @type {number} */ turns) {
    return [...this.places.values()].every((place) => place.turns >= turns)
  }

  close() {
    this.#socket.close()
  }

  /**
   * @param {bigint} now
   * @param {string} frame
   */
  #hear(now, frame) {
    const message = JSON.parse(frame)
    const place = this.places.get(message.session)
    if (!place) return
    if (message.type === 'snapshot') {
      this.snapshots += 1
      place.seq = message.seq
      place.turns = message.state.turns.past.size
    }
    for (const event of message.events ?? []) {
      this.events += 1
      if (event.seq !== place.seq + 1) this.gaps += 1
      place.seq = event.seq
      if (event.kind !== 'received') continue
      if (event.message.type === 'result') place.turns += 1
      if (event.message.at) this.delays.push(Number(now - BigInt(event.message.at)) / 1e6)
    }
    this.onNews()
  }
}

/**
 * @param {readonly Subscriber[]} subscribers
 * @param {number} turns
 */
function untilAllHave(subscribers, turns) {
  return new Promise((resolve) => {
    const check = () => subscribers.every((it) => it.has(turns)) && resolve(undefined)
    for (const subscriber of subscribers) subscriber.onNews = check
    check()
  })
}

/** @param {number[]} sorted @param {number} part */
const at = (sorted, part) => measure.round(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN, 1)

/**
 * @param {Daemon} daemon
 * @param {ReturnType<typeof readOptions>} options
 */
async function run(daemon, options) {
  const { sessions, quick } = options
  // Each session is watched by someone: that is how its end is seen.
  const watch = Math.min(sessions, Math.max(options.watch, Math.ceil(sessions / options.subscribers)))
  measure.progress('the daemon is started')
  await daemon.start(options.dist, sessions)
  const memory = { empty: daemon.memory(), idle: 0, paced: 0, flood: 0 }

  /** @type {string[]} */
  const ids = []
  for (let index = 0; index < sessions; index++) {
    measure.progress(`session ${index + 1} of ${sessions}`)
    const { result } = await daemon.ask('POST', '/sessions', { cwd: daemon.cwd, title: `session ${index}` })
    ids.push(result.id)
  }
  memory.idle = daemon.memory()

  const subscribers = Array.from({ length: options.subscribers }, () => new Subscriber(daemon))
  await Promise.all(subscribers.map(({ opened }) => opened))
  for (const [index, subscriber] of subscribers.entries()) {
    for (let i = 0; i < watch; i++)
      subscriber.watch(/** @type {string} */ (ids[(index * watch + i) % sessions]))
  }
  const play = async (/** @type {string} */ text) => {
    for (const id of ids) await daemon.ask('POST', `/sessions/${id}/messages`, { text: `play ${text}` })
  }

  const pacedLines = quick ? 60 : 240
  measure.progress(`${pacedLines} lines of each session, 20 a second`)
  await play(`trickle ${pacedLines}`)
  await untilAllHave(subscribers, 1)
  memory.paced = daemon.memory()
  const delays = subscribers.flatMap((it) => it.delays).sort((a, b) => a - b)

  const floodLines = quick ? 1000 : 4000
  measure.progress(`${floodLines} lines of each session, as fast as they come`)
  const heard = () => subscribers.reduce((sum, { events }) => sum + events, 0)
  const heardBefore = heard()
  const processorBefore = daemon.processorTime()
  const start = performance.now()
  await play(`deltas ${floodLines}`)
  await untilAllHave(subscribers, 2)
  const seconds = (performance.now() - start) / 1000
  const processor = (daemon.processorTime() ?? Number.NaN) - (processorBefore ?? Number.NaN)
  const heardInFlood = heard() - heardBefore
  memory.flood = daemon.memory()

  let [written, stored, gaps] = [0, 0, 0]
  for (const [index, id] of ids.entries()) {
    measure.progress(`what session ${index + 1} wrote is compared with the journal`)
    const found = await daemon.compare(id)
    written += found.written
    stored += found.stored
    gaps += found.gaps
  }
  for (const subscriber of subscribers) subscriber.close()
  measure.progress('')
  const perSession = (/** @type {number} */ mb) => measure.round((mb - memory.empty) / sessions, 2)
  const lines = sessions * floodLines
  return {
    machine: measure.machine(),
    quick,
    sessions,
    subscribers: options.subscribers,
    watch,
    lines: { written, stored },
    delayMs: { p50: at(delays, 0.5), p99: at(delays, 0.99), count: delays.length },
    eventsPerSecond: Math.round(lines / seconds),
    sentPerSecond: Math.round(heardInFlood / seconds),
    processorUsPerEvent: measure.round((processor * 1000) / lines, 1),
    snapshots: subscribers.reduce((sum, it) => sum + it.snapshots, 0),
    memoryMb: measure.mapValues(memory, (mb) => measure.round(mb, 1)),
    memoryMbPerSession: { idle: perSession(memory.idle), flood: perSession(memory.flood) },
    targets: [
      measure.target('lines that are not in the journal', Math.abs(written - stored), '', { atMost: 0 }),
      measure.target('gaps in the journal', gaps, '', { atMost: 0 }),
      measure.target('gaps for subscribers', sum(subscribers), '', { atMost: 0 }),
    ],
  }
}

/** @param {readonly Subscriber[]} subscribers */
function sum(subscribers) {
  return subscribers.reduce((all, { gaps }) => all + gaps, 0)
}

/** @param {Awaited<ReturnType<typeof run>>} report */
function asText(report) {
  const { delayMs, memoryMb, memoryMbPerSession: each, machine } = report
  const rows = [
    ['', 'measured'],
    ['lines written by the CLIs', `${report.lines.written}`],
    ['events in the journal', `${report.lines.stored}`],
    ['delay from line to subscriber, p50', `${delayMs.p50} ms`],
    ['delay from line to subscriber, p99', `${delayMs.p99} ms`],
    ['events per second, as fast as they come', `${report.eventsPerSecond}`],
    ['events sent to subscribers per second', `${report.sentPerSecond}`],
    ['snapshots in place of events', `${report.snapshots}`],
    ['processor time of the host per event', `${report.processorUsPerEvent} us`],
    ['memory of the host without sessions', `${memoryMb.empty} MB`],
    ['memory for each session, idle', `${each.idle} MB`],
    ['memory for each session, after all of it', `${each.flood} MB`],
  ]
  const what = `${report.sessions} sessions, ${report.subscribers} subscribers with ${report.watch} sessions each`
  const where = `Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), load ${machine.load}`
  return `${what}\n\n${measure.table(rows)}\n\n${measure.targetTable(report.targets)}\n\n${where}`
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
