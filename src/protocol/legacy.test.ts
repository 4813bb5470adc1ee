import { expect, test } from 'vitest'
import { isLegacy } from './legacy.ts'

test.each([
  ['2.1.37', true],
  ['2.1.36', true],
  ['2.0.99', true],
  ['1.9.400', true],
  ['2.1.37 (Claude Code)', true],
  ['2.1.38', false],
  ['2.1.197', false],
  ['2.2.0', false],
  ['3.0.0', false],
  ['nonsense', false],
  [undefined, false],
])('of %s it is said: %s', (version, early) => {
  expect(isLegacy(version)).toBe(early)
})
