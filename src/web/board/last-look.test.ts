import { expect, test } from 'vitest'
import { lookAt } from './last-look.ts'

const MINUTE = 60_000

test('a look goes on over a short break, and a long one begins another', () => {
  const noon = new Date(2026, 5, 1, 12).getTime()
  const first = lookAt(undefined, noon)
  expect(first).toEqual({ since: new Date(2026, 5, 1).getTime(), last: noon })
  const kept = `${first.since} ${first.last}`
  expect(lookAt(kept, noon + 10 * MINUTE).since).toBe(first.since)
  expect(lookAt(kept, noon + 60 * MINUTE).since).toBe(noon)
  expect(lookAt('nonsense', noon)).toEqual(first)
})
