import { describe, expect, test } from 'vitest'
import fc from '../../test/generate/fast-check.ts'
import { readJson } from './scenario-json.ts'

const TEXT = `{
  "scripts": [
    { "prompt": "a \\" b", "replies": [
      [{ "text": "x, ] }" }, { "delay": 3 }],
      [
        { "tool": "Bash" }
      ]
    ] }
  ],
  "faults": []
}`

test.each([
  ['', 1, 1],
  ['scripts', 2, 14],
  ['scripts[0].prompt', 3, 17],
  ['scripts[0].replies[0][1].delay', 4, 41],
  ['scripts[0].replies[1][0].tool', 6, 19],
  ['scripts[0].replies[1][0].input', 6, 9],
  ['scripts[7]', 2, 14],
  ['faults', 10, 13],
])('%s stands in line %i, column %i', (path, line, column) => {
  expect(readJson(TEXT).placeOf(path)).toEqual({ line, column })
})

test('every value that JSON can hold is read', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), undefined, indent)
      expect(readJson(text).value).toEqual(JSON.parse(json))
    }),
  )
})

describe('what is no JSON is told with its place', () => {
  test.each([
    ['', 1, 1, 'the end'],
    ['{', 1, 2, 'the end'],
    ['{\n  "a": 1,\n}', 3, 1, '"}"'],
    ['[1,\n 2,]', 2, 4, '"]"'],
    ['{"a" 1}', 1, 6, '"1"'],
    ['{"a": 1 "b": 2}', 1, 9, 'a broken string'],
    ['{a: 1}', 1, 2, '"a"'],
    ["['a']", 1, 2, '"\'"'],
    ['["a\n"]', 1, 2, 'a broken string'],
    ['["\\x"]', 1, 2, 'a broken string'],
    ['[01]', 1, 3, '"1"'],
    ['{} {}', 1, 4, '"{"'],
    ['[tru]', 1, 2, '"t"'],
  ])('%j: line %i, column %i', (text, line, column, what) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    expect(() => readJson(text)).toThrow(
      expect.objectContaining({ message: `is no JSON: unexpected ${what}`, place: { line, column } }),
    )
  })
})
