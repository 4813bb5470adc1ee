import { expect, test } from 'vitest'
import type { Ending } from '../process/transport.ts'
import { SessionEndedError } from './errors.ts'

const exit = (stderr: string): Ending => ({ cause: 'exit', exitCode: 1, signal: null, stderr })

test.each([
  ['1.0.3', 'cli-too-old', /2\.0\.0 or newer/],
  ['2.1.325', 'bad-flag', /does not know the flag/],
  [undefined, 'bad-flag', /does not know the flag/],
])('an unknown option of version %s is %s, with advice', (version, code, advice) => {
  const process = { agent: '/opt/claude', ...(version !== undefined && { version }) }
  const error = new SessionEndedError(exit("error: unknown option '--input-format'"), undefined, process)
  expect(error.code).toBe(code)
  expect(error.message).toMatch(advice)
  expect(error.message).toContain('/opt/claude')
})

test.each([
  ['an id', 'No conversation found with session ID: 7f3a9c1e-0000-4000-8000-000000000000'],
  ['what is no id', 'Provided value "../x" is not a UUID and does not match any session title.'],
])('a conversation that does not exist, named by %s, is session-not-found', (_, stderr) => {
  expect(new SessionEndedError(exit(stderr)).code).toBe('session-not-found')
})
