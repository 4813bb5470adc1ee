import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stderrText } from './stderr.ts'

function textOf(written: string, ...secrets: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-stderr-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'stderr'), written)
  return stderrText(join(folder, 'stderr'), secrets)
}

test('the end of the file, without secrets', () => {
  expect(textOf('first\nkey: hush-hush\n', 'hush-hush')).toBe('first\nkey: [redacted]')
  expect(stderrText('/nonexistent', [])).toBe('')
})
test('of a long file it begins with a whole line', () => {
  const text = textOf('0123456789\n'.repeat(50_000))
  expect(new Set(text.split('\n'))).toEqual(new Set(['0123456789']))
})
test('of a long line, with a whole word: half a secret could not be recognised', () => {
  const secret = 'sk-ant-secret'
  // The first byte that is read is each of its characters in turn.
  for (let shift = 0; shift < secret.length; shift++) {
    const text = textOf(`${'x'.repeat(50_000)} ${secret} ${'word '.repeat(52_426)}${'y'.repeat(shift)}`)
    expect(text).toMatch(/^word /)
  }
})
