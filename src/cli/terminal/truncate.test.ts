import { expect, test } from 'vitest'
import { textWidth } from './cells.ts'
import { shorten, truncate } from './truncate.ts'

test('a text is cut between signs, and keeps its style', () => {
  expect(truncate('abc', 3)).toBe('abc')
  expect(truncate('abcd', 3)).toBe('ab…')
  expect(truncate('ab cd', 4)).toBe('ab…')
  expect(truncate('日本語', 4)).toBe('日…')
  expect(truncate('\x1b[31mabcd\x1b[39m', 3)).toBe('\x1b[0;31mab…\x1b[0m')
  expect(truncate('abc', 0)).toBe('')
  expect(truncate('   x', 2)).toBe('…')
})

test('a text is shortened to one line, by what it takes in columns', () => {
  expect(shorten('  a\n\n b ', 10)).toBe('a b')
  expect(shorten('abcdefgh', 5)).toBe('abcd…')
  expect(shorten('日本語', 5)).toBe('日本…')
  expect(textWidth(shorten('word '.repeat(1_000_000), 40))).toBeLessThanOrEqual(40)
})

test('in a text that is shortened, what is not seen is written out', () => {
  expect(shorten('a\u2066b', 20)).toBe('a\\u{2066}b')
  expect(shorten('rm \u202egnp.exe\u00ad\u061c', 80)).toBe('rm \\u{202e}gnp.exe\\u{ad}\\u{61c}')
})
