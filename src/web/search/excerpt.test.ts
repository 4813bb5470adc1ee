import { expect, test } from 'vitest'
import { piecesOf } from './excerpt.ts'

const shown = (excerpt: string) =>
  piecesOf(excerpt)
    .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
    .join('')

test.each([
  ['a \u0001b\u0002 c', 'a [b] c'],
  ['\u0001a\u0002\u0001b\u0002', '[a][b]'],
  ['plain', 'plain'],
  ['cut \u0001of', 'cut [of]'],
  ['stray\u0002 end', 'stray\u0002 end'],
  ['<b>\u0001x\u0002</b>', '<b>[x]</b>'],
  ['', ''],
])('%j', (excerpt, expected) => {
  expect(shown(excerpt)).toBe(expected)
})
