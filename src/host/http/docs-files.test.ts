import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { docsFile, isOfDocs } from './docs-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairlead-docs-'))
const site = join(folder, 'docs')
mkdirSync(join(site, 'assets'), { recursive: true })
mkdirSync(join(site, 'guide'))
for (const page of ['index', '404', 'host', 'guide/index'])
  writeFileSync(join(site, `${page}.html`), `page ${page}`)
writeFileSync(join(site, 'assets', 'font.woff2'), 'font')
writeFileSync(join(folder, 'secret.html'), 'secret')
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['/docs/', 'index'],
  ['/docs/host.html', 'host'],
  ['/docs/host', 'host'],
  ['/docs/guide/', 'guide/index'],
])('%s is the page %s, asked for again each time', async (path, page) => {
  const answer = await docsFile(path, site)
  expect([answer.status, await answer.text()]).toEqual([200, `page ${page}`])
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

test('a font is served with its type, and may be kept', async () => {
  const answer = await docsFile('/docs/assets/font.woff2', site)
  expect(answer.headers.get('content-type')).toBe('font/woff2')
  expect(answer.headers.get('cache-control')).toContain('immutable')
})

test('/docs leads to the first page', async () => {
  const answer = await docsFile('/docs', site)
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/docs/'])
})

test.each(['/docs/none.html', '/docs/../secret.html', '/docs/guide/../../secret', '/docs/..%2fsecret.html'])(
  '%s is the page of an unknown address',
  async (path) => {
    const answer = await docsFile(path, site)
    expect([answer.status, await answer.text()]).toEqual([404, 'page 404'])
  },
)

test('where the documentation is not built, the host says how to build it', async () => {
  const answer = await docsFile('/docs/', join(folder, 'elsewhere'))
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('npm run docs:site')
})

test.each([
  ['/docs', true],
  ['/docs/host.html', true],
  ['/docsy', false],
  ['/s/docs/', false],
])('%s belongs to the documentation: %s', (path, expected) => expect(isOfDocs(path)).toBe(expected))
