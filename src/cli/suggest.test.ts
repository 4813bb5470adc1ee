import { expect, test } from 'vitest'
import { nearest } from './suggest.ts'

const names = ['run', 'model', 'doctor', 'discover', 'conformance']

test.each([
  ['rnu', 'run'],
  ['Run', 'run'],
  ['modle', 'model'],
  ['docter', 'doctor'],
  ['dicsover', 'discover'],
  ['conformence', 'conformance'],
  ['serve', undefined],
  ['x', undefined],
  ['', undefined],
])('%s probably means %s', (given, meant) => {
  expect(nearest(given, names)).toBe(meant)
})

test('without names nothing is near', () => {
  expect(nearest('run', [])).toBeUndefined()
})
