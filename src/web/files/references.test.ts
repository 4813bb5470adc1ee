import { expect, test } from 'vitest'
import { piecesOf, wholeReference } from './references.ts'

test.each([
  ['src/cart/totals.ts', { path: 'src/cart/totals.ts' }],
  ['src/cart/totals.ts:21', { path: 'src/cart/totals.ts', line: 21 }],
  ['totals.ts:21:7', { path: 'totals.ts', line: 21 }],
  ['src/a.ts#L4-L9', { path: 'src/a.ts', line: 4 }],
  ['/home/me/a.py:3', { path: '/home/me/a.py', line: 3 }],
  ['../other/b.go', { path: '../other/b.go' }],
  ['package.json', { path: 'package.json' }],
  ['items.length', undefined],
  ['example.org/page.html', undefined],
  ['src/cart', undefined],
  ['a.ts b.ts', undefined],
])('the code %j names %j', (text, reference) => {
  expect(wholeReference(text)).toEqual(reference)
})

test.each([
  ['See src/a.ts:42, then stop.', ['src/a.ts:42']],
  ['In src/a.ts and ./b/c.md.', ['src/a.ts', './b/c.md']],
  ['(src/a.ts:3)', ['src/a.ts:3']],
  ['error at a.ts:3:9', ['a.ts:3:9']],
  ['Node.js 24.1 and e.g. v1.2.x, 10.5:30', []],
  ['https://example.org/a.ts:3 and user@host.org:22', []],
  ['www.example.org/index.html', []],
  ['nothing', []],
])('the files in %j are %j', (text, names) => {
  const pieces = piecesOf(text)
  expect(pieces.filter(({ file }) => file).map((piece) => piece.text)).toEqual(names)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})

test('a long text without files stays cheap', () => {
  const start = performance.now()
  piecesOf(`${'a/b-c.'.repeat(3000)} end`)
  expect(performance.now() - start).toBeLessThan(1000)
})
