// @ts-check
// Contact sheets: one picture and one page for each view with all its looks; for a drawn view, another with its drawings.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOOKS } from './looks.mjs'

/** @typedef {{ name: string, file: string, width: number }} Picture */

const SHEET_WIDTH = 1960
/** Three looks in a row: a wide one, a laptop and a phone. */
const FRAME_HEIGHT = 520
const DRAWING_WIDTH = 940
const SHADES = ['light', 'dark']
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
  for (const [view, { drawn = [] }] of Object.entries(views)) {
    const pictures = SHADES.flatMap((shade) => looksIn(shade))
      .map(({ look, viewport }) => ({
        name: look,
        file: join(target, `${view}-${look}.png`),
        width: Math.round((viewport.width / viewport.height) * FRAME_HEIGHT),
      }))
      .filter(({ file }) => existsSync(file))
    if (pictures.length === 0) continue
    made.push(await makeSheet(page, join(target, 'sheets', view), view, pictures))
    const beside = drawings ? drawn.flatMap((name) => besideDrawing(drawings, name, pictures)) : []
    if (beside.length === 0) continue
    const path = join(target, 'sheets', `${view}-drawn`)
    made.push(await makeSheet(page, path, `${view}, beside its drawing`, beside))
  }
  await page.close()
  const links = made.map((name) => `<li><a href="sheets/${name}.html">${name}</a>`)
  writeFileSync(
    join(target, 'index.html'),
    `<!doctype html><title>Screenshots</title><ul>${links.join('')}</ul>`,
  )
}

/** @param {string} shade */
const looksIn = (shade) =>
  Object.entries(LOOKS)
    .filter(([, { colorScheme }]) => colorScheme === shade)
    .map(([look, { viewport }]) => ({ look, viewport }))

/**
 * Each drawing, and after it the pictures that look as it does.
 * @param {string} folder @param {string} name @param {Picture[]} pictures @returns {Picture[]}
 */
function besideDrawing(folder, name, pictures) {
  const size = name === 'phone' ? 'phone' : 'wide'
  return ['', ...SHADES].flatMap((shade) => {
    const drawing = shade ? `${name}-${shade}` : name
    const file = join(folder, `${drawing}.png`)
    if (!existsSync(file)) return []
    const alike = pictures.filter((it) => it.name.startsWith(size) && it.name.endsWith(shade))
    return [{ name: `drawing ${drawing}`, file, width: DRAWING_WIDTH }, ...alike.map(enlarged)]
  })
}

/** @param {Picture} picture */
const enlarged = (picture) =>
  picture.width > DRAWING_WIDTH / 2 ? { ...picture, width: DRAWING_WIDTH } : picture

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
