import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  appendValue,
  emptyList,
  lastValue,
  listOf,
  listValues,
  replaceValue,
  toArray,
  valueAt,
} from './list.ts'

type Step = { readonly append: number } | { readonly replace: number; readonly at: number }
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ append: fc.integer() }) },
    fc.record({ replace: fc.integer(), at: fc.integer({ min: -2, max: 1200 }) }),
  ),
  { maxLength: 1200, size: 'max' },
) as fc.Arbitrary<Step[]>

describe('a list', () => {
  test('is what an array is, whatever is done to it, and after JSON too', () => {
    fc.assert(
      fc.property(steps, fc.nat({ max: 1200 }), (todo, from) => {
        let list = emptyList<number>()
        const array: number[] = []
        for (const step of todo) {
          if ('append' in step) {
            list = appendValue(list, step.append)
            array.push(step.append)
          } else {
            list = replaceValue(list, step.at, step.replace)
            if (step.at >= 0 && step.at < array.length) array[step.at] = step.replace
          }
        }
        expect(toArray(list)).toEqual(array)
        expect(list.size).toBe(array.length)
        expect(lastValue(list)).toBe(array.at(-1))
        expect([...listValues(list, from)]).toEqual(array.slice(from))
        expect(valueAt(list, from)).toBe(array[from])
        expect(valueAt(list, -1)).toBe(undefined)
        const copy = JSON.parse(JSON.stringify(list)) as typeof list
        expect(toArray(appendValue(copy, 7))).toEqual([...array, 7])
      }),
      { numRuns: 60 },
    )
  })

  test.each([0, 1, 31, 32, 33, 1023, 1024, 1025, 32_768, 32_769])('of %i values has them all', (size) => {
    const list = listOf(Array.from({ length: size }, (_, i) => i))
    expect(list.size).toBe(size)
    expect(toArray(list).every((value, i) => value === i)).toBe(true)
    expect(valueAt(list, size)).toBe(undefined)
  })

  test('never changes', () => {
    const old = listOf(Array.from({ length: 2000 }, (_, i) => i))
    const before = JSON.stringify(old)
    appendValue(old, 1)
    replaceValue(old, 3, 99)
    replaceValue(old, 1999, 99)
    expect(JSON.stringify(old)).toBe(before)
  })

  test('shares with its successor all that did not change', () => {
    const old = listOf(Array.from({ length: 32 * 32 * 2 }, (_, i) => i))
    const after = appendValue(replaceValue(old, 5, -1), 1)
    const leaves = (list: typeof old) => (list.root as (readonly unknown[])[]).flat()
    const kept = leaves(after).filter((leaf) => leaves(old).includes(leaf))
    expect(leaves(old).length - kept.length).toBe(1)
  })
})
