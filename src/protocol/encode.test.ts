import { describe, expect, test } from 'vitest'
import fc from '../../test/generate/fast-check.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { LineFramer } from './lines.ts'

const refused = (value: unknown) => () => encode(value as object)

describe('encode', () => {
  test('R-ENCODE-1 R-ENCODE-2 R-ENCODE-3 makes exactly one line', () => {
    expect(encode({ type: 'keep_alive' })).toBe('{"type":"keep_alive"}\n')
    const line = encode({ type: 'user', text: 'two\nlines\r\n\u2028\u2029' })
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line)).toEqual({ type: 'user', text: 'two\nlines\r\n\u2028\u2029' })
  })
  test('R-ENCODE-1 R-ENCODE-3 any object gives one line that parses to itself', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const line = encode(object)
        expect(line.indexOf('\n')).toBe(line.length - 1)
        const [framed = ''] = new LineFramer().push(new TextEncoder().encode(line))
        const decoded = decode(framed)
        expect(decoded.kind === 'unknown' && JSON.stringify(decoded.value)).toBe(JSON.stringify(object))
      }),
    )
  })
  test.each([
    ['an array', [1], 'not an array'],
    ['null', null, 'not null'],
    ['a string', '{"type":"user"}', 'not a string'],
    ['a number', 1, 'not a number'],
    ['undefined', undefined, 'not undefined'],
    ['a function', () => ({}), 'not a function'],
    ['a Date, which becomes a string', new Date(0), 'an object whose toJSON() makes something else'],
    [
      'toJSON that makes nothing',
      { toJSON: () => undefined },
      'an object whose toJSON() makes something else',
    ],
  ])('R-ENCODE-4 R-ENCODE-6 R-ENCODE-7 refuses %s', (_, value, why) => {
    expect(refused(value)).toThrow(TypeError)
    expect(refused(value)).toThrow(why)
  })
  test('R-ENCODE-5 R-ENCODE-7 refuses what JSON cannot hold, and says so', () => {
    const cycle: { self?: object } = {}
    cycle.self = cycle
    expect(refused(cycle)).toThrow(/cannot encode the message: .*circular/)
    expect(refused({ n: 1n })).toThrow(/cannot encode the message: .*BigInt/)
  })
})
