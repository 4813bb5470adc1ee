import { expect, test } from 'vitest'
import { piecesOfLine } from './coloured.ts'
import type { DiffLine } from './lines.ts'

const shown = (line: Omit<DiffLine, 'kind'>) =>
  piecesOfLine({ kind: 'added', ...line }).map(({ text, names, isChanged }) => {
    const marked = isChanged ? `[${text}]` : text
    return names ? `${names}:${marked}` : marked
  })

test('a line is cut at its colours and at its changed parts', () => {
  const segments = [{ text: 'let', names: 'k' }, { text: ' a = ' }, { text: '12', names: 'n' }]
  expect(shown({ text: 'let a = 12', segments })).toEqual(['k:let', ' a = ', 'n:12'])
  expect(shown({ text: 'let a = 12', segments, changed: [[4, 9]] })).toEqual([
    'k:let',
    ' ',
    '[a = ]',
    'n:[1]',
    'n:2',
  ])
  expect(shown({ text: 'let a', changed: [[0, 3]] })).toEqual(['[let]', ' a'])
  expect(shown({ text: '' })).toEqual([])
})

test('colours of another text are left out', () => {
  expect(shown({ text: 'ab', segments: [{ text: 'abc', names: 'k' }] })).toEqual(['ab'])
})
