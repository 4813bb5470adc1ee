import { expect, test } from 'vitest'
import { KeyDecoder } from '../terminal/keys.ts'
import { edited, editorWith, emptyEditor } from './editor.ts'

function typed(keys: string, from = emptyEditor, isLine = false) {
  const decoder = new KeyDecoder()
  return [...decoder.push(keys), ...decoder.flush()].reduce(
    (editor, key) => edited(editor, key, isLine) ?? editor,
    from,
  )
}

test('signs are written, and taken back as a whole', () => {
  expect(typed('ab👩‍💻')).toEqual(editorWith('ab👩‍💻'))
  expect(typed('ab👩‍💻\x7f')).toEqual(editorWith('ab'))
  expect(typed('abc\x1b[D\x1b[DX')).toEqual({ text: 'aXbc', cursor: 2 })
  expect(typed('abc\x01\x1b[3~')).toEqual({ text: 'bc', cursor: 0 })
})

test('by word and by line', () => {
  expect(typed('one two, three\x17')).toEqual(editorWith('one two, '))
  expect(typed('one two\x1bb\x0b')).toEqual({ text: 'one ', cursor: 4 })
  expect(typed('x', editorWith('one\ntwo\x15'))).toBeDefined()
  expect(typed('\x15', editorWith('one\ntwo'))).toEqual({ text: 'one\n', cursor: 4 })
})

test('up and down between lines; at the first and the last one the key is for somebody else', () => {
  const up = { id: 'up', text: '' }
  expect(edited(editorWith('long line\nab'), up)).toEqual({ text: 'long line\nab', cursor: 2 })
  expect(edited(editorWith('one line'), up)).toBeUndefined()
  expect(edited({ text: 'a\nb', cursor: 0 }, { id: 'down', text: '' })).toEqual({ text: 'a\nb', cursor: 2 })
})

test('what is pasted in a line stays one line', () => {
  expect(typed('\x1b[200~a\n  b\x1b[201~', emptyEditor, true)).toEqual(editorWith('a b'))
  expect(typed('\x1b[200~a\nb\x1b[201~')).toEqual(editorWith('a\nb'))
})
