/** What a page pays for the entries that browsers load. docs/bundle-size.md states it, and this holds the document to it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { browserBundle, browserParts } from '../process/browser-bundle.ts'
import { root } from './installed.ts'

const stated = readFileSync(join(root, 'docs', 'bundle-size.md'), 'utf8')
const rows = [...stated.matchAll(/^\| `(import .*)` \| ([\d.]+) \| ([\d.]*) ?\|$/gm)].map(
  ([, source = '', first = '', later = '']) => ({ source, first: Number(first), later: Number(later) }),
)
const MAX_FIRST_LOAD = 30
const isStar = /import \* as \w+ from 'fairlead\/state'/

test('the document has a row for each entry that a browser loads', () => {
  for (const entry of ['api', 'react', 'state', 'protocol'])
    expect(rows.some(({ source }) => source.includes(`import * as ${entry} from`))).toBe(true)
})

test('the hooks of fairlead/react alone take less than 3 kB', async () => {
  const code = await browserBundle("export * from 'fairlead/react'", {
    isMinified: true,
    external: ['react', /\/chunks\//],
  })
  expect(gzipSync(code, { level: 9 }).length).toBeLessThan(3000)
})

test('a page that uses the client, the hooks and what reads a session loads at most 30 kB at first', () => {
  const pages = rows.filter(({ source }) => !isStar.test(source))
  expect(pages.length).toBeGreaterThan(3)
  for (const { first } of pages) expect(first).toBeLessThanOrEqual(MAX_FIRST_LOAD)
})

test.each(rows)(
  '$source loads $first kB at first and $later kB later, at most, and not much less',
  async ({ source, first, later }) => {
    const names = source.matchAll(/import (?:\* as (\w+)|{(.*?)}) from/g)
    const used = [...names].map(([, all, some]) => all ?? some).join(', ')
    const parts = await browserParts(`${source}\nglobalThis.used = [${used}]`, {
      isMinified: true,
      external: ['react'],
    })
    expectClose(sizeOf(parts.first), first)
    // The stand-in of the package ws, which no page asks for, is a few hundred bytes.
    const loaded = parts.later.map(sizeOf).filter((size) => size > 0.3)
    expectClose(
      loaded.reduce((sum, size) => sum + size, 0),
      later,
    )
  },
)

const sizeOf = (code: string) => gzipSync(code, { level: 9 }).length / 1000

function expectClose(size: number, limit: number): void {
  expect(size).toBeLessThanOrEqual(limit)
  if (limit > 0) expect(size, 'the stated limit can be lowered').toBeGreaterThan(limit * 0.8)
}
