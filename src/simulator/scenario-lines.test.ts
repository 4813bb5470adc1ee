import { expect, test } from 'vitest'
import { lineOf } from './scenario-lines.ts'

const JSON_TEXT = `{
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
  ['', 1],
  ['scripts', 2],
  ['scripts[0].prompt', 3],
  ['scripts[0].replies[0][1].delay', 4],
  ['scripts[0].replies[1][0].tool', 6],
  ['scripts[0].replies[1][0].input', 6],
  ['scripts[7]', 2],
  ['faults', 10],
])('%s stands in line %i', (path, line) => {
  expect(lineOf(JSON_TEXT, path)).toBe(line)
})
