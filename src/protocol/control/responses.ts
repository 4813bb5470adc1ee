/** Responses of the CLI that have a payload. Older versions omit some of the fields, or all of them. */
import type { JsonObject, OpenString } from '../json.ts'
import type { McpServerStatus } from '../mcp.ts'

/** Old CLIs (2.1.197) send no payload. */
export interface InterruptResponse {
  /** Prompts that run next, because an interrupt does not remove them. */
  still_queued?: string[]
  /** Only with `cancel_queued`. */
  cancelled?: string[]
}
/** The response to `mcp_status`: an object with the servers, or a bare list (very old CLIs). */
export type McpStatusResponse = { mcpServers?: McpServerStatus[] } | McpServerStatus[]
/** What changed when the MCP servers were set. */
export interface McpSetServersResponse {
  /** Also contains servers that failed to start. */
  added?: string[]
  removed?: string[]
  errors?: { [server: string]: string }
}
/** Which files were restored, or would be. */
export interface RewindFilesResponse {
  canRewind?: boolean
  error?: string
  filesChanged?: string[]
  insertions?: number
  deletions?: number
  skippedLinks?: unknown
}
/** Part of the context window, and how many tokens it takes. */
export interface ContextCategory {
  name: string
  tokens: number
  color?: string
}
/** What fills the context window. */
export interface ContextUsageResponse {
  categories?: ContextCategory[]
  totalTokens?: number
  maxTokens?: number
  percentage?: number
  model?: string
  memoryFiles?: JsonObject[]
  mcpTools?: JsonObject[]
  agents?: JsonObject[]
  skills?: unknown
  messageBreakdown?: JsonObject
  apiUsage?: JsonObject | null
}
/** What the session and the subscription have used. */
export interface UsageResponse {
  session?: JsonObject
  subscription_type?: string | null
  rate_limits_available?: boolean
  rate_limits?: JsonObject | null
  behaviors?: unknown
}
/** The settings that apply, and where they come from. */
export interface SettingsResponse {
  effective?: JsonObject
  sources?: JsonObject[]
  applied?: JsonObject
  errors?: unknown[]
}
/** The hooks that are configured. */
export interface HooksListingResponse {
  events?: unknown
  hooks?: unknown
  eventCatalog?: unknown
  policy?: unknown
  safeMode?: boolean
  bareMode?: boolean
  errors?: unknown[]
}
/** The permission rules that apply. */
export interface PermissionRulesResponse {
  state?: {
    rules?: JsonObject[]
    workspaceDirectories?: unknown[]
    originalCwd?: string
    managedOnly?: boolean
    errors?: unknown[]
    withheld?: unknown
  }
}
/** A file's content. */
export interface ReadFileResponse {
  contents?: string
  absPath?: string
  truncated?: boolean
  encoding?: OpenString<'utf-8' | 'base64'>
  lossy?: boolean
}
/** Files whose paths match what the user typed. */
export interface FileSuggestionsResponse {
  suggestions?: { path: string; score?: number }[]
  cwd?: string
}
/** What the plugins provide after they were loaded again. */
export interface ReloadPluginsResponse {
  commands?: JsonObject[]
  agents?: JsonObject[]
  plugins?: JsonObject[]
  mcpServers?: JsonObject[]
  error_count?: number
  held?: boolean
  cache_impact?: JsonObject
}
/** The result of an MCP tool that the host called. */
export interface McpCallResponse {
  content?: unknown[]
  structuredContent?: unknown
  _meta?: JsonObject
  staging?: unknown
}
/** Whether the CLI changed its working directory. */
export interface SetCwdResponse {
  status?: OpenString<'ok' | 'needs_trust' | 'rejected'>
  cwd?: string
  changed?: boolean
  transcript_relocated?: boolean
  /** The folder that needs trust, as the CLI resolved it. */
  directory?: string
  reason?: string
  message?: string
}
/** Where the conversation was cut off. */
export interface RewindConversationResponse {
  rewound?: boolean
  targetMessageUuid?: string
  /** The text of the prompt that was removed. */
  prefillText?: string | null
  precedingAssistantUuid?: string | null
  error?: string
  reason?: string
}
/** The rows of the terminal's status screen, as text. */
export interface StatusResponse {
  sections?: { title: string; rows: { label?: string; value: string }[] }[]
}
/** What has changed in the working directory. */
export interface WorkspaceDiffResponse {
  diff?: {
    stats?: { filesCount: number; linesAdded: number; linesRemoved: number }
    perFileStats?: JsonObject[]
    hunks?: JsonObject[]
    [field: string]: unknown
  } | null
  /** Why there is no diff. */
  noDiffReason?: OpenString<'no-repository'>
}
