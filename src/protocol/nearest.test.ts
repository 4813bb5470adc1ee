import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

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

test.each([
  ['mdoel', 'model'],
  ['modell', 'model'],
  ['allowed-tools', 'allowedTools'],
  ['disalowedTools', 'disallowedTools'],
  ['CWD', 'cwd'],
  ['x', undefined],
  ['prompt', undefined],
  ['constructor', undefined],
])('nearest to %s is %s', (name, expected) => {
  expect(nearest(name, ['cwd', 'model', 'allowedTools', 'disallowedTools', 'a'])).toBe(expected)
})
