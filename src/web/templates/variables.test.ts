import { expect, test } from 'vitest'
import { filled, variablesOf } from './variables.ts'

test('each variable is asked for once, and filled in everywhere', () => {
  const text = 'Review {{file}} for {{ what }}. Then fix {{file}}. {{}} {not} {{a.b}}'
  expect(variablesOf(text)).toEqual(['file', 'what'])
  expect(filled(text, { file: 'a.ts', what: '$& {{file}}' })).toBe(
    'Review a.ts for $& {{file}}. Then fix a.ts. {{}} {not} {{a.b}}',
  )
  expect(filled('{{toString}} {{x}}', {})).toBe('{{toString}} {{x}}')
  expect(variablesOf('nothing')).toEqual([])
})
