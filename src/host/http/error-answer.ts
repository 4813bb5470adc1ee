import { randomUUID } from 'node:crypto'
import { ApiError } from '../../api/errors.ts'
import { asApiError } from '../api-errors.ts'
import { GitError } from '../git/error.ts'
import { StoreError, wordsOf } from '../journal/store.ts'
import type { SessionDeps } from '../sessions/session-deps.ts'

/** Recognises errors by class. Any other is a bug of the host: it is logged with a reference that the client gets, too. */
export function errorAnswer(thrown: unknown, log: SessionDeps['log'], path: string): ApiError {
  const error = asApiError(thrown)
  if (error instanceof ApiError) return error
  if (error instanceof StoreError) return new ApiError('storage', wordsOf(error))
  if (error instanceof GitError) return new ApiError('not-possible', error.message)
  const reference = randomUUID()
  log('error', error instanceof Error ? (error.stack ?? error.message) : String(error), { path, reference })
  return new ApiError('internal', `the host failed to do this: its log says more, under ${reference}`, {
    reference,
  })
}
