import { describe, expect, it } from 'vitest'
import { formatDuration } from './duration.ts'
import { formatMoney } from './money.ts'

describe('durations', () => {
  it.each([
    [0, '0 s'],
    [-5000, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 m'],
    [95_000, '1 m 35 s'],
    [3_600_000, '1 h'],
    [3_660_000, '1 h 1 m'],
    [90_000_000, '1 d 1 h'],
    [86_400_000, '1 d'],
  ])('%d ms is %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words)
  })

  it('a time that is left is rounded up', () => {
    expect(formatDuration(1001, Math.ceil)).toBe('2 s')
  })
})

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [0.0001, '<$0.01'],
    [0.01, '$0.01'],
    [0.374, '$0.37'],
    [12.6, '$12.60'],
    [1204.5, '$1,204.50'],
  ])('%d US dollars are %s', (usd, text) => {
    expect(formatMoney(usd)).toBe(text)
  })
})
