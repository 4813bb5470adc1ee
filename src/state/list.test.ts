import { describe, expect, test } from 'vitest'
import fc from '../../test/generate/fast-check.ts'
import {
  appendValue,
  dropFirst,
  emptyList,
  emptyListFrom,
  firstIndex,
  type List,
  lastValue,
  listOf,
  listValues,
  replaceValue,
  toArray,
  valueAt,
} from './list.ts'

type Step =
  | { readonly append: number }
  | { readonly replace: number; readonly at: number }
  | { readonly drop: number }
const steps = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.record({ append: fc.integer() }) },
    { weight: 3, arbitrary: fc.record({ replace: fc.integer(), at: fc.integer({ min: -2, max: 1200 }) }) },
    { weight: 1, arbitrary: fc.record({ drop: fc.integer({ min: -1, max: 90 }) }) },
  ),
  { maxLength: 1500, size: 'max' },
) as fc.Arbitrary<Step[]>

describe('a list', () => {
  test('is what an array is, whatever is done to it, and after JSON too', () => {
    fc.assert(
      fc.property(steps, fc.nat({ max: 1200 }), (todo, from) => {
        let list = emptyList<number>()
        const array: number[] = []
        let first = 0
        for (const step of todo) {
          if ('append' in step) {
            list = appendValue(list, step.append)
            array.push(step.append)
          } else if ('drop' in step) {
            list = dropFirst(list, step.drop)
            first = Math.min(array.length, first + Math.max(0, step.drop))
          } else {
            list = replaceValue(list, step.at, step.replace)
            if (step.at >= first && step.at < array.length) array[step.at] = step.replace
          }
        }
        expect(toArray(list)).toEqual(array.slice(first))
        expect(list.size).toBe(array.length)
        expect(firstIndex(list)).toBe(first)
        expect(lastValue(list)).toBe(first < array.length ? array.at(-1) : undefined)
        expect([...listValues(list, from)]).toEqual(array.slice(Math.max(first, from)))
        expect(valueAt(list, from)).toBe(from < first ? undefined : array[from])
        expect(valueAt(list, -1)).toBe(undefined)
        const copy = JSON.parse(JSON.stringify(list)) as typeof list
        expect(toArray(appendValue(copy, 7))).toEqual([...array.slice(first), 7])
      }),
      { numRuns: 100 },
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
    dropFirst(old, 1100)
    expect(JSON.stringify(old)).toBe(before)
  })

  test('shares with its successor all that did not change', () => {
    const old = listOf(Array.from({ length: 32 * 32 * 2 }, (_, i) => i))
    const after = appendValue(replaceValue(old, 5, -1), 1)
    const leaves = (list: typeof old) => (list.root as (readonly unknown[])[]).flat()
    const kept = leaves(after).filter((leaf) => leaves(old).includes(leaf))
    expect(leaves(old).length - kept.length).toBe(1)
  })

  test.each([32, 64, 1024, 2048, 32_768])('of %i values that were all dropped goes on', (size) => {
    const empty = dropFirst(listOf(Array.from({ length: size }, (_, i) => i)), size)
    expect(toArray(empty)).toEqual([])
    expect(JSON.stringify(empty).length).toBeLessThan(600)
    const one = appendValue(empty, 5)
    expect(one.size).toBe(size + 1)
    expect(toArray(one)).toEqual([5])
    expect(valueAt(one, size)).toBe(5)
  })

  test('stays as large as its window', () => {
    let list = emptyList<number>()
    for (let i = 0; i < 1_000_000; i++) {
      list = appendValue(list, 7)
      if (list.size - firstIndex(list) > 1000) list = dropFirst(list, 1)
    }
    expect(list.size).toBe(1_000_000)
    expect(toArray(list)).toHaveLength(1000)
    expect(JSON.stringify(list).length).toBeLessThan(3000)
  })

  test.each([0, 1, 2, 31, 32, 33, 70, 1024, 1030])(
    'of %i values that an earlier version stored is read',
    (size) => {
      const values = Array.from({ length: size }, (_, i) => i)
      const stored = oldList(values)
      expect(toArray(stored)).toEqual(values)
      expect(toArray(replaceValue(stored, size - 1, -1))).toEqual(size > 0 ? values.with(-1, -1) : [])
      expect(toArray(dropFirst(stored, 40))).toEqual(values.slice(40))
      let list = dropFirst(stored, 1)
      for (let i = size; i < size + 100; i++) list = replaceValue(appendValue(list, 0), i, i)
      expect(toArray(list)).toEqual(Array.from({ length: size + 100 }, (_, i) => i).slice(Math.min(1, size)))
    },
  )
})

test('an empty list can begin at any index', () => {
  for (const index of [0, 1, 31, 32, 33, 40, 1023, 1024, 1025, 33_000]) {
    let list: List<number> = JSON.parse(JSON.stringify(emptyListFrom<number>(index)))
    for (let n = 0; n < 100; n++) list = appendValue(list, index + n)
    expect([list.size, firstIndex(list)]).toEqual([index + 100, index])
    expect(toArray(list)).toEqual(Array.from({ length: 100 }, (_, n) => index + n))
    expect(valueAt(list, index + 57)).toBe(index + 57)
    expect(valueAt(list, index - 1)).toBeUndefined()
  }
})

/** As it was before there was a tail: the tree holds all values. */
function oldList(values: readonly number[]): ReturnType<typeof listOf<number>> {
  const chunks = <T>(of: readonly T[]) =>
    Array.from({ length: Math.ceil(of.length / 32) }, (_, i) => of.slice(i * 32, i * 32 + 32))
  let root: readonly unknown[] = values
  let shift = 0
  for (; root.length > 32; shift += 5) root = chunks(root)
  return JSON.parse(JSON.stringify({ size: values.length, shift, root }))
}
