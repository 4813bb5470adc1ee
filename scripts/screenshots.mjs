// @ts-check
// `npm run screenshots`: pictures of every view of the console, wide, on a laptop and on a phone, light and dark, with a host,
// repositories and simulated sessions of its own. They go to `screenshots/`, with a contact sheet for each view in
// `screenshots/sheets`; `--help` lists the options.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { fill } from './screenshots/content/fill.mjs'
import { startHost, until } from './screenshots/host.mjs'
import { LOOKS } from './screenshots/looks.mjs'
import { makeReadmePictures } from './screenshots/readme.mjs'
import { makeSheets } from './screenshots/sheets.mjs'
import { viewsOf } from './screenshots/views.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const USAGE = `npm run screenshots -- [OPTIONS] [VIEW…]

Pictures of every view of the console, in screenshots/: wide, on a laptop and on a phone, light and dark.
screenshots/sheets has a contact sheet for each view, screenshots/index.html links them.

  VIEW…              only these views, or only these pictures: board, board-wide-dark
  --drawings FOLDER  also makes sheets with the drawings of this folder, or of pictures/ in it, beside the views:
                     board.png, or board-light.png and board-dark.png
  --readme           makes the pictures of the README instead
  -h, --help         prints this`

const { values: options, positionals: wanted } = readArguments()
if (options.help) {
  process.stdout.write(`${USAGE}\n`)
  process.exit()
}
const drawings = options.drawings === undefined ? undefined : drawingsFolder(options.drawings)
const target = join(root, 'screenshots')
const executablePath = [
  process.env.FAIRLEAD_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
].find((path) => path && existsSync(path))

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        drawings: { type: 'string' },
        readme: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

/** @param {string} folder @returns {string} */
function drawingsFolder(folder) {
  const hasPictures = (/** @type {string} */ path) =>
    existsSync(path) && readdirSync(path).some((name) => name.endsWith('.png'))
  const found = [folder, join(folder, 'pictures')].find(hasPictures)
  return found ?? fail(`There are no drawings (*.png) in ${folder} or in its folder pictures.`)
}

/** @param {string} words @returns {never} */
function fail(words) {
  process.stderr.write(`${words}\n`)
  process.exit(2)
}

/**
 * A page that is signed in, unless it is to be a stranger's.
 * @param {import('./screenshots/looks.mjs').Look & { scale?: number }} look
 * @param {import('./screenshots/host.mjs').Host} host
 */
async function open({ isTouch = false, scale = 1, ...look }, host, isStranger = false) {
  const context = await browser.newContext({
    ...look,
    hasTouch: isTouch,
    isMobile: isTouch,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (!isStranger) {
    const { code } = await host.call('POST', '/browsers/codes')
    await page.goto(`${host.url}/login#code=${code}`)
    await page.waitForURL(`${host.url}/`)
  }
  return page
}

/** @param {import('playwright-core').Page} page @param {string} url @param {import('./screenshots/views.mjs').View} view */
async function show(page, url, { at, ready, prepare }) {
  await page.goto(url + at)
  if (ready) await page.locator(ready).first().waitFor({ timeout: 20_000 })
  await page.locator('.loading').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle').catch(() => {})
  await prepare?.(page)
  await page.evaluate('document.fonts.ready')
}

async function makePictures() {
  const views = viewsOf(ids)
  for (const [look, setting] of Object.entries(LOOKS)) {
    /** @type {Partial<Record<string, import('playwright-core').Page>>} */
    const pages = {}
    for (const [name, view] of Object.entries(views)) {
      const picture = `${name}-${look}`
      if (wanted.length > 0 && !wanted.includes(name) && !wanted.includes(picture)) continue
      const at = view.from === 'without-claude' ? bare : host
      const from = view.from ?? 'signed-in'
      pages[from] ??= await open(setting, at, view.from === 'stranger')
      const page = pages[from]
      try {
        await show(page, at.url, view)
      } catch (error) {
        process.stderr.write(`${picture}: ${error}\n`)
        process.exitCode = 1
      }
      writeFileSync(join(target, `${picture}.png`), await page.screenshot())
      process.stderr.write(`${join(target, picture)}.png\n`)
    }
    for (const page of Object.values(pages)) await page?.context().close()
  }
  await makeSheets(browser, target, views, drawings)
}

mkdirSync(target, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'fairlead-shots-'))
const host = await startHost(join(folder, 'full'))
// Node and git are found there, and nothing else.
const bare = await startHost(join(folder, 'bare'), { path: `${dirname(process.execPath)}:/usr/bin:/bin` })
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
/** @type {Record<string, string>} */
let ids = {}
try {
  ids = await fill(host)
  if (options.readme) await makeReadmePictures(join(root, 'docs/images'), (look, view) => picture(look, view))
  else await makePictures()
} finally {
  await browser.close()
  await Promise.all([host.stop(), bare.stop()])
  await until('the last processes to end', async () => isRemoved(folder))
}

/** @param {Parameters<typeof open>[0]} look @param {string} view */
async function picture(look, view) {
  const page = await open(look, host)
  const found = viewsOf(ids)[view]
  if (!found) throw new Error(`there is no view ${view}`)
  await show(page, host.url, found)
  const image = await page.screenshot()
  await page.context().close()
  return { image, browser }
}

/** Not yet, as long as a process that is ending writes into it. @param {string} path */
function isRemoved(path) {
  try {
    rmSync(path, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}
