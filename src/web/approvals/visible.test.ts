import { expect, test } from 'vitest'
import { visible, visibleIn } from './visible.ts'

test('R-SEC-3 what is not seen in the texts of a request is written out', () => {
  const request = {
    title: 'Run ls\u001b[2K',
    description: 'harmless \u202egnp.exe',
    input: { command: 'echo a\u200bb\nls\t-l', files: ['\u0000x'] },
    count: 3,
  }
  expect(visibleIn(request)).toEqual({
    title: 'Run ls\\u{1b}[2K',
    description: 'harmless \\u{202e}gnp.exe',
    input: { command: 'echo a\\u{200b}b\nls\t-l', files: ['\\u{0}x'] },
    count: 3,
  })
})

test('what is seen stays as it is', () => {
  expect(visible('größer → 🎉 한국어\n\tx')).toBe('größer → 🎉 한국어\n\tx')
})
