import { expect } from 'vitest'
import { LineFramer } from '../../src/protocol/lines.ts'
import fc from '../generate/fast-check.ts'
import { chunked, mutatedText } from '../generate/mutate.ts'
import { fuzz } from './fuzz.ts'

const utf8 = new TextEncoder()
const texts = mutatedText(
  fc
    .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.json(), fc.constant('\ufeff{}\r')), { maxLength: 8 })
    .map((lines) => lines.join('\n')),
)
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  texts.map((text) => utf8.encode(text)),
)
const limit = fc.constantFrom(1, 2, 5, 31, 32, 33, 64, 300, 100_000)

function framed(chunks: readonly Uint8Array[], maxLineBytes: number) {
  const framer = new LineFramer({ maxLineBytes })
  return [...chunks.flatMap((chunk) => [...framer.push(chunk)]), ...framer.end()]
}

fuzz(
  'R-FRAME-2 framing: the same lines, whatever the borders of the chunks',
  fc.tuple(chunked(bytes), limit),
  ([chunks, maxLineBytes]) => {
    const lines = framed(chunks, maxLineBytes)
    expect(lines).toEqual(framed([Buffer.concat(chunks)], maxLineBytes))
    for (const line of lines) {
      if (typeof line === 'string') expect(line).not.toContain('\n')
      else expect(line.bytes).toBeGreaterThan(maxLineBytes)
    }
  },
  { runs: 500 },
)
