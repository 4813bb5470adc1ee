import { expect, test } from 'vitest'
import { edited, editedCell, editsOf } from './file-edits.ts'

const one = (before: string, after: string, isEverywhere = false) => [{ before, after, isEverywhere }]

test('an edit changes the first place, or all of them', () => {
  expect(edited('a b a', one('a', 'x'))).toBe('x b a')
  expect(edited('a b a', one('a', 'x', true))).toBe('x b x')
  expect(edited('a', one('a', '$& $1'))).toBe('$& $1')
  expect(edited('a', [...one('a', 'b'), ...one('b', 'c')])).toBe('c')
})

test('an edit that does not fit the file is not made up', () => {
  expect(edited('a', one('z', 'x'))).toBeUndefined()
  expect(edited('a', one('', 'x'))).toBeUndefined()
  expect(edited('', one('', 'x'))).toBe('x')
})

test('the edits of a request are read, or none of them', () => {
  expect(editsOf({ old_string: 'a', new_string: 'b', replace_all: true })).toEqual(one('a', 'b', true))
  expect(editsOf({ edits: [{ old_string: 'a', new_string: 'b' }] })).toEqual(one('a', 'b'))
  expect(editsOf({ edits: [{ old_string: 'a' }] })).toBeUndefined()
  expect(editsOf({ content: 'a' })).toBeUndefined()
})

test('the cell of a notebook is found by its id or its number', () => {
  const notebook = JSON.stringify({
    cells: [
      { id: 'x', cell_type: 'code', source: ['a\n', 'b'] },
      { cell_type: 'markdown', source: '# c' },
    ],
  })
  expect(editedCell(notebook, { cell_id: 'x', new_source: 'z' })).toEqual({
    before: 'a\nb',
    after: 'z',
    language: 'python',
  })
  expect(editedCell(notebook, { cell_id: 'cell-1', new_source: 'z' })).toMatchObject({
    before: '# c',
    language: 'markdown',
  })
  expect(editedCell(notebook, { cell_id: 'x', edit_mode: 'delete' })).toMatchObject({ after: '' })
  expect(editedCell(notebook, { edit_mode: 'insert', new_source: 'z' })).toMatchObject({ before: '' })
  expect(editedCell(notebook, { cell_id: 'none', new_source: 'z' })).toBeUndefined()
  expect(editedCell('no notebook', { cell_id: 'x' })).toBeUndefined()
})
