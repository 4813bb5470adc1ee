import { expect, test } from 'vitest'
import { wrapText } from './wrap.ts'

test('what fits stays as it is', () => {
  expect(wrapText('one\ntwo\n', 10)).toBe('one\ntwo\n')
})

test('a paragraph is broken anew, and an empty line stays between two', () => {
  expect(wrapText('one two three four\nfive\n\nsix', 10)).toBe('one two\nthree four\nfive\n\nsix')
})

test('what stands in a second column stays there', () => {
  expect(wrapText('Options:\n  -a, --all  one two three four five\n', 30)).toBe(
    'Options:\n  -a, --all  one two three\n             four five\n',
  )
})
