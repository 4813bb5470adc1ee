import { expect, test } from 'vitest'
import { plainWords } from './plain-words.ts'

test.each([
  ['# Plan\n\nReplaces `url.parse` calls', 'Plan\n\nReplaces url.parse calls'],
  ['**All** of *it* is ~~gone~~ __done__', 'All of it is gone done'],
  ['- [x] one\n- two\n  * three\n> said', 'one\ntwo\nthree\nsaid'],
  ['See [the guide](https://example.com/a) and ![a picture](b.png)', 'See the guide and a picture'],
  ['```ts\nconst a = 1\n```', '\nconst a = 1\n'],
  ['| A | B |\n|---|--:|\n| 1 | 2 |', '| A | B |\n\n| 1 | 2 |'],
])('%j', (markdown, words) => {
  expect(plainWords(markdown)).toBe(words)
})

test.each([
  '2 * 3 * 4',
  'snake_case_name',
  'a ** b',
  '#hashtag',
  'if (a < b && c > d)',
  '-5 degrees',
  'path/**/*.ts',
])('what is no markup stays: %j', (text) => {
  expect(plainWords(text)).toBe(text)
})

test('a long text costs no more than its beginning', () => {
  const started = performance.now()
  for (const part of ['*', '**a', '[', '`', '> ', '- ', '|-', '__']) plainWords(part.repeat(500_000))
  expect(performance.now() - started).toBeLessThan(2_000)
})
