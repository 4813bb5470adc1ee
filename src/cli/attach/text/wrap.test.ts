import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { textWidth } from '../screen/cells.ts'
import { markdownLines } from './markdown.ts'
import { settledLines, wrapHard, wrapWords } from './wrap.ts'

test('words are kept whole; indentation is kept', () => {
  expect(wrapWords('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrapWords('  one two three', 9)).toEqual(['  one two', '  three'])
  expect(wrapWords('- one two three', 9, { hang: 2 })).toEqual(['- one two', '  three'])
  expect(wrapWords('onewordthatistoolong', 8)).toEqual(['onewordt', 'hatistoo', 'long'])
  expect(wrapWords('a onewordthatistoolong', 8)).toEqual(['a', 'onewordt', 'hatistoo', 'long'])
  expect(wrapWords('', 8)).toEqual([''])
})

test('wide signs count twice, and lines between them may break', () => {
  const lines = wrapWords('日本語日本語日本語', 7)
  expect(lines.every((line) => textWidth(line) <= 7)).toBe(true)
  expect(lines.join('')).toBe('日本語日本語日本語')
})

test('a colour goes on in the next line and ends with it', () => {
  expect(wrapHard('\x1b[38;5;9mabcd\x1b[0m', 2)).toEqual([
    '\x1b[0;38;5;9mab\x1b[0m',
    '\x1b[0;38;5;9mcd\x1b[0m',
  ])
})

test('of a line that was written over, the last state is left', () => {
  expect(settledLines('10 %\r50 %\rdone\r\nnext')).toEqual(['done', 'next'])
})

test('markdown: headings, lists, code and emphasis', () => {
  const shown = (source: string, width = 40) =>
    markdownLines(source, width).lines.map((line) => stripVTControlCharacters(line))
  expect(shown('# Title\n- **one** `two`\n1. three')).toEqual(['Title', '• one two', '1. three'])
  expect(shown('```js\nconst a = `**x**`\n```\nafter')).toEqual(['┌ js', '│ const a = `**x**`', '└', 'after'])
  expect(shown('> said')).toEqual(['▎ said'])
  expect(shown('a * b * c, 2*3*4 and snake_case_name')).toEqual(['a * b * c, 2*3*4 and snake_case_name'])
  expect(shown('- [x] done\n- [ ] open')).toEqual(['☑ done', '☐ open'])
  expect(shown('[a page](http://x.y)')).toEqual(['a page (http://x.y)'])
  expect(shown('\x1b]0;title\x07text')).toEqual(['text'])
  expect(markdownLines('```\nopen', 40).fence).toBe('```')
})
