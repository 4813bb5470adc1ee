// @ts-check
// The console in a real browser: from the CLI to the frame that shows it while a turn streams, and its first load from a
// host that has just been started, on a slow processor. Beside the stream the least that a page can do.

import { chmodSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Daemon } from './host/daemon.mjs'
import { percentile } from './lib/measure.mjs'
import { startBare } from './page/bare.mjs'
import { watchPage } from './page/watch.mjs'

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./page/watch.mjs').Found} Found */

const AGENT = fileURLToPath(new URL('page/agent.mjs', import.meta.url))
const VIEWPORT = { width: 1280, height: 800 }
const LONG_FRAME_MS = 50
const SLOWER = 4

/** @param {Page} page */
const forget = (page) => page.evaluate('Object.assign(bench, { delays: [], frames: [] })')

/** @param {Page} page */
async function figures(page) {
  const { delays, frames } = /** @type {Found} */ (await page.evaluate('bench'))
  return {
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    longFrames: frames.filter((it) => it > LONG_FRAME_MS).length,
  }
}

/** @param {Browser} browser @param {string} play */
async function streamBare(browser, play) {
  const bare = await startBare(AGENT)
  const page = await browser.newPage({ viewport: VIEWPORT })
  try {
    await page.addInitScript(watchPage)
    await page.goto(bare.url)
    bare.play(play)
    await page.waitForFunction(() => /** @type {any} */ (globalThis).document.title === 'done', undefined, {
      timeout: 600_000,
    })
    return await figures(page)
  } finally {
    await page.close()
    await bare.end()
  }
}

/** @param {Browser} browser @param {Daemon} daemon @param {string} play */
async function streamConsole(browser, daemon, play) {
  chmodSync(AGENT, 0o755)
  await daemon.ask('PUT', '/agents', { agents: [{ name: 'page', command: AGENT }], default: 'page' })
  const id = await daemon.create()
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.addInitScript(watchPage)
  const { code } = await daemon.ask('POST', '/browsers/codes')
  await page.goto(`${daemon.url}/login#code=${code}`)
  await page.waitForURL(`${daemon.url}/`)
  await page.goto(`${daemon.url}/s/${id}`)
  await page.getByTestId('liveness').waitFor()
  await forget(page)
  await daemon.ask('POST', `/sessions/${id}/messages`, { text: play })
  await page.waitForFunction(() => /** @type {any} */ (globalThis).bench.delays.length > 0)
  await page.locator('[data-testid=liveness][data-status=idle]').waitFor({ timeout: 600_000 })
  return figures(page)
}

/**
 * From opening the link that a new host prints to the frame that shows its session.
 * @param {Browser} browser
 * @param {Daemon} daemon
 */
async function load(browser, daemon) {
  await daemon.create()
  await daemon.restart()
  const { code } = await daemon.ask('POST', '/browsers/codes')
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const page = /** @type {any} */ (globalThis)
    const look = () => {
      if (!page.document.querySelector('a[href^="/s/"]')) return page.requestAnimationFrame(look)
      page.requestAnimationFrame(() => page.setTimeout(() => Object.assign(page, { shownAt: Date.now() })))
    }
    look()
  })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const start = Date.now()
  await page.goto(`${daemon.url}/login#code=${code}`)
  await page.waitForFunction(() => 'shownAt' in globalThis)
  const shownAt = /** @type {number} */ (await page.evaluate('shownAt'))
  await context.close()
  return shownAt - start
}

/**
 * @template Result
 * @param {string} dist
 * @param {(browser: Browser, daemon: Daemon) => Promise<Result>} work
 */
async function withBrowser(dist, work) {
  const { launch } = await import('./page/browser.mjs')
  const browser = await launch()
  const daemon = new Daemon()
  try {
    await daemon.start(dist, 10)
    return await work(browser, daemon)
  } finally {
    await browser.close()
    await daemon.end()
  }
}

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about: 'the console in a browser: while a turn streams, and its first load',
  parts: {
    stream: {
      rows: ['delay-p50', 'delay-p99', 'long-frames'],
      seconds: 20,
      settings: { rate: 500, seconds: 10, bareSeconds: 4 },
      quick: { seconds: 4, bareSeconds: 2 },
      measure: ({ dist, settings: { rate, seconds, bareSeconds }, progress }) =>
        withBrowser(dist, async (browser, daemon) => {
          progress('the bare page')
          const bare = await streamBare(browser, `play ${rate} ${bareSeconds}`)
          progress('the console')
          const own = await streamConsole(browser, daemon, `play ${rate} ${seconds}`)
          return {
            'delay-p50': { fairlead: own.p50, limit: bare.p50 },
            'delay-p99': { fairlead: own.p99, limit: bare.p99 },
            'long-frames': own.longFrames,
          }
        }),
    },
    load: {
      rows: ['load'],
      seconds: 6,
      measure: ({ dist }) =>
        withBrowser(dist, async (browser, daemon) => ({ load: await load(browser, daemon) })),
    },
  },
}
