import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import type { Wire } from '../io/output.ts'
import { NO_TOKENS, type Tokens } from '../session/usage.ts'
import { MAX_TRIES } from '../tools/structured.ts'
import type { LoopEnd } from './loop.ts'
import type { Turn } from './turn.ts'

/** The result of a turn without the model: slash commands, prompts without a query, prompts that a hook blocked. */
export function plainResult(turn: Turn, text: string, more: JsonObject = {}): Wire {
  const fields = { subtype: 'success', is_error: false, num_turns: 0, result: text, stop_reason: null }
  return resultOf(turn.agent, turn, NO_TOKENS, { ...fields, ...more })
}

export function loopResult(turn: Turn, end: LoopEnd, structured: JsonObject | undefined): Wire {
  const { agent } = turn
  const num_turns = 1 + turn.userMessages
  const common = { num_turns, stop_reason: end.stopReason }
  const fields = outcome(agent, end, structured)
  // 2.1.37 does not mark most failed turns as errors.
  const isMild = agent.profile.isFirst && fields.subtype !== 'success' && end.kind !== 'structured_retries'
  const mild = isMild ? { is_error: false, errors: [] } : {}
  return resultOf(agent, turn, turn.tokens, { ...common, ...fields, ...mild })
}

function outcome(agent: Agent, end: LoopEnd, structured: JsonObject | undefined): JsonObject {
  const { isOld } = agent.profile
  switch (end.kind) {
    case 'done': {
      const output = structured === undefined ? {} : { structured_output: structured }
      return { ...succeeded(end.text, 'completed'), ...output }
    }
    case 'structured':
      return { ...succeeded(end.text, 'completed'), structured_output: structured }
    case 'api_error': {
      const reason = end.status === 413 ? 'image_error' : isOld ? 'completed' : 'api_error'
      const type = isOld || end.type === undefined ? {} : { api_error_type: end.type }
      return { ...succeeded(end.text, reason), is_error: true, api_error_status: end.status, ...type }
    }
    case 'too_long':
      return { ...succeeded(end.text, 'blocking_limit'), is_error: true }
    case 'hook_stopped':
      return succeeded('', 'hook_stopped')
    case 'max_turns':
      return failed(
        'error_max_turns',
        'max_turns',
        `Reached maximum number of turns (${agent.options.maxTurns})`,
      )
    case 'max_budget':
      return failed(
        'error_max_budget_usd',
        'completed',
        `Reached maximum budget ($${agent.options.maxBudgetUsd})`,
      )
    case 'structured_retries': {
      const text = `Failed to provide valid structured output after ${MAX_TRIES} attempts`
      const last = isOld || end.problem === undefined ? '' : ` — last StructuredOutput error: ${end.problem}`
      const { terminal_reason, ...fields } = failed(
        'error_max_structured_output_retries',
        'structured_output_retry_exhausted',
        `${text}${last}`,
      )
      return isOld ? fields : { ...fields, terminal_reason }
    }
    case 'aborted': {
      const reason = end.during === 'tools' ? 'aborted_tools' : 'aborted_streaming'
      const isReplaced = agent.turns.abortReason === 'now'
      if (isReplaced && (end.text !== '' || end.during === 'tools')) return succeeded(end.text, reason)
      const why = `[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=${end.stopReason}`
      return failed('error_during_execution', reason, why)
    }
  }
}

function succeeded(result: string, terminal_reason: string): JsonObject {
  return { subtype: 'success', is_error: false, api_error_status: null, result, terminal_reason }
}

function failed(subtype: string, terminal_reason: string, error: string): JsonObject {
  return { subtype, is_error: true, terminal_reason, errors: [error] }
}

function resultOf(agent: Agent, turn: Turn, tokens: Tokens, fields: JsonObject): Wire {
  const { ledger, session, profile, queue } = agent
  const { uuids, origin } = turn
  const about =
    profile.isOld || uuids.length === 0 ? {} : { user_message_uuid: uuids[0], user_message_uuids: uuids }
  return {
    type: 'result',
    ...fields,
    duration_ms: Date.now() - turn.startedAt,
    duration_api_ms: turn.times.asked === undefined && !profile.isOld ? 0 : ledger.apiMs,
    ...(fields.subtype === 'success' ? firsts(turn) : {}),
    session_id: session.id,
    total_cost_usd: ledger.cost,
    usage: usageOf(tokens, profile.isOld),
    modelUsage: ledger.modelUsage,
    permission_denials: turn.denials,
    fast_mode_state: 'off',
    uuid: randomUUID(),
    ...about,
    ...(origin === undefined ? {} : { origin }),
    ...(profile.isOld
      ? {}
      : {
          fast_mode_disabled_reason: 'sdk_opt_in_required',
          subagent_stats: agent.tasks.agents.stats,
          safety_stops: 0,
          queued_turn_count: queue.uuids.length,
          result_index: agent.turns.resultCount,
          model_usage_since_last_result: ledger.takeNews(),
        }),
  }
}

/** When the model was first called, and when its first output came. */
function firsts({ times, startedAt, agent }: Turn): JsonObject {
  const { asked, said } = times
  if (asked === undefined || said === undefined) return {}
  const ttft = said - startedAt
  const frame = agent.profile.isOld ? {} : { first_content_frame_ms: ttft }
  return { ttft_ms: ttft, ttft_stream_ms: ttft, time_to_request_ms: asked - startedAt, ...frame }
}

function usageOf(tokens: Tokens, isOld: boolean): JsonObject {
  return {
    ...tokens,
    ...(isOld ? {} : { output_tokens_details: { thinking_tokens: 0 } }),
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: 'standard',
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
    inference_geo: '',
    iterations: [],
    speed: 'standard',
    ...(isOld ? {} : { fallback_credit: null }),
  }
}
