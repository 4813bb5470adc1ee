/** System messages about the session itself: what is available, what it is doing, how it is compacted. */
import type { JsonObject, OpenString } from '../json.ts'
import type { PermissionMode } from '../permissions.ts'
import type { ShapeOf } from '../shape.ts'
import type { SystemEnvelope } from './envelope.ts'

/**
 * Opens every turn, including turns that the CLI starts itself; never comes before the first turn. Any field may change from turn
 * to turn.
 */
export interface SystemInit extends SystemEnvelope<'init'> {
  session_id: string
  cwd: string
  model: string
  tools: string[]
  permissionMode: OpenString<PermissionMode>
  mcp_servers?: { name: string; status: string; source?: string }[]
  slash_commands?: string[]
  terminal_slash_commands?: string[]
  apiKeySource?: string
  claude_code_version?: string
  output_style?: string
  agents?: string[]
  skills?: string[]
  plugins?: { name: string; path?: string }[]
  plugin_errors?: unknown
  betas?: string[]
  capabilities?: string[]
  memory_paths?: unknown
  fast_mode_state?: string
  effort?: string
  view_mode?: string
  original_cwd?: string
  additional_directories?: string[]
  user_message_uuids?: string[]
  messaging_socket_path?: string
  analytics_disabled?: boolean
  product_feedback_disabled?: boolean
}

/** `requesting` comes only with partial messages. A null status means that the operation is over, or that the mode changed. */
export interface SystemStatus extends SystemEnvelope<'status'> {
  status: OpenString<'compacting' | 'requesting'> | null
  permissionMode?: OpenString<PermissionMode>
  compact_result?: OpenString<'success' | 'failed'>
  compact_error?: string
}

/** Requires `CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS=1`. */
export interface SystemSessionStateChanged extends SystemEnvelope<'session_state_changed'> {
  state: OpenString<'idle' | 'running' | 'requires_action'>
}

/** What compaction did: why it ran, and the tokens before and after. */
export interface CompactMetadata {
  trigger?: OpenString<'manual' | 'auto'>
  pre_tokens?: number
  post_tokens?: number
  duration_ms?: number
  preserved_segment?: JsonObject
  preserved_messages?: unknown
}
/** The conversation up to here was replaced by a summary. */
export interface SystemCompactBoundary extends SystemEnvelope<'compact_boundary'> {
  compact_metadata: CompactMetadata
}
/** The CLI has dropped old tool results from the context; only in old CLIs. */
export interface SystemMicrocompactBoundary extends SystemEnvelope<'microcompact_boundary'> {
  microcompact_metadata?: JsonObject
}

/** How much the model has thought so far, where the thoughts themselves are not shown. */
export interface SystemThinkingTokens extends SystemEnvelope<'thinking_tokens'> {
  estimated_tokens: number
  estimated_tokens_delta?: number
  user_message_uuid?: string
}
/** The slash commands have changed. */
export interface SystemCommandsChanged extends SystemEnvelope<'commands_changed'> {
  /** The complete list. */
  commands: { name: string; description?: string; argumentHint?: string }[]
}
/** The session has a new title. */
export interface SystemSessionTitleChanged extends SystemEnvelope<'session_title_changed'> {
  title?: string
}
/** Memories that were read into the context. */
export interface SystemMemoryRecall extends SystemEnvelope<'memory_recall'> {
  mode?: string
  memories?: JsonObject[]
}
/** Files that were stored, and files that could not be stored. */
export interface SystemFilesPersisted extends SystemEnvelope<'files_persisted'> {
  files: unknown[]
  failed?: unknown[]
  processed_at?: string
}
/** The CLI could not write entries of the transcript: the disk or the quota is full. */
export interface SystemSessionWritesLost extends SystemEnvelope<'session_writes_lost'> {
  error_code: OpenString<'ENOSPC' | 'EDQUOT'>
  lost?: unknown[]
  transcript_session_ids?: string[]
}
/** The process is about to exit. */
export interface SystemWorkerShuttingDown extends SystemEnvelope<'worker_shutting_down'> {
  reason?: string
}
/** For hosts that act as bridges to other clients. */
export interface SystemBridgeState extends SystemEnvelope<'bridge_state'> {
  state?: string
}
/** Parts of the screen that a bridge should draw again. */
export interface SystemUiInvalidate extends SystemEnvelope<'ui_invalidate'> {
  targets?: unknown
}
/** How long the turn took; only in old CLIs. */
export interface SystemTurnDuration extends SystemEnvelope<'turn_duration'> {
  duration_ms?: number
  durationMs?: number
}

/** The `system` messages about the session, by subtype. */
export interface SystemSessionMessages {
  init: SystemInit
  status: SystemStatus
  session_state_changed: SystemSessionStateChanged
  compact_boundary: SystemCompactBoundary
  microcompact_boundary: SystemMicrocompactBoundary
  thinking_tokens: SystemThinkingTokens
  commands_changed: SystemCommandsChanged
  session_title_changed: SystemSessionTitleChanged
  memory_recall: SystemMemoryRecall
  files_persisted: SystemFilesPersisted
  session_writes_lost: SystemSessionWritesLost
  worker_shutting_down: SystemWorkerShuttingDown
  turn_duration: SystemTurnDuration
  bridge_state: SystemBridgeState
  ui_invalidate: SystemUiInvalidate
}
export const systemSessionShapes: { [S in keyof SystemSessionMessages]: ShapeOf<SystemSessionMessages[S]> } =
  {
    init: {
      session_id: 'string',
      cwd: 'string',
      model: 'string',
      tools: ['string'],
      permissionMode: 'string',
    },
    status: { status: 'string|null' },
    session_state_changed: { state: 'string' },
    compact_boundary: { compact_metadata: {} },
    microcompact_boundary: {},
    thinking_tokens: { estimated_tokens: 'number' },
    commands_changed: { commands: [{ name: 'string' }] },
    session_title_changed: {},
    memory_recall: {},
    files_persisted: { files: ['value'] },
    session_writes_lost: { error_code: 'string' },
    worker_shutting_down: {},
    turn_duration: {},
    bridge_state: {},
    ui_invalidate: {},
  }
