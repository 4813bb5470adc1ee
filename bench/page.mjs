// @ts-check
// The console in a real browser while a turn streams: frames that take long, and the time from the host to the screen.
// README.md says what is measured and how.

import { chmodSync, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { Daemon } from './host-daemon.mjs'
import * as measure from './measure.mjs'

const usage = `Usage: npm run bench:page -- [options]

Measures the console while a turn streams.

  --json       one JSON object on stdout and nothing else there
  --rate N     deltas a second (500)
  --seconds N  for so long (10)
  --dist DIR   measure another build
  --help       this text
`
const options = measure.readOptions(usage, {
  rate: { type: 'string', default: '500' },
  seconds: { type: 'string', default: '10' },
  dist: { type: 'string', default: measure.BUILT },
})

/** In the page: what changed in the transcript, and when the frame with it had been painted. */
function watchPage() {
  const TIME = /(\d{13})\s*$/
  /** @type {{ delays: number[], frames: number[], gaps: number[] }} */
  const found = { delays: [], frames: [], gaps: [] }
  Object.assign(globalThis, { bench: found })
  const page = /** @type {any} */ (globalThis)
  let latest = 0
  let told = 0
  const seen = (/** @type {any} */ node) => {
    const time = Number(TIME.exec(node?.textContent?.slice(-200) ?? '')?.[1] ?? 0)
    if (time > latest) latest = time
  }
  new page.MutationObserver((/** @type {any[]} */ changes) => {
    for (const { target, addedNodes } of changes) {
      seen(target)
      for (const node of addedNodes) seen(node)
    }
    if (latest === told) return
    told = latest
    const written = latest
    page.requestAnimationFrame(() => page.setTimeout(() => found.delays.push(Date.now() - written)))
  }).observe(page.document, { subtree: true, childList: true, characterData: true })
  new page.PerformanceObserver((/** @type {any} */ list) => {
    for (const { duration } of list.getEntries()) found.frames.push(duration)
  }).observe({ type: 'long-animation-frame' })
  let before = page.performance.now()
  const tick = (/** @type {number} */ now) => {
    /** @type {number[]} */
    found.gaps.push(now - before)
    before = now
    page.requestAnimationFrame(tick)
  }
  page.requestAnimationFrame(tick)
}

/** @param {number[]} values @param {number} part */
const at = (values, part) =>
  measure.round([...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN, 1)

const daemon = new Daemon()
const executablePath = [
  process.env.FAIRLEAD_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
].find((path) => path && existsSync(path))
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
try {
  measure.progress('the daemon is started')
  await daemon.start(options.dist, 1)
  const agent = fileURLToPath(new URL('page-agent.mjs', import.meta.url))
  chmodSync(agent, 0o755)
  await daemon.ask('PUT', '/agents', { agents: [{ name: 'page', command: agent }], default: 'page' })
  const { result } = await daemon.ask('POST', '/sessions', { cwd: daemon.cwd, title: 'bench' })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(watchPage)
  const { code } = await daemon.ask('POST', '/browsers/codes')
  await page.goto(`${daemon.url}/login#code=${code}`)
  await page.waitForURL(`${daemon.url}/`)
  await page.goto(`${daemon.url}/s/${result.id}`)
  await page.getByTestId('liveness').waitFor()
  const text = `play ${options.rate} ${options.seconds}`
  measure.progress(text)
  await page.evaluate('Object.assign(bench, { delays: [], frames: [], gaps: [] })')
  await daemon.ask('POST', `/sessions/${result.id}/messages`, { text })
  await page.waitForFunction(() => /** @type {any} */ (globalThis).bench.delays.length > 0)
  await page.locator('[data-testid=liveness][data-status=idle]').waitFor({ timeout: 600_000 })
  const { delays, frames, gaps } = await page.evaluate('bench')
  const report = {
    bench: 'page',
    machine: measure.machine(),
    rate: Number(options.rate),
    seconds: Number(options.seconds),
    framesOver50: frames.filter((/** @type {number} */ it) => it > 50).length,
    longestFrame: measure.round(Math.max(0, ...frames), 0),
    frames: gaps.length,
    frameGap: { p50: at(gaps, 0.5), p99: at(gaps, 0.99) },
    delayMs: { p50: at(delays, 0.5), p99: at(delays, 0.99), count: delays.length },
  }
  measure.progress('')
  if (options.json) console.log(JSON.stringify(report))
  else {
    const { framesOver50, longestFrame, frames: all, frameGap, delayMs } = report
    console.log(
      [
        `${options.rate} deltas a second for ${options.seconds} s\n`,
        measure.table([
          ['', 'measured'],
          ['frames', `${all}`],
          ['frames over 50 ms', `${framesOver50}`],
          ['longest frame', `${longestFrame} ms`],
          ['from frame to frame, p50 / p99', `${frameGap.p50} / ${frameGap.p99} ms`],
          ['from the CLI to the screen, p50 / p99', `${delayMs.p50} / ${delayMs.p99} ms`],
        ]),
      ].join('\n'),
    )
  }
} finally {
  await browser.close()
  await daemon.end()
}
