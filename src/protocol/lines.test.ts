import { afterEach, describe, expect, test, vi } from 'vitest'
import fc from '../../test/generate/fast-check.ts'
import { DEFAULT_MAX_LINE_BYTES, type Line, LineFramer, type LineFramerOptions } from './lines.ts'

const utf8 = new TextEncoder()

function frame(chunks: Uint8Array[], options?: LineFramerOptions): Line[] {
  const framer = new LineFramer(options)
  return [...chunks.flatMap((chunk) => framer.push(chunk)), ...framer.end()]
}
function frameText(...texts: string[]): Line[] {
  return frame(texts.map((text) => utf8.encode(text)))
}
function cut(bytes: Uint8Array, borders: number[]): Uint8Array[] {
  const places = [0, ...borders.map((b) => b % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end))
}

/** The bytes between the line endings. */
function pieces(bytes: Buffer): Buffer[] {
  const end = bytes.indexOf('\n')
  return end === -1 ? [bytes] : [bytes.subarray(0, end), ...pieces(bytes.subarray(end + 1))]
}

describe('lines', () => {
  test('R-FRAME-1 bytes in, lines out, in order', () => {
    expect(frameText('{"a":1}\n{"b":2}\n')).toEqual(['{"a":1}', '{"b":2}'])
  })
  test('a line is held until its end comes', () => {
    const framer = new LineFramer()
    expect(framer.push(utf8.encode('{"a"'))).toEqual([])
    expect(framer.push(utf8.encode(':1}'))).toEqual([])
    expect(framer.push(utf8.encode('\n{"b":2}\n{"c'))).toEqual(['{"a":1}', '{"b":2}'])
    expect(framer.push(utf8.encode('":3}\n'))).toEqual(['{"c":3}'])
    expect(framer.end()).toEqual([])
  })
  test('R-FRAME-3 a border inside a UTF-8 sequence damages nothing', () => {
    // Short and long: the framer handles small chunks differently from large ones.
    for (const line of ['"grüße 👋🏽"', `"${'grüße 👋🏽 日本 '.repeat(9)}"`]) {
      const bytes = utf8.encode(`${line}\n`)
      for (let i = 0; i <= bytes.length; i++) expect(frame(cut(bytes, [i]))).toEqual([line])
    }
  })
  test.each([1, 7, 32, 33])('R-FRAME-2 long lines in chunks of %d bytes', (size) => {
    const lines = ['x'.repeat(5000), '日本 '.repeat(900), '{}', `👋${'é'.repeat(2000)}`]
    const bytes = utf8.encode(`${lines.join('\n')}\n`)
    const borders = Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => (i + 1) * size)
    expect(frame(cut(bytes, borders))).toEqual(lines)
  })
  test('R-FRAME-4 R-FRAME-5 CRLF, also with the border between', () => {
    expect(frameText('a\r\nb\r', '\nc\n')).toEqual(['a', 'b', 'c'])
    expect(frameText('a\r\r\nb\r', '\r\n')).toEqual(['a\r', 'b\r'])
  })
  test('R-FRAME-6 a carriage return alone, U+2028, U+2029 and U+0085 end no line', () => {
    const text = 'a\rb\u2028c\u2029d\u0085e'
    expect(frameText(`${text}\n`)).toEqual([text])
  })
  test('R-FRAME-7 a byte order mark is dropped, wherever the line stands', () => {
    expect(frameText('\ufeff{"a":1}\n\ufeff{"b":2}\n')).toEqual(['{"a":1}', '{"b":2}'])
    expect(frameText('\ufeff', '\n{}\n')).toEqual(['{}'])
  })
  test('R-FRAME-8 blank lines give nothing', () => {
    expect(frameText('\n\r\n \t \n{}\n\n')).toEqual(['{}'])
  })
  test('R-FRAME-7 R-FRAME-8 byte order marks and blank lines, also where long chunks cut the line', () => {
    const long = 'x'.repeat(40)
    const blank = ' '.repeat(40)
    expect(frameText(`${long}\n\ufeff{`, `${long}\n`)).toEqual([long, `{${long}`])
    expect(frameText(`${long}\n\t`, `${blank}\n`)).toEqual([long])
    expect(frameText(`${long}\n{`, `${long}\n`, `\ufeff${long}`, `${long}\n`)).toEqual([
      long,
      `{${long}`,
      long + long,
    ])
  })
  test('R-FRAME-14 end() gives the unterminated last line, and the framer is as new', () => {
    const framer = new LineFramer()
    framer.push(utf8.encode('{"a":1}\n{"cut'))
    expect(framer.end()).toEqual(['{"cut'])
    expect(framer.end()).toEqual([])
    expect(framer.push(utf8.encode('{"b":2}\n'))).toEqual(['{"b":2}'])
  })
  test('R-FRAME-15 invalid UTF-8 becomes U+FFFD', () => {
    expect(frame([Uint8Array.of(0x61, 0xff, 0xc3, 0x0a)])).toEqual(['a\ufffd\ufffd'])
  })
  test('a chunk may be changed after push: nothing of it is kept', () => {
    const framer = new LineFramer()
    const chunk = utf8.encode('abc')
    framer.push(chunk)
    chunk.fill(0x78)
    expect(framer.push(utf8.encode('\n'))).toEqual(['abc'])
  })
})

describe('the limit', () => {
  const options = { maxLineBytes: 10 }

  test('R-FRAME-10 the limit is 64 MiB by default', () => {
    expect(DEFAULT_MAX_LINE_BYTES).toBe(64 * 1024 * 1024)
  })
  test('R-FRAME-11 R-FRAME-12 a longer line is reported with size and beginning, and reading goes on', () => {
    const long = 'x'.repeat(1000)
    const bytes = utf8.encode(`{"a":1}\n${long}\n{"b":2}\n`)
    const expected = ['{"a":1}', { bytes: 1000, head: 'x'.repeat(256) }, '{"b":2}']
    expect(frame([bytes], options)).toEqual(expected)
    expect(
      frame(
        [...bytes].map((byte) => Uint8Array.of(byte)),
        options,
      ),
    ).toEqual(expected)
  })
  test('R-FRAME-10 it counts bytes, without the line end', () => {
    expect(frame([utf8.encode('0123456789\r\n')], options)).toEqual(['0123456789'])
    expect(frame([utf8.encode('ééééé\n')], options)).toEqual(['ééééé'])
    expect(frame([utf8.encode('éééééé\n')], options)).toEqual([{ bytes: 12, head: 'éééééé' }])
  })
  test('an oversized last line without end is reported by end()', () => {
    expect(frame([utf8.encode('0123456789abc')], options)).toEqual([{ bytes: 13, head: '0123456789abc' }])
  })
  test('R-FRAME-9 a line of 40 MB arrives whole', () => {
    const framer = new LineFramer()
    const part = new Uint8Array(64 * 1024).fill(0x61)
    for (let i = 0; i < 640; i++) expect(framer.push(part)).toEqual([])
    const [line] = framer.push(Uint8Array.of(0x0a))
    expect(line).toHaveLength(640 * part.length)
  })
  test('R-FRAME-13 an endless line holds no more than the limit', () => {
    const framer = new LineFramer({ maxLineBytes: 1024 * 1024 })
    const part = new Uint8Array(64 * 1024).fill(0x61)
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    for (let i = 0; i < 4096; i++) {
      framer.push(part)
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    // Doubling leaves the smaller buffers to the garbage collector: together they are smaller than the last one.
    expect(most).toBeLessThan(4 * 1024 * 1024)
    expect(framer.end()).toEqual([{ bytes: 4096 * part.length, head: 'a'.repeat(256) }])
  })
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'a limit of %d is refused',
    (maxLineBytes) => {
      expect(() => new LineFramer({ maxLineBytes })).toThrow(/maxLineBytes must be a whole number/)
    },
  )
})

// Texts rich in special cases: line endings, byte order marks, white space, multi-byte characters, and text that makes chunks
// long.
const parts = ['{', '"a"', '\n', '\n', '\r', '\r\n', '\ufeff', ' ', '\t', 'é', '日', '👋', '\u2028']
const longParts = ['x'.repeat(40), ' '.repeat(40), 'é'.repeat(20)]
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .array(fc.constantFrom(...parts, ...longParts), { maxLength: 16 })
    .map((texts) => utf8.encode(texts.join(''))),
)
const borders = fc.array(fc.nat({ max: 400 }), { maxLength: 12 })
const limit = fc.option(fc.integer({ min: 1, max: 40 }), { nil: DEFAULT_MAX_LINE_BYTES })

const limits = fc.constantFrom(300_000, 500_000, DEFAULT_MAX_LINE_BYTES)

describe('properties', () => {
  test('R-FRAME-2 any split of any byte stream gives the same lines', () => {
    fc.assert(
      fc.property(anyBytes, borders, limit, (bytes, places, maxLineBytes) => {
        const whole = frame([bytes], { maxLineBytes })
        expect(frame(cut(bytes, places), { maxLineBytes })).toEqual(whole)
        expect(
          frame(
            [...bytes].map((byte) => Uint8Array.of(byte)),
            { maxLineBytes },
          ),
        ).toEqual(whole)
      }),
      { numRuns: 1000 },
    )
  })
  test('R-FRAME-2 long lines around the limit: any split gives the same lines', () => {
    const part = fc.constantFrom(
      '\n',
      '\r\n',
      '\r',
      'é',
      'x'.repeat(300),
      '日本'.repeat(150),
      '👋'.repeat(80),
    )
    const streams = fc.array(part, { maxLength: 20 }).map((parts) => utf8.encode(parts.join('')))
    const places = fc.array(fc.nat({ max: 9000 }), { maxLength: 40 })
    fc.assert(
      fc.property(streams, places, fc.integer({ min: 1, max: 2000 }), (bytes, borders, maxLineBytes) => {
        expect(frame(cut(bytes, borders), { maxLineBytes })).toEqual(frame([bytes], { maxLineBytes }))
      }),
      { numRuns: 500 },
    )
  })
  test('R-FRAME-2 R-FRAME-3 R-FRAME-15 lines of hundreds of kilobytes: the text of all bytes, whatever the split', () => {
    // Each about 100 KB: plain, multi-byte (so that most chunk boundaries cut a character), not UTF-8, and line endings.
    const long = fc.constantFrom('x'.repeat(100_000), '日本👋é'.repeat(8000), '\r', '\ufeff')
    const part = fc.oneof(
      { weight: 8, arbitrary: long.map((text) => utf8.encode(text)) },
      { weight: 1, arbitrary: fc.constant(new Uint8Array(100_000).fill(0xff)) },
      { weight: 2, arbitrary: fc.constantFrom('\n', '\r\n').map((text) => utf8.encode(text)) },
    )
    const streams = fc.array(part, { minLength: 6, maxLength: 16 }).map((parts) => Buffer.concat(parts))
    fc.assert(
      fc.property(streams, fc.integer({ min: 1000, max: 100_000 }), limits, (bytes, size, maxLineBytes) => {
        const borders = Array.from({ length: Math.floor(bytes.length / size) }, (_, i) => (i + 1) * size)
        const expected = pieces(bytes).flatMap((piece): Line[] => {
          const size = piece.length - (piece.at(-1) === 0x0d ? 1 : 0)
          const line = piece.toString('utf8', 0, size).replace(/^\ufeff/, '')
          if (size > maxLineBytes) return [{ bytes: size, head: '' }]
          return /[^\r]/.test(line) ? [line] : []
        })
        const lines = frame(cut(bytes, borders), { maxLineBytes })
        const told = lines.map((line) => (typeof line === 'string' ? line : { bytes: line.bytes, head: '' }))
        // Not toEqual alone: printing the difference between such texts takes minutes.
        expect(told.map((line) => (typeof line === 'string' ? line.length : line))).toEqual(
          expected.map((line) => (typeof line === 'string' ? line.length : line)),
        )
        expect(told.every((line, i) => typeof line !== 'string' || line === expected[i])).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
  test('plain arrays and buffers of Node give the same lines', () => {
    fc.assert(
      fc.property(anyBytes, borders, limit, (bytes, places, maxLineBytes) => {
        const buffers = cut(bytes, places).map((part) => Buffer.from(part))
        expect(frame(buffers, { maxLineBytes })).toEqual(frame([bytes], { maxLineBytes }))
      }),
    )
  })
  test('the lines are those of a plain split', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const lines = texts.map((text) => JSON.stringify(text))
        expect(frame([utf8.encode(lines.map((line) => `${line}\n`).join(''))])).toEqual(lines)
      }),
    )
  })
})

describe('in a browser', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.resetModules()
  })

  test('R-FRAME-2 the same lines, without the decoder of Node', async () => {
    const getBuiltinModule = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined)
    vi.resetModules()
    const browser = await import('./lines.ts')
    expect(getBuiltinModule).toHaveBeenCalledWith('node:string_decoder')
    fc.assert(
      fc.property(anyBytes, borders, limit, (bytes, places, maxLineBytes) => {
        const framer = new browser.LineFramer({ maxLineBytes })
        const lines = cut(bytes, places).flatMap((chunk) => framer.push(chunk))
        expect([...lines, ...framer.end()]).toEqual(frame([bytes], { maxLineBytes }))
      }),
      { numRuns: 500 },
    )
  })
})
