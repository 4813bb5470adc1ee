import { ApiError, type ApiErrorCode } from '../api/errors.ts'
import { AlreadyAnsweredError, ApprovalGoneError } from '../driver/errors.ts'
import { FairleadError } from '../protocol/errors.ts'
import { StoreError } from './journal/store.ts'

/** From codes of `FairleadError`. The others become `not-possible`: their messages say what was wrong and what to do. */
const CODES: ReadonlyMap<string, ApiErrorCode> = new Map([
  ['bad-request', 'bad-request'],
  ['bad-session-id', 'bad-request'],
  ['transcript-not-found', 'not-found'],
  ['binary-not-found', 'no-agent'],
  ['control-timeout', 'no-answer'],
])

/** Translates errors of the layers below. Any other error, and one of the journal, is returned unchanged. */
export function asApiError(error: unknown): unknown {
  if (error instanceof AlreadyAnsweredError)
    return new ApiError('conflict', `${error.by ?? 'someone else'} has answered this`, error.approval)
  if (error instanceof ApprovalGoneError)
    return new ApiError(error.approval ? 'gone' : 'not-found', error.message, error.approval)
  if (error instanceof FairleadError && !(error instanceof StoreError))
    return new ApiError(CODES.get(error.code) ?? 'not-possible', error.message)
  return error
}
