import { expect, test } from 'vitest'
import { appended, replaced, without, withoutIndex } from './arrays.ts'

/** Short ones and long ones are copied in different ways. */
const LENGTHS = [0, 1, 2, 31, 32, 33, 500]
const valuesOf = (length: number) => Array.from({ length }, (_, i) => `value ${i}`)

test.each(LENGTHS)(
  'of %i values, each change makes a new array and leaves the old one as it was',
  (length) => {
    const values = valuesOf(length)
    expect(appended(values, 'new')).toStrictEqual([...valuesOf(length), 'new'])
    for (const index of new Set([0, length >> 1, length - 1].filter((it) => it >= 0 && it < length))) {
      expect(replaced(values, index, 'new')).toStrictEqual(valuesOf(length).with(index, 'new'))
      const rest = valuesOf(length).toSpliced(index, 1)
      expect(withoutIndex(values, index)).toStrictEqual(rest)
      expect(without(values, `value ${index}`)).toStrictEqual(rest)
    }
    expect(values).toStrictEqual(valuesOf(length))
  },
)

test('what is not among the values is not taken out: the array stays the same', () => {
  const values = valuesOf(3)
  expect(without(values, 'another')).toBe(values)
})

test('a value that is an array is appended as it is', () => {
  for (const length of [3, 40]) {
    const values: (string | readonly string[])[] = valuesOf(length)
    expect(appended(values, ['a', 'b']).at(-1)).toEqual(['a', 'b'])
  }
})
