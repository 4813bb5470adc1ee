// @ts-check
// Contact sheets: one picture and one page for each view with all its looks; for a drawn view, another with its drawings.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOOKS } from './looks.mjs'

/** @typedef {{ name: string, file: string, width: number }} Picture */

const SHEET_WIDTH = 1500
const STYLE = `body { margin: 16px; font: 14px system-ui; background: #888; width: ${SHEET_WIDTH}px }
  main { display: flex; flex-wrap: wrap; gap: 16px; align-items: start }
  figure { margin: 0 } figcaption { padding: 4px 0 } img { display: block; width: 100% }`

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} target
 * @param {Record<string, import('./views.mjs').View>} views
 * @param {string | undefined} drawings a folder
 */
export async function makeSheets(browser, target, views, drawings) {
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH + 32, height: 900 } })
  mkdirSync(join(target, 'sheets'), { recursive: true })
  const made = []
  for (const [view, { drawing }] of Object.entries(views)) {
    const looks = Object.entries(LOOKS).map(([look, { viewport }]) => ({
      name: look,
      file: join(target, `${view}-${look}.png`),
      width: viewport.width < 500 ? 240 : 600,
    }))
    const pictures = looks.filter(({ file }) => existsSync(file))
    if (pictures.length === 0) continue
    made.push(await makeSheet(page, join(target, 'sheets', view), view, pictures))
    const drawn = drawing && drawings ? drawingsIn(drawings, drawing) : []
    if (drawn.length > 0) {
      const beside = [...drawn, ...pictures.filter(({ name }) => isBeside(drawing, name))]
      made.push(
        await makeSheet(
          page,
          join(target, 'sheets', `${view}-drawn`),
          `${view}, beside its drawing`,
          beside.map((it) => ({ ...it, width: it.width === 240 ? 240 : 740 })),
        ),
      )
    }
  }
  await page.close()
  const links = made.map((name) => `<li><a href="sheets/${name}.html">${name}</a>`)
  writeFileSync(
    join(target, 'index.html'),
    `<!doctype html><title>Screenshots</title><ul>${links.join('')}</ul>`,
  )
}

/** @param {string | undefined} drawing @param {string} look */
const isBeside = (drawing, look) => look.startsWith(drawing === 'phone' ? 'phone' : 'wide')

/** @param {string} folder @param {string} name @returns {Picture[]} */
function drawingsIn(folder, name) {
  return [name, `${name}-light`, `${name}-dark`]
    .map((it) => ({ name: `drawing ${it}`, file: join(folder, `${it}.png`), width: 740 }))
    .filter(({ file }) => existsSync(file))
}

/** @param {import('playwright-core').Page} page @param {string} path @param {string} title @param {Picture[]} pictures */
async function makeSheet(page, path, title, pictures) {
  const figures = pictures.map(({ name, file, width }) => {
    const data = `data:image/png;base64,${readFileSync(file).toString('base64')}`
    return `<figure style="width: ${width}px"><figcaption>${name}</figcaption><img src="${data}" alt=""></figure>`
  })
  const html = `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><main>${figures.join('')}</main>`
  writeFileSync(`${path}.html`, html)
  await page.setContent(html)
  await page.screenshot({ path: `${path}.png`, fullPage: true })
  return /** @type {string} */ (path.split('/').pop())
}
