import { expect, test } from 'vitest'
import type { Host } from '../host.ts'
import { plainPage } from './plain-page.ts'

test('R-SEC-3 texts that the CLI or the model wrote are shown as text, and what would not be seen is made visible', () => {
  const nasty = `<script>alert("1")</script>&'\u001b[2J\u202egnp.exe\u0007`
  const summary = { title: nasty, cwd: nasty, liveness: { words: nasty }, costUsd: 1, lastLine: nasty }
  const page = plainPage({ summaries: () => [summary] } as unknown as Host, '1')
  expect(page).not.toContain('<script')
  expect(page.match(/&#60;script&#62;alert\(&#34;1&#34;\)/g)).toHaveLength(4)
  for (const char of ['\u001b', '\u0007', '\u202e']) expect(page).not.toContain(char)
  expect(page).toContain('\\u{1b}[2J\\u{202e}gnp.exe\\u{7}')
})
