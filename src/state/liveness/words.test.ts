import { expect, it, describe as suite } from 'vitest'
import { describe, duration } from './words.ts'

suite('liveness in words', () => {
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
    expect(duration(ms)).toBe(words)
  })

  it('R-LIVE-16 a moment is in ISO form unless the reader has a form of its own', () => {
    const wait = { kind: 'rate-limit', since: 0, until: 1_700_000_000_000 } as const
    const live = { status: 'thinking', wait, since: 0, lastEventAt: 0 } as const
    expect(describe(live, 5)).toBe('rate limit until 2023-11-14T22:13:20.000Z')
    expect(describe(live, 5, { formatTime: () => '19:00' })).toBe('rate limit until 19:00')
    expect(describe({ ...live, wait: { ...wait, until: 1e300 } }, 5)).toBe('rate limit until 1e+300')
  })

  it('names what has no name as well as it can', () => {
    const live = { since: 0, lastEventAt: 0 } as const
    const input = { kind: 'tool-input', since: 0 } as const
    expect(describe({ ...live, status: 'streaming', wait: input }, 5000)).toBe(
      'writing the input of a tool, 5 s',
    )
    const hook = { kind: 'hook', since: 0, count: 1 } as const
    expect(describe({ ...live, status: 'thinking', wait: hook }, 5000)).toBe('hook, 5 s')
    const tool = { kind: 'tool', since: 0, id: 't', name: 'TodoWrite', input: '', count: 3 } as const
    expect(describe({ ...live, status: 'thinking', wait: tool }, 5000)).toBe('TodoWrite and 2 more, 5 s')
  })

  it('an error tells what is waited for all the same', () => {
    const wait = { kind: 'rate-limit', since: 0, until: 0 } as const
    const live = { status: 'error', wait, since: 0, lastEventAt: 0, reason: 'limit reached' } as const
    expect(describe(live, 5, { formatTime: () => '19:00' })).toBe(
      'error: limit reached; rate limit until 19:00',
    )
  })
})
