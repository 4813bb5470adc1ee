// @ts-check
// Journals of hosts that have run for long, made without running one: through the store, as the host itself would have written them.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { importBuilt } from '../lib/measure.mjs'
import { deltas, items } from '../state/conversations.mjs'

/** @typedef {import('../../src/state/index.ts').SessionState} State */
/** @typedef {import('../../src/state/index.ts').SessionEvent} Event */
/** @typedef {import('../../src/host/journal/store.ts').Change} Change */

/** Items that a host keeps of a session in memory. */
const WINDOW = 1000
const AT_ONCE = 5000

/** @param {string} id @param {string} cwd @param {number} at */
const row = (id, cwd, at) => ({
  id,
  title: `Session ${id}`,
  cwd,
  agent: 'emitter',
  createdAt: at,
  updatedAt: at,
  archived: false,
  options: {},
  generation: 1,
  offset: 0,
  wanted: /** @type {const} */ ('rest'),
  extra: {},
})

/**
 * Prompts, answers and tool calls that make so many items, and after them deltas up to so many events.
 * @param {number} count @param {number} events
 */
function* told(count, events = 0) {
  const at = Date.now() - 3_600_000
  let seq = 0
  const numbered = (/** @type {object} */ body) =>
    /** @type {Event} */ ({ ...body, seq: ++seq, at: at + seq })
  yield numbered({ kind: 'process-started', generation: 1 })
  for (const message of items(count)) yield numbered({ kind: 'received', message })
  for (const message of deltas(Math.max(0, events - seq))) {
    if (seq + 1 >= events) break
    yield numbered({ kind: 'received', message })
  }
  yield numbered({ kind: 'process-exited', generation: 1, cause: 'close', exitCode: 0, signal: null })
}

/**
 * @param {string} folder the host's
 * @param {string} dist
 */
async function open(folder, dist) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  /** @type {typeof import('../../src/host/index.ts')} */
  const { SqliteStore } = await importBuilt('host/index.js', dist)
  /** @type {typeof import('../../src/state/index.ts')} */
  const state = await importBuilt('state/index.js', dist)
  const file = join(folder, 'journal.db')
  return { store: new SqliteStore(file), file, state }
}

/**
 * One session that makes so many items, and has so many events or as many as that takes.
 * @param {{ folder: string, cwd: string, dist: string, count: number, events?: number }} options
 */
export async function longSession({ folder, cwd, dist, count, events }) {
  const { store, state } = await open(folder, dist)
  store.addSession(row('long', cwd, Date.now()))
  write(store, 'long', told(count, events), state)
  store.close()
}

/**
 * @param {import('../../src/host/journal/store.ts').Store} store
 * @param {string} id
 * @param {Iterable<Event>} events
 * @param {typeof import('../../src/state/index.ts')} state
 */
function write(store, id, events, { reduce, emptyState, windowed }) {
  let folded = windowed(emptyState, WINDOW)
  /** @type {Event[]} */
  let some = []
  /** @type {NonNullable<State['transcript']['left']>[number][]} */
  let left = []
  const flush = () => {
    store.commit([{ session: id, events: some, items: left, snapshot: { seq: folded.seq, state: folded } }])
    some = []
    left = []
  }
  for (const event of events) {
    some.push(event)
    folded = reduce(folded, event)
    if (folded.transcript.left) left.push(...folded.transcript.left)
    if (some.length >= AT_ONCE) flush()
  }
  if (some.length > 0) flush()
}

const idOf = (/** @type {number} */ n) => String(n).padStart(4, '0')

/**
 * So many sessions that are over, each with so many items and events. They are copies of one.
 * @param {{ folder: string, cwd: string, dist: string, sessions: number, count: number, events: number }} options
 */
export async function manySessions({ folder, cwd, dist, sessions, count, events }) {
  const { store, state, file } = await open(folder, dist)
  store.addSession(row(idOf(0), cwd, 0))
  write(store, idOf(0), told(count, events), state)
  for (let n = 1; n < sessions; n++) store.addSession(row(idOf(n), cwd, n))
  store.close()
  const database = new Libsql(file)
  database.exec('pragma busy_timeout = 10000')
  const copies = [
    database.prepare(
      "insert into events select ?, seq, at, direction, body from events where session = '0000'",
    ),
    database.prepare(
      "insert into items select ?, thread, place, seq, item from items where session = '0000'",
    ),
    database.prepare(
      "insert into snapshots (session, seq, state) select ?, seq, state from snapshots where session = '0000'",
    ),
  ]
  database.exec('pragma synchronous = off')
  database.exec('pragma cache_size = -200000')
  for (let n = 1; n < sessions; n += 50) {
    database.exec('begin')
    for (let i = n; i < Math.min(n + 50, sessions); i++) for (const copy of copies) copy.run(idOf(i))
    database.exec('commit')
  }
  database.close()
}
