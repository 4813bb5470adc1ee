import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { MAX_TAIL_BYTES, MAX_TAIL_LINES, StderrTail } from './stderr-tail.ts'

function tailOf(...chunks: (string | Uint8Array)[]): StderrTail {
  const tail = new StderrTail()
  for (const chunk of chunks) tail.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return tail
}

describe('StderrTail', () => {
  test('gives back what was written, also an unfinished line', () => {
    expect(tailOf().text()).toBe('')
    expect(tailOf('one\ntwo\r\n\nthr', 'ee').text()).toBe('one\ntwo\n\nthree')
  })

  test('is the same wherever the chunk borders fall, also inside a character', () => {
    const text = 'Grüße 👋 an alle\nzweite Zeile – 完了\n'
    const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte))
    expect(tailOf(...bytes).text()).toBe(text.trim())
  })

  test('keeps the last lines only', () => {
    const tail = tailOf(Array.from({ length: 1000 }, (_, i) => `line ${i}\n`).join(''))
    const lines = tail.text().split('\n')
    expect(lines).toHaveLength(MAX_TAIL_LINES)
    expect(lines.at(-1)).toBe('line 999')
  })

  test('keeps the last bytes only', () => {
    const tail = tailOf(Array.from({ length: 100 }, (_, i) => `${i} ${'x'.repeat(1500)}\n`).join(''))
    expect(tail.text().length).toBeLessThanOrEqual(MAX_TAIL_BYTES)
    expect(tail.text().length).toBeGreaterThan(MAX_TAIL_BYTES - 1600)
    expect(tail.text()).toMatch(/\n99 x+$/)
  })

  test.each([1, 7, 1000, 1024, 2048, 5000, 1_000_000])(
    'cuts a long line in the middle, in chunks of %i',
    (size) => {
      const line = `Error: it broke ${'minified(); '.repeat(3000)} at the end`
      const tail = new StderrTail()
      for (let i = 0; i < line.length; i += size) tail.push(Buffer.from(line.slice(i, i + size)))
      tail.push(Buffer.from('\nnext\n'))
      const [first = '', second] = tail.text().split('\n')
      expect(first).toMatch(/^Error: it broke minified\(\); .*\[… \d+ bytes left out …\].* at the end$/)
      expect(first.length).toBeLessThan(2200)
      const [, cut = ''] = /\[… (\d+) bytes left out …\]/.exec(first) ?? []
      expect(first.replace(/\[….*…\]/, '').length + Number(cut)).toBe(line.length)
      expect(second).toBe('next')
    },
  )

  test('cuts no character and no word in half', () => {
    const emoji = tailOf('👋'.repeat(2000)).text()
    expect(emoji).toBe('[… 8000 bytes left out …]')
    const words = tailOf('größer '.repeat(2000)).text()
    expect(words.replace(/\[….*…\]/, '')).toMatch(/^(größer )+ ?(größer ?)+$/)
  })

  test('a line of exactly the limit is whole', () => {
    expect(tailOf('x'.repeat(2048)).text()).toBe('x'.repeat(2048))
    expect(tailOf('x'.repeat(1024), 'x'.repeat(1024), '\n').text()).toBe('x'.repeat(2048))
  })

  test('a secret that a cut goes through leaves no half behind', () => {
    const key = `sk-ant-api03-${'k'.repeat(80)}END`
    for (const before of [1000, 1020, 2000 - 60]) {
      const text = tailOf(`${'a '.repeat(before / 2)}${key} ${'b '.repeat(4000)}`).text()
      expect(text).not.toMatch(/kkkk|END/)
    }
    for (const after of [0, 20, 60, 100, 900, 1000]) {
      const text = tailOf(`${'a '.repeat(4000)}${key}${' b'.repeat(after / 2)}`).text()
      expect(text).not.toMatch(/kkkk|END/)
    }
  })

  test('takes out secrets and colours', () => {
    const tail = new StderrTail({ secrets: () => ['hunter2-hunter2'] })
    tail.push(Buffer.from('\u001b[31mBearer abcdefgh\u001b[0m and hunter2-hun'))
    tail.push(Buffer.from('ter2\n'))
    expect(tail.text()).toBe('Bearer [redacted] and [redacted]')
  })

  test('does not grow: 200 MB in one line and in many', () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const tail = new StderrTail()
    const before = process.memoryUsage().arrayBuffers
    for (let i = 0; i < 200; i++) tail.push(chunk)
    tail.push(Buffer.from('\n'))
    chunk.fill('short line\n')
    for (let i = 0; i < 5; i++) tail.push(chunk)
    expect(tail.text().length).toBeLessThan(MAX_TAIL_BYTES * 2)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024)
  })

  test('R-SPAWN-8 reads a real process to its end', async () => {
    const script = 'for (let i = 0; i < 5000; i++) console.error("line " + i + " " + "é".repeat(50))'
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'pipe'] })
    const tail = new StderrTail()
    child.stderr.on('data', (bytes: Buffer) => tail.push(bytes))
    await once(child, 'close')
    const lines = tail.text().split('\n')
    expect(lines).toHaveLength(MAX_TAIL_LINES)
    expect(lines.at(-1)).toBe(`line 4999 ${'é'.repeat(50)}`)
  })
})
