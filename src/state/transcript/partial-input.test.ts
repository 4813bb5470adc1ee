import { describe, expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import { isObject } from '../../protocol/json.ts'
import { partialInput } from './partial-input.ts'

const read = (text: string) => partialInput({ text })

describe('the input of a tool while it is written', () => {
  test.each<[string, unknown]>([
    ['', undefined],
    ['  ', undefined],
    ['{', {}],
    ['{"a', {}],
    ['{"a"', {}],
    ['{"a":', {}],
    ['{"a":"', { a: '' }],
    ['{"a":"x', { a: 'x' }],
    ['{"a":"x\\', { a: 'x' }],
    ['{"a":"x\\u00', { a: 'x' }],
    ['{"a":"x\\u00e9', { a: 'xé' }],
    ['{"a":"x\\\\', { a: 'x\\' }],
    ['{"a":"say \\"hi\\"', { a: 'say "hi"' }],
    ['{"a":"x",', { a: 'x' }],
    ['{"a":1', {}],
    ['{"a":12,', { a: 12 }],
    ['{"a":-1.5e3}', { a: -1500 }],
    ['{"a":tru', {}],
    ['{"a":true,"b":null,"c":fals', { a: true, b: null }],
    ['{"a":[', { a: [] }],
    ['{"a":[1,2', { a: [1] }],
    ['{"a":[{"b":"c', { a: [{ b: 'c' }] }],
    ['{"a":[[],{}],"b":{"c":{', { a: [[], {}], b: { c: {} } }],
    [' { "a" : [ "x" , "y" ] , "b" : 1 } ', { a: ['x', 'y'], b: 1 }],
    ['{"__proto__":"x', JSON.parse('{"__proto__":"x"}')],
    ['{"a":"x"} and more', { a: 'x' }],
    ['{"a" "b"}', {}],
    ['{"a":oops,"b":1}', {}],
    ['[1,2]', [1, 2]],
    ['nonsense', undefined],
  ])('%s', (text, expected) => {
    expect(read(text)).toStrictEqual(expected)
  })

  const inputs = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 5 })

  test('is what JSON says once it is complete, however it is laid out', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom(0, 2), (input, space) => {
        const text = JSON.stringify(input, null, space)
        expect(read(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('is a part of what it becomes, wherever it is cut', () => {
    fc.assert(
      fc.property(inputs, fc.double({ min: 0, max: 1, noNaN: true }), (input, where) => {
        const text = JSON.stringify(input)
        const part = read(text.slice(0, Math.floor(text.length * where)))
        expect(isPart(part, JSON.parse(text))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('nothing makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\u0at1-e \n') }), (text) => void read(text)),
    )
    expect(read('['.repeat(100_000))).toEqual(expect.any(Array))
    expect(read(`{"a":"${'x'.repeat(5_000_000)}`)).toEqual({ a: 'x'.repeat(5_000_000) })
  })
})

function isPart(part: unknown, whole: unknown): boolean {
  if (part === undefined) return true
  if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part)
  if (Array.isArray(part)) return Array.isArray(whole) && part.every((it, i) => isPart(it, whole[i]))
  if (isObject(part))
    return isObject(whole) && Object.keys(part).every((key) => isPart(part[key], whole[key]))
  return part === whole
}
