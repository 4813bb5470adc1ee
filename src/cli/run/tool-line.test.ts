import { expect, test } from 'vitest'
import { resultText } from './tool-line.ts'

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
