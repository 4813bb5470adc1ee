import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { SessionSummary } from '../../api/resources.ts'
import type { Io } from '../io.ts'
import { sessionTable } from './rows.ts'

const io = { stdout: new PassThrough(), env: { NO_COLOR: '1' } } as unknown as Io
const session = (news: Partial<SessionSummary>) =>
  ({
    id: '12345678',
    title: 'a title',
    cwd: '/work',
    group: 'idle',
    liveness: { status: 'idle', words: 'idle', since: 0, lastEventAt: 0 },
    lastLine: 'ok',
    costUsd: 0,
    isolation: 'off',
    ...news,
  }) as SessionSummary
const lines = (...sessions: SessionSummary[]) => sessionTable(sessions, io, 5000).split('\n')

test('the context is a share of the window, or a number of tokens with its unit', () => {
  const [, share, tokens] = lines(
    session({ context: { tokens: 50_000, window: 200_000 } }),
    session({ context: { tokens: 12_345 } }),
  )
  expect(share).toMatch(/ 25 % /)
  expect(tokens).toMatch(/ 12k tok /)
})

test('one long error leaves the other rows as they are', () => {
  const words = `error: ${'x'.repeat(300)}`
  const liveness = { ...session({}).liveness, words }
  const [head = '', failed, idle = ''] = lines(session({ liveness }), session({}))
  expect(failed).toContain(words)
  expect(idle.length).toBeLessThan(160)
  expect(idle.indexOf('a title')).toBe(head.indexOf('TITLE'))
})
