// @ts-check
// The review in a browser: a diff of 5,000 files, and one of a file of 50,000 lines.

import { Daemon } from './host/daemon.mjs'
import { median } from './lib/measure.mjs'
import { scrolled } from './review/frames.mjs'
import { longFile, manyFiles } from './review/repository.mjs'

/** @typedef {import('playwright-core').Page} Page */

const VIEWPORT = { width: 1440, height: 900 }
/** Pixels at each turn of the wheel, sixty times a second. */
const WHEEL = 200

/**
 * From a click on Changes to the frame that shows the files and the first lines, then down both lists.
 * @param {Page} page
 * @param {Daemon} daemon
 * @param {string} id
 */
async function look(page, daemon, id) {
  await page.goto(`${daemon.url}/s/${id}`)
  const changes = page.getByRole('link', { name: /^Changes/ })
  await changes.waitFor()
  await page.evaluate(watchFirst)
  await changes.click()
  const firstMs = /** @type {number} */ (await page.evaluate('benchFirst'))
  const tree = page.getByRole('navigation', { name: 'Changed files' })
  const lines = page.getByRole('region', { name: /^Diff of / })
  const files = await scrolled(page, tree, WHEEL)
  const diff = await scrolled(page, lines, WHEEL)
  const heap = /** @type {number} */ (await page.evaluate('performance.memory.usedJSHeapSize'))
  return { firstMs, files: files.p95, diff: diff.p95, heapMb: heap / 1e6 }
}

/** Runs in the page: `benchFirst` is the time from the click to the frame with lines. */
function watchFirst() {
  const page = /** @type {any} */ (globalThis)
  page.benchFirst = new Promise((resolve) => {
    page.document.addEventListener(
      'click',
      () => {
        const start = performance.now()
        const ask = () => {
          const isShown =
            page.document.querySelector('.tree-row') && page.document.querySelector('.line, .pair')
          if (!isShown) return page.requestAnimationFrame(ask)
          page.requestAnimationFrame(() => page.setTimeout(() => resolve(performance.now() - start)))
        }
        ask()
      },
      { capture: true, once: true },
    )
  })
}

/**
 * @param {string} dist
 * @param {number} repeats
 * @param {(cwd: string) => () => void} make makes a repository, and returns what changes its files
 * @param {(text: string) => void} progress
 */
async function measure(dist, repeats, make, progress) {
  const daemon = new Daemon()
  const { launch } = await import('./page/browser.mjs')
  const browser = await launch()
  try {
    await daemon.start(dist, 10)
    progress('a repository is made')
    const change = make(daemon.cwd)
    const id = await daemon.create()
    change()
    /** @type {Awaited<ReturnType<typeof look>>[]} */
    const looks = []
    for (let n = 0; n < repeats; n++) {
      progress(`it is reviewed, ${n + 1} of ${repeats}`)
      const page = await browser.newPage({ viewport: VIEWPORT })
      const { code } = await daemon.ask('POST', '/browsers/codes')
      await page.goto(`${daemon.url}/login#code=${code}`)
      await page.waitForURL(`${daemon.url}/`)
      looks.push(await look(page, daemon, id))
      await page.close()
    }
    const of = (/** @type {'firstMs' | 'files' | 'diff' | 'heapMb'} */ name) =>
      median(looks.map((it) => it[name]))
    return {
      first: of('firstMs'),
      files: of('files'),
      diff: of('diff'),
      heap: of('heapMb'),
      host: daemon.memory(),
    }
  } finally {
    await browser.close()
    await daemon.end()
  }
}

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about: 'the review of large changes in a browser: first paint, scrolling, memory',
  parts: {
    files: {
      rows: ['files-first', 'files-scroll', 'files-page', 'files-host'],
      seconds: 30,
      settings: { files: 5000, repeats: 3 },
      quick: { files: 5000, repeats: 1 },
      async measure({ dist, progress, settings: { files = 0, repeats = 1 } }) {
        const found = await measure(dist, repeats, (cwd) => manyFiles(cwd, files), progress)
        return {
          'files-first': found.first,
          'files-scroll': found.files,
          'files-page': found.heap,
          'files-host': found.host,
        }
      },
    },
    lines: {
      rows: ['lines-first', 'lines-scroll', 'lines-page', 'lines-host'],
      seconds: 20,
      settings: { lines: 50_000, repeats: 3 },
      quick: { lines: 50_000, repeats: 1 },
      async measure({ dist, progress, settings: { lines = 0, repeats = 1 } }) {
        const found = await measure(dist, repeats, (cwd) => longFile(cwd, lines), progress)
        return {
          'lines-first': found.first,
          'lines-scroll': found.diff,
          'lines-page': found.heap,
          'lines-host': found.host,
        }
      },
    },
  },
}
