/** The pages that `npm run docs:site` makes of the repository's files, before they are built. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { describePage } from '../../scripts/docs/describe-page.mjs'
import type { OpenApi } from '../../scripts/docs/http-pages.mjs'
import { outsideCode } from '../../scripts/docs/links.mjs'
import { writePages } from '../../scripts/docs/pages.mjs'
import { sources } from '../../scripts/docs/sources.mjs'
import { ERROR_STATUS } from '../../src/api/index.ts'
import { openApi } from '../../src/host/index.ts'
import { clear, guard } from '../process/leftovers.ts'
import { blocksIn } from './blocks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fairlead-site-'))
guard(folder)
afterAll(() => clear(folder))

const help = (name: string) =>
  name === '--help'
    ? 'Commands:\n  run  runs a turn\n'
    : 'Usage: fairlead run\n\nRuns a turn.\n\nOptions:\n  -h, --help  show this help\n'
writePages(root, folder, { openApi: openApi() as OpenApi, statuses: ERROR_STATUS, help })
const pages = [...sources(root)].map(([file, page]) => ({
  file,
  text: readFileSync(join(folder, page), 'utf8'),
}))

test.each(pages)('the page of $file has a title, and no tags that Vue would read', ({ file, text }) => {
  expect(describePage(text).title).not.toBe('')
  const tags: string[] = []
  outsideCode(text, (prose) => {
    tags.push(...[...prose.matchAll(/<\/?([a-z][\w-]*)/gi)].map(([, name = '']) => name))
    return prose
  })
  // The front page is laid out in boxes, and some table cells have several lines.
  expect(tags.filter((tag) => tag !== 'br' && !(tag === 'div' && file === 'README.md'))).toEqual([])
})

test.each(pages.filter(({ file }) => file.startsWith('examples/')))(
  'the page of $file shows all of it',
  ({ file, text }) => {
    const program = readFileSync(join(root, file), 'utf8').replace(/^\/\/ @ts-check\n/, '')
    expect(blocksIn(text).map((block) => block.text)).toContain(program)
  },
)
