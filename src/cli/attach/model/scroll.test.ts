import { expect, test } from 'vitest'
import { bottomTop, scrolled } from './scroll.ts'

/** Ten thousand items of three lines each, and which were asked about. */
function long() {
  const asked = new Set<number>()
  const lines = (item: number) => {
    asked.add(item)
    return 3
  }
  return { asked, lines, count: 10_000 }
}

test('what is looked at is what is on the screen, however long the transcript is', () => {
  const { asked, lines, count } = long()
  expect(bottomTop(10, count, lines)).toEqual({ item: 9996, line: 2 })
  expect(scrolled(undefined, -8, 10, count, lines)).toEqual({ item: 9994, line: 0 })
  expect(scrolled({ item: 0, line: 0 }, 8, 10, count, lines)).toEqual({ item: 2, line: 2 })
  expect(asked.size).toBeLessThan(20)
})

test('it stops at the beginning, and sticks at the end', () => {
  const { lines, count } = long()
  expect(scrolled({ item: 1, line: 1 }, -100, 10, count, lines)).toEqual({ item: 0, line: 0 })
  expect(scrolled({ item: 9996, line: 0 }, 2, 10, count, lines)).toBeUndefined()
  expect(scrolled({ item: 9996, line: 0 }, 100, 10, count, lines)).toBeUndefined()
  expect(scrolled({ item: 9996, line: 0 }, 1, 10, count, lines)).toEqual({ item: 9996, line: 1 })
})

test('where everything fits there is nothing to scroll', () => {
  expect(bottomTop(10, 3, () => 3)).toBeUndefined()
  expect(scrolled(undefined, -5, 10, 3, () => 3)).toBeUndefined()
})
