import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { SessionSummary } from '../../api/resources.ts'
import type { Io } from '../io.ts'
import { projectsTable, sessionTable } from './rows.ts'

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

test('sessions of several projects stand under them, the project with the most urgent session first', () => {
  const of = (name: string, title: string) => session({ title, project: { name, path: `/home/me/${name}` } })
  const [shop, blog, other] = [of('shop', 'gift cards'), of('blog', 'a post'), of('shop', 'a refund')]
  const home = { ...io, env: { ...io.env, HOME: '/home/me' } } as Io
  const titles = (...sessions: SessionSummary[]) =>
    projectsTable(sessions, home)
      .split('\n')
      .map((line) => /^(?:shop|blog) .*|gift cards|a post|a refund|TITLE/.exec(line)?.[0])
      .filter(Boolean)
  expect(titles(shop, blog, other)).toEqual([
    ...['TITLE', 'shop  ~/shop', 'gift cards', 'a refund', 'blog  ~/blog', 'a post'],
  ])
  expect(titles(shop, other), 'one project has no heading').toEqual(['TITLE', 'gift cards', 'a refund'])
})
