/** What a browser fetches before it shows anything: the page, its scripts with all they import at once, its styles and fonts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const DIST = process.env.FAIRLEAD_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
const MAX = 250_000

/** An `import` that is a call is fetched later, when somebody goes there. */
const AT_ONCE = /(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g

function firstLoad(): Map<string, number> {
  const web = join(DIST, 'web')
  const sizes = new Map<string, number>()
  const add = (path: string): void => {
    if (sizes.has(path)) return
    const content = readFileSync(join(web, path))
    // Fonts are compressed already.
    sizes.set(path, path.endsWith('.woff2') ? content.length : gzipSync(content).length)
    if (path.endsWith('.css'))
      for (const [, font = ''] of content.toString().matchAll(/url\("?\/(assets\/[^")]+\.woff2)/g)) add(font)
    if (!path.endsWith('.js')) return
    for (const [, name = ''] of content.toString().matchAll(AT_ONCE)) add(join('assets', name))
  }
  add('index.html')
  const page = readFileSync(join(web, 'index.html'), 'utf8')
  for (const [, path = ''] of page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)) add(path)
  return sizes
}

test(`the first load is under ${MAX / 1000} KB, compressed`, () => {
  const sizes = firstLoad()
  const scripts = [...sizes.keys()].filter((path) => path.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(1)
  expect([...sizes.keys()].filter((path) => path.endsWith('.woff2'))).toHaveLength(2)
  const sum = [...sizes.values()].reduce((total, size) => total + size, 0)
  expect(sum, JSON.stringify(Object.fromEntries(sizes))).toBeLessThan(MAX)
})

test('highlighting, diffs, charts, menus and dialogs are no part of it', () => {
  const paths = [...firstLoad().keys()].join(' ')
  expect(paths).not.toMatch(/lowlight|libesm|usage|inspector|changes|menu|dialog|select|tooltip|gallery/)
})
