import { describe, expect, test } from 'vitest'
import { readYaml } from './scenario-yaml.ts'

const TEXT = `# what the model says
scripts:
  - prompt: go
    replies:
      - - text: |
            Two
            lines
        - &wait { delay: 3 }
        - *wait
      -
        - tool: Bash
faults: []
`

test.each([
  ['', 2, 1],
  ['scripts', 3, 3],
  ['scripts[0].prompt', 3, 13],
  ['scripts[0].replies[0][0].text', 5, 17],
  ['scripts[0].replies[0][1].delay', 8, 26],
  ['scripts[0].replies[0][2]', 9, 11],
  ['scripts[0].replies[0][2].delay', 8, 26],
  ['scripts[0].replies[1][0].tool', 11, 17],
  ['scripts[0].replies[1][0].input', 11, 11],
  ['scripts[7]', 3, 3],
  ['faults', 12, 9],
])('%s stands in line %i, column %i', (path, line, column) => {
  expect(readYaml(TEXT).placeOf(path)).toEqual({ line, column })
})

test('an alias is a copy: what is done with one step is not done with the other', () => {
  const { scripts } = readYaml(TEXT).value as { scripts: { replies: object[][] }[] }
  const [text, wait, again] = scripts[0]?.replies[0] ?? []
  expect([text, wait, again]).toEqual([{ text: 'Two\nlines\n' }, { delay: 3 }, { delay: 3 }])
  expect(again).not.toBe(wait)
})

test('words such as yes and no are texts, and an empty text is null', () => {
  expect(readYaml('a: [yes, no, on, 12:30, 2020-01-01]').value).toEqual({
    a: ['yes', 'no', 'on', '12:30', '2020-01-01'],
  })
  expect(readYaml('').value).toBeNull()
})

describe('what is no YAML is told with its place', () => {
  test.each([
    ['a: 1\na: 2', 2, 1, 'Map keys must be unique'],
    ['a:\n\t- b', 2, 1, 'Tabs are not allowed'],
    ['a: [1, 2\nb: 3', 2, 1, 'must be sufficiently indented'],
    ['a:\n  b: *c', 2, 6, 'No anchor is called c'],
    ['a: !b 1', 1, 4, 'Unresolved tag: !b'],
    ['--- {}\n--- {}', 2, 1, 'There is more than one document'],
    ['a: &a [*a]', 1, 1, 'circular'],
  ])('%j: line %i, column %i', (text, line, column, what) => {
    expect(() => readYaml(text)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(what), place: { line, column } }),
    )
  })
})
