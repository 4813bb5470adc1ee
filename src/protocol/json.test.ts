import { expect, test } from 'vitest'
import { parseObject } from './json.ts'

test.each([
  ['{"a":[1]}', { a: [1] }],
  ['[1]', undefined],
  ['null', undefined],
  ['"{}"', undefined],
  ['{"a":', undefined],
  ['', undefined],
])('the object in %j is %j', (text, value) => {
  expect(parseObject(text)).toEqual(value)
})
