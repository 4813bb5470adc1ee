import { expect, test } from 'vitest'
import { wrapHelp } from './wrap-help.ts'

test('help that fits stays as it is', () => {
  expect(wrapHelp('one\ntwo\n', 10)).toBe('one\ntwo\n')
})

test('a paragraph of help is filled, and an empty line stays between two', () => {
  expect(wrapHelp('one two three four\nfive\n\nsix', 10)).toBe('one two\nthree four\nfive\n\nsix')
})

test('what stands in a second column of help stays there', () => {
  expect(wrapHelp('Options:\n  -a, --all  one two three four five\n', 30)).toBe(
    'Options:\n  -a, --all  one two three\n             four five\n',
  )
})
