import { expect, test } from 'vitest'
import type { ApprovalEntry } from '../../state/approvals/approvals.ts'
import { closedWords } from './closed-words.ts'

const base = { id: '1', kind: 'tool', request: {}, generation: 1, at: 0 } as unknown as ApprovalEntry
const answered = (answer: object) =>
  ({ ...base, status: 'answered', answer: { at: 1, ...answer } }) as ApprovalEntry
const withdrawn = (why: string) => ({ ...base, status: 'withdrawn', why, endedAt: 1 }) as ApprovalEntry

test('who answered, and how', () => {
  const denied = answered({ decision: 'denied', by: 'terminal (root)', message: 'not now' })
  expect(closedWords(denied, undefined)).toBe('Denied by terminal (root): not now.')
  expect(closedWords(denied, 'late')).toBe(
    'Your answer came too late: already denied by terminal (root): not now.',
  )
  expect(closedWords(answered({ decision: 'allowed', by: 'console' }), 'first')).toBe('Allowed by you.')
  const silent = answered({ decision: 'denied', by: 'x', message: 'The user denied this.' })
  expect(closedWords(silent, undefined)).toBe('Denied by x.')
  expect(closedWords(denied, 'pending')).toBe('Denied.')
  expect(closedWords(answered({ decision: 'answered' }), undefined)).toBe('Answered by someone else.')
})

test('why it was withdrawn', () => {
  expect(closedWords(withdrawn('interrupted'), undefined)).toBe('Withdrawn: the turn was interrupted.')
  expect(closedWords(withdrawn('process-ended'), 'late')).toBe('Withdrawn: the process has ended.')
  expect(closedWords(undefined, undefined)).toBe('No longer open.')
})
