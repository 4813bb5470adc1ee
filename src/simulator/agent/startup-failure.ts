import { randomUUID } from 'node:crypto'
import type { Wire } from './io/output.ts'

/** The result of an agent that could not begin. */
export function startupFailure(session_id: string, error: string): Wire {
  return {
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: 0,
    stop_reason: null,
    session_id,
    total_cost_usd: 0,
    usage: {},
    modelUsage: {},
    permission_denials: [],
    uuid: randomUUID(),
    errors: [error],
  }
}
