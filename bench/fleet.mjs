// @ts-check
// A fleet on one machine: several hosts and a nats-server, many sessions of which some stream, clients on all hosts; and the list of a
// console whose fleet has many sessions.

import { setTimeout as sleep } from 'node:timers/promises'
import { fill } from './fleet/directory.mjs'
import { startServer } from './fleet/server.mjs'
import { Daemon } from './host/daemon.mjs'
import { Subscriber, until } from './host/subscriber.mjs'
import { percentile } from './lib/measure.mjs'

/** @typedef {{ nodes: number, sessions: number, streaming: number, clients: number, paced: number, flood: number }} Load */

const WATCHED = 4

/**
 * @template Result
 * @param {string} dist
 * @param {number} count
 * @param {number} sessions of each
 * @param {(nodes: Daemon[], url: string) => Promise<Result>} work
 */
async function withFleet(dist, count, sessions, work) {
  const server = await startServer()
  /** @type {Daemon[]} */
  const nodes = []
  try {
    for (let i = 0; i < count; i++) {
      const node = new Daemon()
      nodes.push(node)
      node.upOptions = ['--fleet', server.url]
      await node.start(dist, sessions)
    }
    await Promise.all(nodes.map((node) => untilFleet(node, (it) => it.nodes.length === count)))
    return await work(nodes, server.url)
  } finally {
    for (const node of nodes) await node.end()
    await server.end()
  }
}

/** @param {Daemon} node @param {(status: any) => boolean} holds */
async function untilFleet(node, holds) {
  while (!holds(await node.ask('GET', '/fleet'))) await sleep(50)
}

/** @param {string} dist @param {Load} load @param {(text: string) => void} progress */
function stream(dist, { nodes: count, sessions, streaming, clients, paced, flood }, progress) {
  return withFleet(dist, count, Math.ceil(sessions / count), async (nodes) => {
    const empty = nodes.map((it) => it.memory())
    progress(`${sessions} sessions on ${count} nodes`)
    /** @type {{ node: Daemon, id: string }[][]} */
    const all = []
    for (const node of nodes) all.push((await node.createMany(sessions / count)).map((id) => ({ node, id })))
    const isKnown = (/** @type {any} */ it) => it.sessions.length === sessions
    for (const node of nodes) while (!isKnown(await node.ask('GET', '/sessions'))) await sleep(100)
    const memory = nodes.map((it, i) => it.memory() - (empty[i] ?? 0))

    const playing = all.map((own) => own.slice(0, streaming / count))
    const open = (/** @type {number} */ distance) =>
      Array.from({ length: clients / 2 }, (_, i) => {
        const client = new Subscriber(/** @type {Daemon} */ (nodes[i % count]))
        return {
          client,
          watches: playing[(i + distance) % count] ?? [],
          from: Math.floor(i / count) * WATCHED,
        }
      })
    const [near, far] = [open(0), open(1)]
    const clientsOf = (/** @type {typeof near} */ some) => some.map(({ client }) => client)
    const everybody = clientsOf([...near, ...far])
    await Promise.all(everybody.map(({ opened }) => opened))
    for (const { client, watches, from } of [...near, ...far]) {
      client.watchList()
      for (let i = 0; i < WATCHED; i++) client.watch(watches[(from + i) % watches.length]?.id ?? '')
    }
    const play = async (/** @type {string} */ text) => {
      for (const { node, id } of playing.flat()) await node.play(id, text)
    }
    const allHave = (/** @type {number} */ turns) =>
      until(everybody, () =>
        everybody.every((it) => [...it.places.keys()].every((session) => it.has(session, turns))),
      )
    progress('they stream, as fast as a model writes')
    await play(`trickle ${paced}`)
    await allHave(1)
    const delays = [near, far].map((some) => clientsOf(some).flatMap((it) => it.delays))
    const [here, there] = delays.map((some) => percentile(some, 0.5))
    const late = percentile(delays[1] ?? [], 0.99)
    progress('they stream, as fast as they can')
    const start = performance.now()
    await play(`deltas ${flood}`)
    await allHave(2)
    for (const node of nodes)
      await untilFleet(node, (it) => it.nodes.every((/** @type {any} */ one) => one.behind === 0))
    const seconds = (performance.now() - start) / 1000
    for (const client of everybody) client.close()
    return {
      rate: (streaming * flood) / seconds,
      'added-p50': (there ?? Number.NaN) - (here ?? Number.NaN),
      'delay-p99': late,
      gaps: everybody.reduce((sum, { gaps }) => sum + gaps, 0),
      'memory-node': Math.max(...memory),
    }
  })
}

/** @param {string} dist @param {number} sessions @param {(text: string) => void} progress */
function directory(dist, sessions, progress) {
  return withFleet(dist, 1, 10, async ([node], url) => {
    if (!node) throw new Error('There is no node.')
    const own = await node.create()
    const empty = node.memory()
    progress(`${sessions} sessions of another node`)
    await fill(url, own, sessions)
    for (;;) {
      const { sessions: known } = await node.ask('GET', '/sessions')
      if (known.length > sessions) break
      await sleep(200)
    }
    const memory = node.memory() - empty
    progress('the list in a browser')
    const { launch } = await import('./page/browser.mjs')
    const browser = await launch()
    try {
      return { 'directory-list': await firstList(browser, node), 'directory-memory': memory }
    } finally {
      await browser.close()
    }
  })
}

/**
 * From opening the console in a browser that knows it to the frame that has a row of the list.
 * @param {import('playwright-core').Browser} browser
 * @param {Daemon} node
 */
async function firstList(browser, node) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const { code } = await node.ask('POST', '/browsers/codes')
  const row = page.locator('.session-row a').first()
  await page.goto(`${node.url}/login#code=${code}`)
  await row.waitFor({ timeout: 600_000 })
  const start = performance.now()
  await page.goto(`${node.url}/`)
  await row.waitFor({ timeout: 600_000 })
  const ms = performance.now() - start
  await page.close()
  return ms
}

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about:
    'a fleet: several nodes on a nats-server, clients that watch sessions of other nodes, and a large directory',
  parts: {
    stream: {
      rows: ['rate', 'added-p50', 'delay-p99', 'gaps', 'memory-node'],
      seconds: 300,
      settings: { nodes: 5, sessions: 1000, streaming: 100, clients: 50, paced: 100, flood: 1000 },
      quick: { sessions: 50, streaming: 25, flood: 200 },
      measure: ({ dist, settings, progress }) => stream(dist, /** @type {Load} */ (settings), progress),
    },
    directory: {
      rows: ['directory-list', 'directory-memory'],
      seconds: 60,
      settings: { sessions: 10_000 },
      quick: { sessions: 1000 },
      measure: ({ dist, settings: { sessions = 1000 }, progress }) => directory(dist, sessions, progress),
    },
  },
}
