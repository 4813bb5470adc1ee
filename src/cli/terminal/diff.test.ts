import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { textWidth } from './cells.ts'
import { hunkLines, hunksBetween } from './diff.ts'

const shown = (...given: Parameters<typeof hunkLines>) => hunkLines(...given).map(stripVTControlCharacters)
const between = (before: string, after: string, width = 40) => shown(hunksBetween(before, after), width)

test('lines that go, lines that come, and a few around them', () => {
  expect(between('1\n2\n3\na\n4\n5\n6', '1\n2\n3\nb\n4\n5\n6')).toEqual([
    '  2',
    '  3',
    '- a',
    '+ b',
    '  4',
    '  5',
  ])
  expect(between('', 'a\nb')).toEqual(['+ a', '+ b'])
  expect(between('a\nb', '')).toEqual(['- a', '- b'])
  expect(between('a', 'a\n')).toEqual(['  a', '+ '])
  expect(between('a\n', 'b\n')).toEqual(['- a', '+ b'])
  expect(between('same', 'same')).toEqual([])
})

test('changes far from each other have a mark between them', () => {
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`)
  const after = lines.with(0, 'first').with(19, 'last')
  const diff = between(lines.join('\n'), after.join('\n'))
  expect(diff).toEqual([
    ...['- line 0', '+ first', '  line 1', '  line 2', '⋯'],
    ...['  line 17', '  line 18', '- line 19', '+ last'],
  ])
})

test('numbers stand before the lines where they are known', () => {
  const lines = [' a', '-b', '+c', '+d', ' e', '\\ No newline at end of file']
  expect(shown([{ lines: ['-a', '+b'], oldStart: 9, newStart: 9 }], 40)).toEqual(['9 - a', '9 + b'])
  expect(shown([{ lines, oldStart: 8, newStart: 8 }], 40)).toEqual([
    ...[' 8   a', ' 9 - b', ' 9 + c', '10 + d', '11   e'],
  ])
})

test('within a line that is replaced, the words that differ stand out', () => {
  const [before, after] = hunkLines(hunksBetween('const total = 1', 'const sum = 1'), 40)
  expect(before).toContain('\x1b[0;7;31mtotal')
  expect(after).toContain('sum')
  const [other] = hunkLines(hunksBetween('completely different', 'nothing alike at all'), 40)
  expect(other).not.toContain(';7')
})

test('long lines are wrapped, and nothing in them steers the terminal', () => {
  const diff = hunkLines(hunksBetween('x'.repeat(50), '日本\x1b[2J\u202e\x07'), 20)
  for (const line of diff) expect(textWidth(line)).toBeLessThanOrEqual(20)
  expect(diff.map(stripVTControlCharacters).at(-1)).toBe(String.raw`+ 日本\u{202e}`)
})

test('texts that have nothing in common are shown one after the other', () => {
  const many = (word: string) => Array.from({ length: 3000 }, (_, n) => `${word} ${n}`).join('\n')
  const diff = between(many('a'), many('b'))
  expect(diff).toHaveLength(6000)
  expect([diff[0], diff[2999], diff[3000]]).toEqual(['- a 0', '- a 2999', '+ b 0'])
})
