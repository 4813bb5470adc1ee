import { expect, test } from 'vitest'
import { count, shortPath, usd } from './numbers.ts'

test('amounts', () => {
  expect([0, 0.004, 0.01, 1.239, 120].map(usd)).toEqual(['$0.00', '<$0.01', '$0.01', '$1.24', '$120.00'])
})
test('counts', () => {
  expect([0, 999, 1500, 45_600, 2_340_000].map(count)).toEqual(['0', '999', '1.5k', '46k', '2.3M'])
})
test('paths', () => {
  expect(['/a', '/a/b', '/a/b/c/d'].map((it) => shortPath(it))).toEqual(['/a', '/a/b', '…/c/d'])
})
