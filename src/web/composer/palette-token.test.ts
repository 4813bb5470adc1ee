import { expect, test } from 'vitest'
import { completed, likeQuery, type Token, tokenAt } from './palette-token.ts'

test.each<[string, Token | undefined]>([
  ['/', { kind: 'command', from: 0, to: 1, query: '' }],
  ['/comp', { kind: 'command', from: 0, to: 5, query: 'comp' }],
  ['/compact now', undefined],
  ['say /comp', undefined],
  ['@', { kind: 'file', from: 0, to: 1, query: '' }],
  ['look at @src/to', { kind: 'file', from: 8, to: 15, query: 'src/to' }],
  ['me@home', undefined],
  ['@a b', undefined],
  ['', undefined],
])('at the end of %j', (text, token) => {
  expect(tokenAt(text, text.length)).toEqual(token)
})

test('only what stands before the caret counts', () => {
  expect(tokenAt('see @a and more', 6)).toEqual({ kind: 'file', from: 4, to: 6, query: 'a' })
})

test('what is chosen takes the place of what was typed', () => {
  const file = tokenAt('see @a and more', 6) as Token
  expect(completed('see @a and more', file, 'a/b.ts')).toEqual({ text: 'see @a/b.ts and more', caret: 12 })
  expect(completed('see @a', file, 'a b.ts')).toEqual({ text: 'see @"a b.ts" ', caret: 14 })
  expect(completed('/co', tokenAt('/co', 3) as Token, 'compact').text).toBe('/compact ')
})

test('names that begin with what was typed come first', () => {
  const names = ['recompute', 'compact', 'clear'].map((name) => ({ name }))
  expect(likeQuery(names, 'Comp').map(({ name }) => name)).toEqual(['compact', 'recompute'])
  expect(likeQuery(names, '', 2)).toHaveLength(2)
})
