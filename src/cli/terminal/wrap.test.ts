import { expect, test } from 'vitest'
import { textWidth } from './cells.ts'
import { settledLines, wrapHard, wrapWords } from './wrap.ts'

test('words are kept whole; indentation is kept', () => {
  expect(wrapWords('one two three', 8)).toEqual(['one two', 'three'])
  expect(wrapWords('  one two three', 9)).toEqual(['  one two', '  three'])
  expect(wrapWords('- one two three', 9, { hang: 2 })).toEqual(['- one two', '  three'])
  expect(wrapWords('onewordthatistoolong', 8)).toEqual(['onewordt', 'hatistoo', 'long'])
  expect(wrapWords('a onewordthatistoolong', 8)).toEqual(['a', 'onewordt', 'hatistoo', 'long'])
  expect(wrapWords('', 8)).toEqual([''])
  expect(wrapWords('see onewordthatistoolong here', 8, { keepsWords: true })).toEqual([
    'see',
    'onewordthatistoolong',
    'here',
  ])
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
