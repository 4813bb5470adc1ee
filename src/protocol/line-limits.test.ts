import { expect, test } from 'vitest'
import { MAX_NESTING, MAX_VALUES, whyNotRead } from './line-limits.ts'

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`

test('a line may be nested so deep, and no deeper', () => {
  expect(whyNotRead(nested(MAX_NESTING - 1))).toBeUndefined()
  expect(whyNotRead(nested(MAX_NESTING))).toContain('500 levels deep')
  expect(whyNotRead('{"a":'.repeat(1000))).toContain('500 levels deep')
})

test('a line may have so many values, and no more', () => {
  expect(whyNotRead(`[${'{},'.repeat(MAX_VALUES / 2 - 1)}{}]`)).toBeUndefined()
  expect(whyNotRead(`[${'{},'.repeat(MAX_VALUES / 2)}{}]`)).toContain('1000000 values')
  expect(whyNotRead(`[${'0,'.repeat(MAX_VALUES)}0]`)).toContain('1000000 values')
})

test('what stands beside each other, or in a text, is not deep', () => {
  expect(whyNotRead(JSON.stringify(Array.from({ length: 5000 }, () => [{}])))).toBeUndefined()
  expect(
    whyNotRead(JSON.stringify({ text: '[{",'.repeat(500_000), more: '\\'.repeat(2000) })),
  ).toBeUndefined()
})
