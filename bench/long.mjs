// @ts-check
// A session of 50,000 messages, opened in the console, and the start of a host that has a thousand sessions and millions of
// events behind it.

import { Daemon } from './host/daemon.mjs'
import { median } from './lib/measure.mjs'
import { longSession, manySessions } from './long/journal.mjs'

const VIEWPORT = { width: 1280, height: 800 }

/** @param {Daemon} daemon */
async function read(daemon) {
  const start = performance.now()
  const answer = await fetch(`${daemon.url}/api/sessions/long?paged=true`, {
    headers: { authorization: `Bearer ${daemon.token}` },
  })
  const { length } = await answer.text()
  return { ms: performance.now() - start, mb: length / 1e6 }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Daemon} daemon
 */
async function signIn(browser, daemon) {
  const page = await browser.newPage({ viewport: VIEWPORT })
  const { code } = await daemon.ask('POST', '/browsers/codes')
  await page.goto(`${daemon.url}/login#code=${code}`)
  await page.waitForURL(`${daemon.url}/`)
  return page
}

/**
 * From the address to the frame that shows its last message.
 * @param {import('playwright-core').Page} page
 * @param {Daemon} daemon
 */
async function open(page, daemon) {
  const start = performance.now()
  await page.goto(`${daemon.url}/s/long`)
  await feedOf(page).getByRole('article', { name: 'Agent', exact: true }).last().waitFor()
  return performance.now() - start
}

/** @param {import('playwright-core').Page} page */
const feedOf = (page) => page.getByRole('feed', { name: 'Transcript' })

/**
 * Opened, then up to its first message.
 * @param {import('playwright-core').Browser} browser
 * @param {Daemon} daemon
 */
async function look(browser, daemon) {
  const page = await signIn(browser, daemon)
  const openMs = await open(page, daemon)
  const feed = feedOf(page)
  const top = performance.now()
  await feed.evaluate((it) => it.scrollTo({ top: 0 }))
  await feed.getByRole('article', { name: 'You', exact: true }).first().waitFor()
  const topMs = performance.now() - top
  const heap = /** @type {number} */ (await page.evaluate('performance.memory.usedJSHeapSize'))
  await page.close()
  return { openMs, topMs, heapMb: heap / 1e6 }
}

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about: 'long sessions, and a host that starts with millions of events',
  parts: {
    open: {
      rows: ['state-size', 'state-read', 'open', 'top', 'page-memory', 'host-memory'],
      seconds: 15,
      settings: { messages: 50_000, repeats: 3 },
      quick: { messages: 20_000, repeats: 1 },
      async measure({ dist, progress, settings: { messages = 0, repeats = 1 } }) {
        const daemon = new Daemon()
        const { launch } = await import('./page/browser.mjs')
        const browser = await launch()
        try {
          progress(`a session of ${messages} messages is made`)
          await longSession({ folder: daemon.data, cwd: daemon.cwd, dist, count: messages })
          await daemon.start(dist, 10)
          const reads = []
          const looks = []
          for (let n = 0; n < repeats; n++) {
            progress(`it is opened, ${n + 1} of ${repeats}`)
            await daemon.restart()
            looks.push(await look(browser, daemon))
            reads.push(await read(daemon))
          }
          return {
            'state-size': reads[0]?.mb ?? Number.NaN,
            'state-read': median(reads.map(({ ms }) => ms)),
            open: median(looks.map(({ openMs }) => openMs)),
            top: median(looks.map(({ topMs }) => topMs)),
            'page-memory': median(looks.map(({ heapMb }) => heapMb)),
            'host-memory': daemon.memory(),
          }
        } finally {
          await browser.close()
          await daemon.end()
        }
      },
    },
    events: {
      rows: ['million-read', 'million-open'],
      seconds: 40,
      settings: { events: 1_000_000, repeats: 3 },
      quick: { events: 100_000, repeats: 1 },
      async measure({ dist, progress, settings: { events = 0, repeats = 1 } }) {
        const daemon = new Daemon()
        const { launch } = await import('./page/browser.mjs')
        const browser = await launch()
        try {
          progress(`a session of ${events} events is made`)
          await longSession({ folder: daemon.data, cwd: daemon.cwd, dist, count: 100, events })
          await daemon.start(dist, 10)
          const reads = []
          const opens = []
          for (let n = 0; n < repeats; n++) {
            progress(`it is opened, ${n + 1} of ${repeats}`)
            await daemon.restart()
            const page = await signIn(browser, daemon)
            opens.push(await open(page, daemon))
            await page.close()
            await daemon.restart()
            reads.push((await read(daemon)).ms)
          }
          return { 'million-read': median(reads), 'million-open': median(opens) }
        } finally {
          await browser.close()
          await daemon.end()
        }
      },
    },
    start: {
      rows: ['first-list'],
      seconds: 35,
      settings: { sessions: 1000, eventsEach: 5000, items: 400, repeats: 3 },
      quick: { sessions: 200, eventsEach: 1000, repeats: 1 },
      async measure({ dist, progress, settings }) {
        const { sessions = 0, eventsEach: events = 0, items = 0, repeats = 1 } = settings
        const daemon = new Daemon()
        try {
          progress(`${sessions} sessions of ${events} events are made`)
          await manySessions({ folder: daemon.data, cwd: daemon.cwd, dist, sessions, count: items, events })
          await daemon.start(dist, 10)
          const starts = []
          for (let n = 0; n < repeats; n++) {
            progress(`the host is started, ${n + 1} of ${repeats}`)
            starts.push((await daemon.restart()).ms)
          }
          return { 'first-list': median(starts) }
        } finally {
          await daemon.end()
        }
      },
    },
  },
}
