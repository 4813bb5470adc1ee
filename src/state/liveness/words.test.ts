import { expect, it, describe as suite } from 'vitest'
import type { Liveness } from './liveness.ts'
import type { Wait } from './waits.ts'
import { describe } from './words.ts'

const working = (wait: Wait, more: Partial<Liveness> = {}): Liveness => ({
  status: 'thinking',
  wait,
  since: 1,
  lastEventAt: 1,
  ...more,
})
const approval = { kind: 'approval', since: 1000, count: 1 } as const
const tool = { kind: 'tool', since: 1000, id: 't', name: 'Bash', input: 'npm test', count: 1 } as const

suite('liveness in words', () => {
  it.each<[string, Liveness]>([
    ['Needs approval · 26 s', working(approval)],
    ['Needs approval (3) · 26 s', working({ ...approval, count: 3 })],
    ['Needs an answer · 26 s', working({ ...approval, approval: 'question' })],
    ['Bash · npm test · 26 s', working(tool)],
    ['Bash · npm test and 1 more · 26 s', working({ ...tool, count: 2 })],
    ['TodoWrite and 2 more · 26 s', working({ ...tool, name: 'TodoWrite', input: '', count: 3 })],
    ['Preparing a tool call · 26 s', working({ kind: 'tool-input', since: 1000 })],
    ['Hook · 26 s', working({ kind: 'hook', since: 1000, count: 1 })],
    [
      'PreToolUse hook and 1 more · 26 s',
      working({ kind: 'hook', since: 1000, count: 2, name: 'PreToolUse' }),
    ],
    [
      'API retry 3/10 · next in 5 s',
      working({ kind: 'api-retry', since: 1, attempt: 3, of: 10, nextAt: 32_000 }),
    ],
    ['Idle · 26 s', { status: 'idle', wait: null, since: 1000, lastEventAt: 1 }],
    ['Ended · 26 s', { status: 'disconnected', wait: null, since: 1000, lastEventAt: 1, clean: true }],
    [
      'Not started',
      { status: 'disconnected', wait: null, since: 0, lastEventAt: 0, clean: true, reason: 'not started' },
    ],
    [
      'Disconnected: exited with code 3',
      {
        status: 'disconnected',
        wait: null,
        since: 1,
        lastEventAt: 1,
        clean: false,
        reason: 'exited with code 3',
      },
    ],
    [
      'Stalled · no response from the model · 26 s',
      working(tool, { status: 'stalled', stalled: { since: 1000, answers: true } }),
    ],
    [
      'Stalled · Claude Code does not respond · 26 s',
      working(tool, { status: 'stalled', stalled: { since: 1000, answers: false } }),
    ],
  ])('%s', (words, live) => {
    expect(describe(live, 27_000)).toBe(words)
  })

  it('leaves the age out for surfaces that show a running one', () => {
    expect(describe(working(approval), 27_000, { withAge: false })).toBe('Needs approval')
  })

  it('R-LIVE-16 a moment is in ISO form unless the reader has a form of its own', () => {
    const wait = { kind: 'rate-limit', since: 0, until: 1_700_000_000_000 } as const
    const live = working(wait)
    expect(describe(live, 5)).toBe('Rate limit until 2023-11-14T22:13:20.000Z')
    expect(describe(live, 5, { formatTime: () => '19:00' })).toBe('Rate limit until 19:00')
    expect(describe({ ...live, wait: { ...wait, until: 1e300 } }, 5)).toBe('Rate limit until 1e+300')
  })

  it('an error names what the session waits for all the same', () => {
    const wait = { kind: 'rate-limit', since: 0, until: 0 } as const
    const live = working(wait, { status: 'error', reason: 'limit reached' })
    expect(describe(live, 5, { formatTime: () => '19:00' })).toBe(
      'Error: limit reached · Rate limit until 19:00',
    )
  })
})
