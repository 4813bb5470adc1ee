/** Messages as the real CLIs write them, reduced to the fields that a client may look at. */

const SESSION_ID = '2a755c99-8494-41be-8e7b-573cbae6db27'

/** The CLI gives each message a uuid of its own: whoever says one of these puts it in place of this. */
export const ANY_UUID = '25ebf281-5e6c-459c-9508-d3a80e8b5495'

const envelope = { session_id: SESSION_ID, uuid: ANY_UUID }

/** Opens a turn. 2.1.325 names the prompts that it holds; a turn that it starts itself has none. */
export function init(names?: string[], sessionId = SESSION_ID): object {
  return {
    type: 'system',
    subtype: 'init',
    cwd: '/work',
    tools: ['Bash', 'Write'],
    mcp_servers: [],
    model: 'claude-opus-4-8',
    permissionMode: 'default',
    slash_commands: ['context'],
    apiKeySource: 'ANTHROPIC_API_KEY',
    claude_code_version: names ? '2.1.325' : '2.1.197',
    output_style: 'default',
    ...envelope,
    session_id: sessionId,
    ...(names && { user_message_uuids: names }),
  }
}

const state = (name: string) => ({
  type: 'system',
  subtype: 'session_state_changed',
  state: name,
  ...envelope,
})
export const running: object = state('running')
export const idle: object = state('idle')
export const requesting: object = { type: 'system', subtype: 'status', status: 'requesting', ...envelope }

export const messageStart: object = {
  type: 'stream_event',
  event: { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [] } },
  parent_tool_use_id: null,
  ...envelope,
}
export function textDelta(text: string): object {
  return {
    type: 'stream_event',
    event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    parent_tool_use_id: null,
    ...envelope,
  }
}

export function echo(uuid: string, ...texts: string[]): object {
  return {
    type: 'user',
    message: { role: 'user', content: texts.map((text) => ({ type: 'text', text })) },
    parent_tool_use_id: null,
    isReplay: true,
    timestamp: '2026-01-01T00:00:00.000Z',
    ...envelope,
    uuid,
  }
}
/** Of a prompt that is not run again, or of one that is merged with the next: it has no time. */
export function undatedEcho(uuid: string, ...texts: string[]): object {
  return Object.fromEntries(Object.entries(echo(uuid, ...texts)).filter(([name]) => name !== 'timestamp'))
}
/** A plain user message of the CLI: neither an echo nor synthetic. */
export function interruptMarker(text = '[Request interrupted by user]'): object {
  return {
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text }] },
    parent_tool_use_id: null,
    ...envelope,
  }
}
export function toolResult(id: string, content: string): object {
  return {
    type: 'user',
    message: { role: 'user', content: [{ tool_use_id: id, type: 'tool_result', content, is_error: false }] },
    parent_tool_use_id: null,
    tool_use_result: { stdout: content },
    ...envelope,
  }
}

function assistantBlock(block: object): object {
  return {
    type: 'assistant',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-8',
      content: [block],
      stop_reason: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    },
    parent_tool_use_id: null,
    ...envelope,
  }
}
export const assistant = (text: string): object => assistantBlock({ type: 'text', text })
export const toolUse = (id: string, name = 'Bash'): object =>
  assistantBlock({ type: 'tool_use', id, name, input: { command: 'sleep 2; echo hi' } })

export function result(text: string, fields: object = {}): object {
  return {
    type: 'result',
    subtype: 'success',
    is_error: false,
    num_turns: 1,
    duration_ms: 100,
    total_cost_usd: 0.01,
    permission_denials: [],
    terminal_reason: 'completed',
    result: text,
    ...envelope,
    ...fields,
  }
}
/** In the result of a turn that the CLI started itself. */
export const OF_TASK: object = { origin: { kind: 'task-notification' } }
export const EDE = '[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=null'
/** Of a turn that was ended: by an interrupt, or by a prompt with priority `now`. */
export function aborted(reason: 'aborted_streaming' | 'aborted_tools', fields: object = {}): object {
  return {
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    num_turns: 2,
    permission_denials: [],
    terminal_reason: reason,
    errors: [EDE],
    ...envelope,
    ...fields,
  }
}

export function lifecycle(uuid: string, name: string): object {
  return { type: 'command_lifecycle', command_uuid: uuid, state: name, ...envelope }
}
export function task(subtype: string, fields: object = {}): object {
  return { type: 'system', subtype, task_id: 'bp7jsvu2s', ...envelope, ...fields }
}
export function taskNotification(status = 'completed'): object {
  return task('task_notification', {
    status,
    output_file: '/tmp/tasks/bp7jsvu2s',
    summary: 'sleep 1; echo hi',
  })
}

export function canUseTool(input: object = { command: 'touch a' }, more: object = {}): object {
  return { subtype: 'can_use_tool', tool_name: 'Bash', input, tool_use_id: 'toolu_1', ...more }
}
