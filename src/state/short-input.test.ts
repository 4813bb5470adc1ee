import { expect, test } from 'vitest'
import { inputText, oneLine, shortInput } from './short-input.ts'

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

test.each([
  ['several\n  lines\tof text', 'several lines of text'],
  ['\u001b[1;32m✓ passed\u001b[0m', '✓ passed'],
  ['\u001b]0;title\u0007ls', '\\u{1b}]0;title\\u{7}ls'],
  ['echo \u202egnp.exe', 'echo \\u{202e}gnp.exe'],
])('%j in one line is %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
  expect(shortInput({ command: text })).toBe(line)
})
