import { expect, test } from 'vitest'
import { cellsOf, printable, textOfCells, textWidth } from './cells.ts'

test.each([
  ['cursor movement', 'a\x1b[2J\x1b[5;5H\x1b[1Ab'],
  ['a title', 'a\x1b]0;title\x07b'],
  ['a title that ends with ST', 'a\x1b]2;title\x1b\\b'],
  ['a link', 'a\x1b]8;;http://x\x1b\\b'],
  ['device strings', 'a\x1bPq#0\x1b\\b'],
  ['other escapes', 'a\x1bc\x1b(0\x1b7b'],
  ['control characters', 'a\x00\x07\x08\x0c\x0e\x7f\x84\x9b5Ab'],
])('%s does not get through', (_, text) => {
  expect(textOfCells(cellsOf(text))).toBe('ab')
  expect(printable(text)).toBe('ab')
})

test('signs that turn the direction around, or are not seen, are written out', () => {
  const text = 'a\u202e\u2066\u200f\u00ad\u3164b'
  const written = String.raw`a\u{202e}\u{2066}\u{200f}\u{ad}\u{3164}b`
  expect(textOfCells(cellsOf(text))).toBe(written)
  expect(printable(text)).toBe(written)
})

test('an unfinished sequence swallows no more than itself', () => {
  expect(textOfCells(cellsOf('a\x1b'))).toBe('a')
  expect(textOfCells(cellsOf('a\x1b[31'))).not.toContain('\x1b')
})

test('colours and emphasis stay; hidden and blinking text does not', () => {
  const styles = (text: string) => cellsOf(text).map(({ style }) => style)
  expect(styles('\x1b[1;31ma\x1b[22mb\x1b[mc')).toEqual(['1;31', '31', ''])
  expect(styles('\x1b[38;5;200ma\x1b[48;2;1;2;3mb\x1b[39mc')).toEqual([
    '38;5;200',
    '38;5;200;48;2;1;2;3',
    '48;2;1;2;3',
  ])
  expect(styles('\x1b[38:2::1:2:3ma')).toEqual(['38;2;1;2;3'])
  expect(styles('\x1b[8ma\x1b[5mb\x1b[38;5;999mc')).toEqual(['', '', ''])
})

test('widths: wide signs, emoji of several characters, combining signs, tabs', () => {
  expect(textWidth('日本')).toBe(4)
  expect(cellsOf('👩‍💻x').map(({ width }) => width)).toEqual([2, 1])
  expect(cellsOf('e\u0301x').map(({ text }) => text)).toEqual(['e\u0301', 'x'])
  expect(textWidth('a\tb')).toBe(5)
  expect(textWidth('\u0301')).toBe(0)
})

test('line ends and tabs stay', () => {
  expect(printable('a\x1b[2Jb\x1b]0;title\x07c\rd\n\te')).toBe('abcd\n\te')
})
