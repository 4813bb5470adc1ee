import { expect, test } from 'vitest'
import { profileOf } from '../version.ts'
import { lineChange, patchOf } from './patch.ts'
import { mismatch } from './structured.ts'

test('a patch shows the change and some lines around it', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ''].join('\n')
  const after = before.replace('5', 'five\nfive and a half')
  expect(patchOf(before, after)).toEqual([
    {
      ...{ oldStart: 2, oldLines: 7, newStart: 2, newLines: 8 },
      lines: [' 2', ' 3', ' 4', '-5', '+five', '+five and a half', ' 6', ' 7', ' 8'],
    },
  ])
  expect(lineChange(before, after)).toEqual({ added: 2, removed: 1 })
  expect(patchOf(before, before)).toEqual([])
  expect(lineChange('', 'a\nb\n')).toEqual({ added: 2, removed: 0 })
})

test.each([
  [{ n: 4 }, undefined],
  [{ n: 'four' }, '/n: must be number'],
  [{}, "root: must have required property 'n'"],
  [{ n: 1, list: ['a', 2] }, '/list/1: must be string'],
  [{ n: 1, kind: 'c' }, '/kind: must be equal to one of the allowed values: ["a"]'],
])('structured output %o: %s', (value, problem) => {
  const properties = {
    n: { type: 'number' },
    list: { type: 'array', items: { type: 'string' } },
    kind: { enum: ['a'] },
  }
  expect(mismatch(value, { type: 'object', properties, required: ['n'] }, '', profileOf('2.1.325'))).toBe(
    problem,
  )
})
