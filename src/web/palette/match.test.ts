import { expect, test } from 'vitest'
import { match } from './match.ts'

test.each<[string, string, number[] | undefined]>([
  ['', 'anything', []],
  ['ref', 'Idempotent refunds', [11, 12, 13]],
  ['REF', 'Refactor price rules', [0, 1, 2]],
  ['ir', 'Idempotent refunds', [0, 11]],
  ['pr rul', 'Refactor price rules', [9, 10, 15, 16, 17]],
  ['xyz', 'Idempotent refunds', undefined],
  ['eee', 'A long sentence of other things', undefined],
])('%s in %s', (query, text, places) => {
  expect(match(query, text)?.places).toEqual(places)
})

test('a word beats a part of one, and a beginning beats both', () => {
  const score = (text: string) => match('test', text)?.score ?? 0
  expect(score('Test the parser')).toBeGreaterThan(score('Fix the test'))
  expect(score('Fix the test')).toBeGreaterThan(score('Fix the latest'))
})
