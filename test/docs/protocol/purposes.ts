/**
 * What each message is for, in a sentence. Empty where the comment at its type says so already: that comment follows
 * here in any case. The compiler insists that none is missing.
 */
import type {
  ContentBlock,
  ContentDelta,
  PermissionMode,
  PermissionUpdate,
  StdinType,
  StdoutType,
  StreamEvent,
  SystemSubtype,
  Unlisted,
} from '../../../src/protocol/index.ts'

type Named<T extends { type: string }> = Readonly<Record<Exclude<T['type'], Unlisted>, string>>

export const STDIN: Readonly<Record<StdinType, string>> = {
  user: '',
  control_request: 'Asks the CLI for something outside the conversation, such as to interrupt the turn.',
  control_response: '',
  control_cancel_request: '',
  keep_alive: '',
  update_environment_variables: 'Sets environment variables of the CLI process.',
}

export const STDOUT: Readonly<Record<Exclude<StdoutType, 'system'>, string>> = {
  assistant: 'What the model said, thought or wants to run.',
  user: '',
  stream_event: 'A piece of the model’s answer while it is being written.',
  result: '',
  control_request: 'The CLI asks the host for something and waits for the answer.',
  control_response: '',
  control_cancel_request: 'The CLI no longer needs an answer: close the dialog and do not answer.',
  tool_progress: '',
  tool_use_summary: '',
  auth_status: '',
  rate_limit_event: '',
  prompt_suggestion: '',
  conversation_reset: '',
  command_lifecycle: '',
  active_goal: '',
  autocompact_state: '',
  transcript_mirror: '',
  keep_alive: '',
  streamlined_text: '',
  streamlined_tool_use_summary: '',
  error: '',
}

export const SYSTEM: Readonly<Record<SystemSubtype, string>> = {
  init: 'What the session has: folder, model, tools, permission mode, MCP servers, commands.',
  status: 'What the CLI is doing besides the model’s answer, or that the permission mode has changed.',
  session_state_changed: 'Whether the session is idle, running or waiting for a person.',
  compact_boundary: '',
  microcompact_boundary: '',
  thinking_tokens: '',
  commands_changed: '',
  session_title_changed: '',
  memory_recall: '',
  files_persisted: '',
  session_writes_lost: '',
  worker_shutting_down: '',
  turn_duration: '',
  bridge_state: '',
  ui_invalidate: '',
  informational: '',
  notification: '',
  api_retry: '',
  api_error: '',
  permission_denied: '',
  model_refusal_fallback: '',
  model_refusal_no_fallback: '',
  local_command: '',
  local_command_output: '',
  control_request_progress: '',
  elicitation_complete: '',
  plugin_install: '',
  mirror_error: 'The transcript could not be mirrored.',
  hook_started: '',
  hook_progress: '',
  hook_response: '',
  stop_hook_summary: '',
  task_started: '',
  task_progress: '',
  task_updated: '',
  task_notification: '',
  background_tasks_changed: '',
}

export const EVENTS: Named<StreamEvent> = {
  message_start: '',
  content_block_start: '',
  content_block_delta: '',
  content_block_stop: '',
  message_delta: '',
  message_stop: '',
}
export const DELTAS: Named<ContentDelta> = {
  text_delta: '',
  input_json_delta: '',
  thinking_delta: '',
  signature_delta: '',
  citations_delta: '',
}
export const BLOCKS: Named<ContentBlock> = {
  text: '',
  thinking: '',
  redacted_thinking: '',
  tool_use: '',
  tool_result: '',
  image: '',
  document: '',
  server_tool_use: '',
  web_search_tool_result: '',
}

export const MODES: Readonly<Record<PermissionMode, string>> = {
  default: 'asks before anything that makes changes',
  acceptEdits: 'edits in the workspace run without asking',
  bypassPermissions: 'runs everything; only in a process that was started with a flag that allows it',
  plan: 'reads and plans; the plan is approved before anything changes',
  dontAsk: 'denies whatever it would have to ask about',
  auto: 'a classifier decides',
  manual: 'another spelling of `default`',
  delegate: 'only in old CLIs',
}
export const UPDATES: Named<PermissionUpdate> = {
  addRules: '',
  replaceRules: '',
  removeRules: '',
  setMode: '',
  addDirectories: '',
  removeDirectories: '',
}
