import type { OpenString } from './json.ts'

/** Tokens of one API response, or of one turn in a `result`. */
export interface Usage {
  input_tokens?: number
  output_tokens?: number
  cache_creation_input_tokens?: number | null
  cache_read_input_tokens?: number | null
  cache_creation?: { ephemeral_5m_input_tokens?: number; ephemeral_1h_input_tokens?: number } | null
  server_tool_use?: { web_search_requests?: number; web_fetch_requests?: number } | null
  service_tier?: OpenString<'standard' | 'priority' | 'batch'> | null
}

/** What one model used and cost since the process started. Cumulative: read the latest value, never add values up. */
export interface ModelUsage {
  inputTokens?: number
  outputTokens?: number
  cacheReadInputTokens?: number
  cacheCreationInputTokens?: number
  webSearchRequests?: number
  costUSD?: number
  contextWindow?: number
  maxOutputTokens?: number
}
