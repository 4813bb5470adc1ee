import { describe, expect, test } from 'vitest'
import type { ResultMessage } from '../../protocol/messages/result.ts'
import { failureOf } from './failure.ts'

const message = (fields: Partial<ResultMessage> = {}) =>
  ({ type: 'result', subtype: 'success', is_error: true, ...fields }) as ResultMessage

describe('the kind of a failure', () => {
  test.each([
    ['auth', 'Not logged in · Please run /login', {}, undefined],
    ['auth', 'API Error: 401 {"type":"error"}', {}, undefined],
    ['auth', 'Failed', { api_error_status: 403 }, undefined],
    ['auth', 'API Error: 400 This organization has been disabled.', {}, undefined],
    ['rate-limit', 'Failed', {}, 'rate_limit'],
    ['rate-limit', 'Claude AI usage limit reached|1763452800', {}, undefined],
    ['overloaded', 'API Error: 529 Overloaded', { api_error_status: 529 }, 'server_error'],
    ['billing', 'Credit balance is too low', {}, 'billing_error'],
    ['budget', 'Reached maximum budget ($1)', { subtype: 'error_max_budget_usd' }, undefined],
    ['max-turns', 'Reached maximum number of turns (2)', { subtype: 'error_max_turns' }, undefined],
    ['no-structured-output', '', { subtype: 'error_max_structured_output_retries' }, undefined],
    ['context', 'Prompt is too long', { api_error_status: 400 }, 'invalid_request'],
    ['context', 'Request too large (max 32MB)', { api_error_status: 413 }, undefined],
    ['context', '', { terminal_reason: 'blocking_limit' }, undefined],
    ['refusal', '', { stop_reason: 'refusal' }, undefined],
    ['api', 'API Error: 500', { api_error_status: 500 }, 'server_error'],
    ['api', 'API Error: Connection error (ECONNRESET)', {}, 'unknown'],
    ['api', 'API Error: Unable to connect to API (ECONNREFUSED)', {}, 'unknown'],
    ['api', 'API Error: 500 the upstream is overloaded', { api_error_status: 500 }, 'server_error'],
    // 2.1.37 gives no status.
    ['api', "There's an issue with the selected model (claude-none).", {}, undefined],
    ['max-turns', 'The log says: usage limit reached', { terminal_reason: 'max_turns' }, undefined],
    ['other', '', { subtype: 'constructor' }, '__proto__'],
    ['other', '', { api_error_status: 'x', stop_reason: 5, terminal_reason: {} }, 'toString'],
    ['other', 'No conversation found with session ID: x', { subtype: 'error_during_execution' }, undefined],
  ] as const)('is %s for %j', (kind, text, fields, code) => {
    expect(failureOf(message(fields as object), { text, code }).kind).toBe(kind)
  })

  test('comes from the status before the text, which may quote anything', () => {
    const told = failureOf(message({ api_error_status: 429 }), { text: 'API Error: 429 not logged in' })
    expect(told.kind).toBe('rate-limit')
  })
})

describe('a retry', () => {
  test.each([
    [true, 'API Error: 500', 500],
    [true, 'API Error: Connection error (ECONNRESET)', undefined],
    [true, 'API Error: Unable to connect to API (ECONNREFUSED)', undefined],
    [true, 'API Error: 529', 529],
    [true, 'API Error: 429', 429],
    [false, 'API Error: 400 bad request', 400],
    [false, 'API Error: 401', 401],
  ])('makes sense: %s, after %j', (retryable, text, status) => {
    expect(failureOf(message({ api_error_status: status ?? null }), { text }).retryable).toBe(retryable)
  })

  test('has a time where the CLI gave one', () => {
    const limited = message({ api_error_status: 429 })
    expect(failureOf(limited, { text: '' })).toEqual({ kind: 'rate-limit', retryable: true })
    expect(failureOf(limited, { text: '', resetsAt: 1_763_452_800 }).retryAt).toBe(1_763_452_800_000)
    expect(failureOf(message(), { text: 'usage limit reached|1763452800' }).retryAt).toBe(1_763_452_800_000)
    expect(failureOf(message({ api_error_status: 529 }), { text: '', resetsAt: 1 })).not.toHaveProperty(
      'retryAt',
    )
  })
})
