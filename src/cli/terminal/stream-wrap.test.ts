import { expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import { textWidth } from './cells.ts'
import { StreamWrap } from './stream-wrap.ts'

function wrapped(parts: string[], width = 10): string {
  const wrap = new StreamWrap(() => width)
  return parts.map((part) => wrap.push(part)).join('') + wrap.end()
}

test.each([
  ['one two three four', 'one two\nthree four'],
  ['a line that\nhas breaks', 'a line\nthat\nhas breaks'],
  ['  an indented line', '  an\nindented\nline'],
  ['abcdefghijklmnop', 'abcdefghijklmnop'],
  ['x abcdefghijklmnop y', 'x\nabcdefghijklmnop\ny'],
  ['\n\ntwo\n\n', '\n\ntwo\n\n'],
  ['| a row | of a table |\nand more of it', '| a row | of a table |\nand more\nof it'],
])('%j becomes %j', (text, lines) => {
  expect(wrapped([text])).toBe(lines)
  expect(wrapped([...text])).toBe(lines)
})

test('a word is written as soon as it is known where it stands', () => {
  const wrap = new StreamWrap(() => 10)
  expect(['a', 'b c', 'd\n', 'e'].map((part) => wrap.push(part))).toEqual(['', 'ab', ' cd\n', ''])
  expect(wrap.end()).toBe('e')
})

test('however it is cut, the words and their lines are the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'bcd', ' ', '\n', '|'), maxLength: 60 })
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 20 }), (given, width) => {
      const lines = wrapped([given], width)
      expect(wrapped([...given], width)).toBe(lines)
      expect(lines.match(/\S+/g)).toEqual(given.match(/\S+/g))
    }),
  )
})

test('wide signs count twice, and lines between them may break', () => {
  const lines = wrapped([...'日本語日本語 日本語日本語'])
  expect(lines.replace(/\s/g, '')).toBe('日本語日本語日本語日本語')
  for (const line of lines.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(10)
})
