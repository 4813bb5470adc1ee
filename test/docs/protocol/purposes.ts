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
  control_request: 'Asks the CLI for something beside the conversation, such as to interrupt.',
  control_response: 'Answers a request of the CLI, such as whether a tool may run.',
  control_cancel_request: '',
  keep_alive: '',
  update_environment_variables: 'Sets variables of the CLI’s own environment.',
}

export const STDOUT: Readonly<Record<Exclude<StdoutType, 'system'>, string>> = {
  assistant: 'What the model said, thought or wants to run.',
  user: '',
  stream_event: 'A piece of the model’s answer while it is being written.',
  result: '',
  control_request: 'The CLI asks its host for something and waits for the answer.',
  control_response: 'The answer to a request of the host.',
  control_cancel_request: 'The question is settled or moot: close the dialog and do not answer.',
  tool_progress: '',
  tool_use_summary: 'A short text on what the last tools did.',
  auth_status: 'How a login proceeds.',
  rate_limit_event: 'Where the account stands with its rate limits.',
  prompt_suggestion: '',
  conversation_reset: '',
  command_lifecycle: '',
  active_goal: 'The goal that the session works towards, or that there is none any more.',
  autocompact_state: 'Whether, and from how many tokens on, the conversation is compacted by itself.',
  transcript_mirror: '',
  keep_alive: '',
  streamlined_text: '',
  streamlined_tool_use_summary: 'What tools did, condensed; of old CLIs.',
  error: '',
}

export const SYSTEM: Readonly<Record<SystemSubtype, string>> = {
  init: 'What the session has: folder, model, tools, permission mode, MCP servers, commands.',
  status: 'What the CLI is busy with beside the model’s answer, or that the permission mode changed.',
  session_state_changed: 'Whether the session is idle, runs or waits for a person.',
  compact_boundary: 'The conversation up to here was replaced by a summary.',
  microcompact_boundary: 'Old tool results were dropped from the context; of old CLIs.',
  thinking_tokens: 'How much the model has thought so far, where the thoughts themselves are not shown.',
  commands_changed: 'The slash commands are others now.',
  session_title_changed: 'The session has another title.',
  memory_recall: 'Memories that were read into the context.',
  files_persisted: 'Files that were stored, and those that could not be.',
  session_writes_lost: 'The transcript could not be written, for want of space.',
  worker_shutting_down: 'The process is about to end.',
  turn_duration: 'How long the turn took; of old CLIs.',
  bridge_state: '',
  ui_invalidate: 'Parts of the screen that a bridge should draw again.',
  informational: 'A line for the person, such as what a hook said.',
  notification: 'A short notice that the terminal would show for some seconds.',
  api_retry: '',
  api_error: '',
  permission_denied: 'A tool was refused without anybody being asked.',
  model_refusal_fallback: 'The model refused, and another one answers in its place.',
  model_refusal_no_fallback: 'The model refused, and there is none to take its place.',
  local_command: '',
  local_command_output: 'Output of a slash command that ran in the CLI itself.',
  control_request_progress: 'A control request that takes long is being worked on.',
  elicitation_complete: 'A question of an MCP server was answered elsewhere, such as on a web page.',
  plugin_install: 'How the installation of a plugin proceeds.',
  mirror_error: 'The transcript could not be mirrored.',
  hook_started: 'A command hook of the settings runs.',
  hook_progress: 'What a command hook has printed so far.',
  hook_response: 'A command hook is done.',
  stop_hook_summary: 'What the hooks at the end of the turn did; of old CLIs.',
  task_started: 'A sub-agent, a background command or a slow foreground command began.',
  task_progress: 'What a task has used so far.',
  task_updated: 'Something about a task changed.',
  task_notification: '',
  background_tasks_changed: '',
}

export const EVENTS: Named<StreamEvent> = {
  message_start: 'A message of the model begins.',
  content_block_start: 'A block of the message begins, empty.',
  content_block_delta: 'A piece of the block with this index.',
  content_block_stop: 'The block with this index is complete.',
  message_delta: 'Why the message ends, and its final usage.',
  message_stop: 'The message is complete.',
}
export const DELTAS: Named<ContentDelta> = {
  text_delta: 'More of a `text` block.',
  input_json_delta: 'More of the input of a `tool_use` block, as a piece of JSON text.',
  thinking_delta: 'More of a `thinking` block.',
  signature_delta: 'The signature of a `thinking` block.',
  citations_delta: 'A citation of a `text` block.',
}
export const BLOCKS: Named<ContentBlock> = {
  text: 'Text of the model or of a person.',
  thinking: 'What the model thought before it answered.',
  redacted_thinking: 'Thoughts that are not to be read, encrypted.',
  tool_use: 'The model wants a tool to run. Its result refers to the `id`.',
  tool_result: 'What the tool gave, in a `user` message.',
  image: 'An image, in a prompt or a tool result.',
  document: 'A document, such as a PDF, in a prompt or a tool result.',
  server_tool_use: '',
  web_search_tool_result: 'What a search at the API found.',
}

export const MODES: Readonly<Record<PermissionMode, string>> = {
  default: 'asks before what changes something',
  acceptEdits: 'edits in the workspace run without a question',
  bypassPermissions: 'runs everything; only for processes started with a flag that allows it',
  plan: 'reads and plans; the plan is approved before anything changes',
  dontAsk: 'refuses what would need a question',
  auto: 'a classifier decides',
  manual: 'another spelling of `default`',
  delegate: 'of old CLIs',
}
export const UPDATES: Named<PermissionUpdate> = {
  addRules: 'Adds rules for a tool.',
  replaceRules: 'Puts these rules in place of those with the same behaviour.',
  removeRules: 'Takes rules away.',
  setMode: 'Switches the permission mode.',
  addDirectories: 'Lets the tools work in more folders.',
  removeDirectories: 'Takes folders away again.',
}
