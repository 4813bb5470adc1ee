import { expect, test } from 'vitest'
import type { SessionEvent } from '../../state/events.ts'
import { emptyState } from '../../state/session-state.ts'
import { LOGIN_REMEDY, LoginHint } from './login-hint.ts'

const received = (message: object) => ({ seq: 1, at: 0, kind: 'received', message }) as SessionEvent
const retry = (error: string) => received({ type: 'system', subtype: 'api_retry', error })
const result = (isError: boolean) => received({ type: 'result', is_error: isError })
const refused = { ...emptyState, activity: { ...emptyState.activity, refusals: { count: 1 } } }

test('a login that is refused is told at the first retry, once, and again after a turn that worked', () => {
  const hint = new LoginHint()
  expect(hint.after(retry('overloaded'), emptyState)).toBeUndefined()
  expect(hint.after(retry('authentication_failed'), emptyState)).toBe(LOGIN_REMEDY)
  expect(hint.after(retry('authentication_failed'), emptyState)).toBeUndefined()
  expect(hint.after(result(true), refused)).toBeUndefined()
  expect(hint.after(result(false), emptyState)).toBeUndefined()
  expect(hint.after(result(true), refused)).toBe(LOGIN_REMEDY)
})

test('a turn that failed for another reason has no remedy', () => {
  expect(new LoginHint().after(result(true), emptyState)).toBeUndefined()
})
