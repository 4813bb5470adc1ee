/** What a page pays for the entries that browsers load. bench/BUNDLE-SIZE.md states it, and this holds the document to it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { browserBundle } from '../process/browser-bundle.ts'
import { root } from './installed.ts'

const stated = readFileSync(join(root, 'bench', 'BUNDLE-SIZE.md'), 'utf8')
const rows = [...stated.matchAll(/^\| `(import .*)` \| (\d+(?:\.\d+)?) \|$/gm)].map(
  ([, source = '', limit = '']): [string, number] => [source, Number(limit)],
)

test('the document has a row for each entry that a browser loads', () => {
  for (const entry of ['api', 'react', 'state', 'protocol'])
    expect(rows.some(([source]) => source.includes(`import * as ${entry} from`))).toBe(true)
})

test('the hooks of fairlead/react alone take less than 3 kB', async () => {
  const code = await browserBundle("export * from 'fairlead/react'", {
    isMinified: true,
    external: ['react', /\/chunks\//],
  })
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(3000)
})

test.each(rows)('%s takes %d kB at most, and not much less', async (source, limit) => {
  const names = source.matchAll(/import (?:\* as (\w+)|{(.*?)}) from/g)
  const used = [...names].map(([, all, some]) => all ?? some).join(', ')
  const code = await browserBundle(`${source}\nglobalThis.used = [${used}]`, {
    isMinified: true,
    external: ['react'],
  })
  const size = gzipSync(code, { level: 9 }).length / 1000
  expect(size).toBeLessThanOrEqual(limit)
  expect(size, 'the stated limit can be lowered').toBeGreaterThan(limit * 0.8)
})
