import { expect, test } from 'vitest'
import { inputText } from './short-input.ts'

test.each([
  [{ description: 'Build it', command: 'make' }, 'make'],
  [{ replace_all: false, file_path: 'a.ts' }, 'a.ts'],
  [{ path: 'src', pattern: 'x' }, 'x'],
  [{ questions: [{ question: 'Which?' }, { question: 'Why?' }] }, 'Which? Why?'],
  [{ todos: [1, 2] }, '2 entries'],
  [{ depth: 3 }, '{"depth":3}'],
  [{}, ''],
  [{ command: 7, questions: [null, 1, { question: 2 }] }, ''],
  ['text', ''],
  [undefined, ''],
])('of %j the telling part is %j', (input, part) => {
  expect(inputText(input)).toBe(part)
})
