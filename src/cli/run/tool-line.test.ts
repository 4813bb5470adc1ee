import { expect, test } from 'vitest'
import { resultText, tellingPart } from './tool-line.ts'

test.each([
  [{ description: 'Build it', command: 'make' }, 'make'],
  [{ replace_all: false, file_path: 'a.ts' }, 'a.ts'],
  [{ path: 'src', pattern: 'x' }, 'x'],
  [{ questions: [{ question: 'Which?' }, { question: 'Why?' }] }, 'Which? Why?'],
  [{ todos: [1, 2] }, '2 entries'],
  [{ depth: 3 }, '{"depth":3}'],
  [{}, ''],
])('of %j the telling part is %j', (input, part) => {
  expect(tellingPart(input)).toBe(part)
})

test.each([
  ['<tool_use_error>No file.</tool_use_error>', 'No file.'],
  [
    [
      { type: 'text' as const, text: 'a' },
      { type: 'image' as const, source: { type: 'file' as const, file_id: 'f' } },
    ],
    'a\n',
  ],
  [undefined, ''],
])('of a result %j the text is %j', (content, text) => {
  const result = { type: 'tool_result' as const, tool_use_id: 't' }
  expect(resultText(content === undefined ? result : { ...result, content })).toBe(text)
})
