import { expect, test } from 'vitest'
import { isTooDeep, MAX_NESTING } from './nesting.ts'

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`

test('a line may be nested so deep, and no deeper', () => {
  expect(isTooDeep(nested(MAX_NESTING - 1))).toBe(false)
  expect(isTooDeep(nested(MAX_NESTING))).toBe(true)
  expect(isTooDeep(`{"a":`.repeat(1000))).toBe(true)
})

test('what stands beside each other, or in a text, is not deep', () => {
  expect(isTooDeep(JSON.stringify(Array.from({ length: 5000 }, () => [{}])))).toBe(false)
  expect(isTooDeep(JSON.stringify({ text: '[{"'.repeat(5000), more: '\\'.repeat(2000) }))).toBe(false)
})
