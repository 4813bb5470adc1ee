import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import type { Line } from '../../protocol/lines.ts'
import { GrowingFile, PIECE_BYTES, PlacedFramer } from './output.ts'

function frame(bytes: Buffer, offset: number, size: number): { line: Line; end: number }[] {
  const framer = new PlacedFramer(offset, {})
  const found: { line: Line; end: number }[] = []
  const take = ({ lines, ends }: ReturnType<PlacedFramer['push']>) => {
    for (const [i, line] of lines.entries()) found.push({ line, end: ends[i] ?? Number.NaN })
  }
  for (let from = offset; from < bytes.length; from += size)
    take(framer.push(bytes.subarray(from, from + size)))
  take(framer.end())
  return found
}

test('whatever the chunks, from the offset after any line come exactly the lines after it', () => {
  const line = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', ' ', '\r', '{}', '{"é":"😀"}\r'))
  fc.assert(
    fc.property(fc.array(line), fc.boolean(), fc.integer({ min: 1, max: 40 }), (lines, isCut, size) => {
      const bytes = Buffer.from(lines.map((it) => it.replaceAll('\n', '')).join('\n') + (isCut ? '' : '\n'))
      const all = frame(bytes, 0, bytes.length + 1)
      expect(frame(bytes, 0, size)).toEqual(all)
      for (const [i, { end }] of all.entries()) {
        expect(end === bytes.length || bytes[end - 1] === 0x0a).toBe(true)
        expect(frame(bytes, end, size)).toEqual(all.slice(i + 1))
      }
    }),
  )
})

test('a file is read piece by piece, as far as it has grown', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-output-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'stdout')
  writeFileSync(path, Buffer.alloc(PIECE_BYTES + 10, 'a'))
  const file = new GrowingFile(path, 5)
  expect(file.read()?.length).toBe(PIECE_BYTES)
  expect(file.read()?.toString()).toBe('aaaaa')
  expect(file.read()?.length).toBe(0)
  appendFileSync(path, 'more')
  expect(file.read()?.toString()).toBe('more')
  expect(new GrowingFile(join(folder, 'none'), 0).read()?.length).toBe(0)
  // What cannot be read at all is not at its end.
  expect(new GrowingFile(folder, 0).read()).toBeUndefined()
})
