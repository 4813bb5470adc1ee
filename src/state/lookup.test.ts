import { describe, expect, test } from 'vitest'
import fc from '../../test/generate/fast-check.ts'
import { hashOf } from './hash.ts'
import { emptyLookup, hasKey, type Lookup, lookUp, lookupEntries, withEntry, withoutEntry } from './lookup.ts'

const keys = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.uuid(),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', 'keys', 'values', 'length'),
)

describe('a lookup', () => {
  test('is what a Map is, and after JSON too', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, fc.integer()), { maxLength: 600, size: 'max' }), (entries) => {
        let lookup = emptyLookup<number>()
        const map = new Map<string, number>()
        for (const [key, value] of entries) {
          lookup = withEntry(lookup, key, value)
          map.set(key, value)
        }
        const copy = JSON.parse(JSON.stringify(lookup)) as Lookup<number>
        for (const it of [lookup, copy]) {
          expect(it.size).toBe(map.size)
          for (const [key, value] of map) expect(lookUp(it, key)).toBe(value)
          expect(lookUp(it, 'not a key')).toBe(undefined)
          expect(hasKey(it, 'hasOwnProperty')).toBe(false)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('is what a Map is when entries are removed', () => {
    const few = fc.oneof(keys, fc.nat({ max: 60 }).map(String))
    const steps = fc.array(fc.tuple(few, fc.option(fc.integer())), { maxLength: 900, size: 'max' })
    fc.assert(
      fc.property(steps, (todo) => {
        let lookup = emptyLookup<number>()
        const map = new Map<string, number>()
        for (const [key, value] of todo) {
          if (value === null) {
            const known = map.delete(key)
            const after = withoutEntry(lookup, key)
            expect(after === lookup).toBe(!known)
            lookup = after
          } else {
            lookup = withEntry(lookup, key, value)
            map.set(key, value)
          }
        }
        expect(lookup.size).toBe(map.size)
        expect(new Map(lookupEntries(lookup))).toEqual(map)
        for (const [key, value] of map) expect(lookUp(lookup, key)).toBe(value)
        for (const key of [...map.keys()]) lookup = withoutEntry(lookup, key)
        expect(lookup).toEqual(emptyLookup())
      }),
      { numRuns: 100 },
    )
  })

  test('shrinks with its entries', () => {
    let lookup = emptyLookup<number>()
    for (let i = 0; i < 10_000; i++) lookup = withEntry(lookup, `key ${i}`, i)
    for (let i = 0; i < 9_990; i++) lookup = withoutEntry(lookup, `key ${i}`)
    expect(lookup.size).toBe(10)
    expect(JSON.stringify(lookup).length).toBeLessThan(1000)
  })

  test('holds twenty thousand', () => {
    let lookup = emptyLookup<number>()
    for (let i = 0; i < 20_000; i++) lookup = withEntry(lookup, `key ${i}`, i)
    expect(lookup.size).toBe(20_000)
    const wrong = Array.from({ length: 20_000 }, (_, i) => i).filter((i) => lookUp(lookup, `key ${i}`) !== i)
    expect(wrong).toEqual([])
  })

  test('never changes', () => {
    let lookup = emptyLookup<number>()
    for (let i = 0; i < 100; i++) lookup = withEntry(lookup, `key ${i}`, i)
    const before = JSON.stringify(lookup)
    withEntry(lookup, 'key 7', -1)
    withEntry(lookup, 'another', 1)
    withoutEntry(lookup, 'key 8')
    expect(JSON.stringify(lookup)).toBe(before)
    expect(lookUp(emptyLookup(), 'key 7')).toBe(undefined)
  })

  test('null is a value', () => {
    const lookup = withEntry(emptyLookup<number | null>(), 'a', null)
    expect(lookUp(lookup, 'a')).toBe(null)
    expect(hasKey(lookup, 'a')).toBe(true)
  })

  test('keeps keys apart that have the same hash', () => {
    const pairs = [['7yzx.', 'e6ad.'], ...Array.from({ length: 3 }, () => ['5uzx.', 'g2ad.'])]
    const same = pairs.reduce((all, pair) => all.flatMap((key) => pair.map((part) => key + part)), [''])
    expect(same).toHaveLength(16)
    expect(new Set(same.map(hashOf)).size).toBe(1)
    let lookup = emptyLookup<number>()
    for (const [i, key] of same.entries()) lookup = withEntry(lookup, key, i)
    lookup = withEntry(lookup, 'another', -1)
    expect(same.map((key) => lookUp(lookup, key))).toEqual(same.map((_, i) => i))
    expect(lookup.size).toBe(17)
    for (const key of same.slice(1)) lookup = withoutEntry(lookup, key)
    expect(new Map(lookupEntries(lookup))).toEqual(new Map([['another', -1]]).set(same[0] ?? '', 0))
  })
})
