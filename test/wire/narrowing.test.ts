// How the unions narrow: what the compiler knows after a comparison. `tsc` checks these, vitest only runs them.
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type AssistantMessage,
  type CanUseToolRequest,
  type CliControlRequest,
  type CliRequest,
  type ContentBlock,
  type ContentBlockDelta,
  type ContentDelta,
  type ControlCancelMessage,
  type ControlError,
  type ControlResponseMessage,
  type ControlSuccess,
  decode,
  type HookInput,
  isHookInput,
  isMcpServerConfig,
  isPermissionResult,
  isToolInput,
  type JsonObject,
  type KeepAliveMessage,
  type MessageStart,
  type PermissionAllow,
  type PermissionDeny,
  type ResultMessage,
  type StdinMessage,
  type StdoutMessage,
  type StreamEvent,
  type StreamEventMessage,
  type SystemInit,
  type SystemMessage,
  type SystemStatus,
  type SystemSubtype,
  type TextBlock,
  type TextDelta,
  type ToolUseBlock,
  type UnlistedBlock,
  type UnlistedCliRequest,
  type UserInput,
  type UserMessage,
} from '../../src/protocol/index.ts'

const text: TextBlock = { type: 'text', text: 'It is in lines.ts.' }
/** A block of tomorrow, as decode gives it. */
function unlistedBlock(): ContentBlock | undefined {
  const decoded = decode('{"type":"assistant","message":{"content":[{"type":"hologram","data":[1]}]}}')
  return decoded.kind === 'message' && decoded.message.type === 'assistant'
    ? decoded.message.message.content[0]
    : undefined
}

describe('messages', () => {
  test('a switch over type narrows a message of stdout to its member', () => {
    const see = (message: StdoutMessage): string => {
      switch (message.type) {
        case 'system':
          expectTypeOf(message).toEqualTypeOf<SystemMessage>()
          return message.subtype
        case 'assistant':
          expectTypeOf(message).toEqualTypeOf<AssistantMessage>()
          return `${message.message.content.length} blocks`
        case 'user':
          expectTypeOf(message).toEqualTypeOf<UserMessage>()
          return 'user'
        case 'stream_event':
          expectTypeOf(message).toEqualTypeOf<StreamEventMessage>()
          return message.event.type
        case 'result':
          expectTypeOf(message).toEqualTypeOf<ResultMessage>()
          return message.subtype
        case 'control_request':
          expectTypeOf(message).toEqualTypeOf<CliControlRequest>()
          return message.request.subtype
        case 'control_response':
          expectTypeOf(message).toEqualTypeOf<ControlResponseMessage>()
          return message.response.subtype
        case 'control_cancel_request':
          expectTypeOf(message).toEqualTypeOf<ControlCancelMessage>()
          return message.request_id
        case 'keep_alive':
          expectTypeOf(message).toEqualTypeOf<KeepAliveMessage>()
          return 'alive'
        case 'tool_progress':
          return message.tool_name
        case 'tool_use_summary':
          return message.summary
        case 'auth_status':
          return `${message.isAuthenticating}`
        case 'rate_limit_event':
          return `${message.rate_limit_info.status}`
        case 'prompt_suggestion':
          return message.suggestion
        case 'conversation_reset':
          return message.new_conversation_id
        case 'command_lifecycle':
          return message.state
        case 'active_goal':
          return `${message.value?.condition}`
        case 'autocompact_state':
          return `${message.value?.threshold}`
        case 'transcript_mirror':
          return message.filePath
        case 'streamlined_text':
          return `${message.text}`
        case 'streamlined_tool_use_summary':
          return `${message.tool_summary}`
        case 'error':
          return `${message.error.message}`
        default:
          expectTypeOf(message).toBeNever()
          return message
      }
    }
    expect(see({ type: 'assistant', message: { content: [text] } })).toBe('1 blocks')
  })

  test('a subtype narrows a system message', () => {
    const see = (message: SystemMessage) => {
      if (message.subtype === 'init') expectTypeOf(message).toEqualTypeOf<SystemInit>()
      else if (message.subtype === 'status') expectTypeOf(message).toEqualTypeOf<SystemStatus>()
      else expectTypeOf(message.subtype).toEqualTypeOf<Exclude<SystemSubtype, 'init' | 'status'>>()
    }
    see({ type: 'system', subtype: 'status', status: null })
  })

  test('type narrows a message of stdin, and the subtype its request', () => {
    const see = (message: StdinMessage) => {
      if (message.type === 'user') expectTypeOf(message).toEqualTypeOf<UserInput>()
      if (message.type === 'control_request' && message.request.subtype === 'stop_task') {
        expectTypeOf(message.request.task_id).toEqualTypeOf<string>()
      }
    }
    see({ type: 'control_request', request_id: 'req_1', request: { subtype: 'stop_task', task_id: 'b41c' } })
  })

  test('kind narrows what decode answers', () => {
    const decoded = decode('{"type":"keep_alive"}')
    if (decoded.kind === 'message') expectTypeOf(decoded.message).toEqualTypeOf<StdoutMessage>()
    if (decoded.kind === 'unknown') expectTypeOf(decoded.value).toEqualTypeOf<JsonObject>()
    expect(decoded.kind).toBe('message')
  })
})

describe('open unions', () => {
  test('type narrows a block to the listed one alone, although others exist', () => {
    const see = (block: ContentBlock): string => {
      if (block.type === 'text') {
        expectTypeOf(block).toEqualTypeOf<TextBlock>()
        return block.text
      }
      if (block.type === 'tool_use') expectTypeOf(block).toEqualTypeOf<ToolUseBlock>()
      return block.type
    }
    expect(see(text)).toBe('It is in lines.ts.')
  })

  test('what no case took is a block that is not listed, with a string as its type', () => {
    const see = (block: ContentBlock): string => {
      switch (block.type) {
        case 'text':
        case 'thinking':
        case 'redacted_thinking':
        case 'tool_use':
        case 'tool_result':
        case 'image':
        case 'document':
        case 'server_tool_use':
        case 'web_search_tool_result':
          return 'listed'
        default:
          expectTypeOf(block).toEqualTypeOf<UnlistedBlock>()
          expectTypeOf(block.type).toExtend<string>()
          expectTypeOf(block.data).toBeUnknown()
          return block.type
      }
    }
    const block = unlistedBlock()
    expect(block && see(block)).toBe('hologram')
    expect(see(text)).toBe('listed')
  })

  test('type narrows stream events and their deltas', () => {
    const see = (event: StreamEvent): string => {
      if (event.type === 'message_start') expectTypeOf(event).toEqualTypeOf<MessageStart>()
      if (event.type !== 'content_block_delta') return event.type
      expectTypeOf(event).toEqualTypeOf<ContentBlockDelta>()
      const delta: ContentDelta = event.delta
      if (delta.type !== 'text_delta') return delta.type
      expectTypeOf(delta).toEqualTypeOf<TextDelta>()
      return delta.text
    }
    expect(see({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'It' } })).toBe(
      'It',
    )
  })

  test('subtype narrows a request of the CLI; what no case took is not listed', () => {
    const see = (request: CliRequest): string => {
      if (request.subtype === 'can_use_tool') {
        expectTypeOf(request).toEqualTypeOf<CanUseToolRequest>()
        return request.tool_name
      }
      expectTypeOf<UnlistedCliRequest>().toExtend<typeof request>()
      return request.subtype
    }
    expect(see({ subtype: 'can_use_tool', tool_name: 'Bash', input: {} })).toBe('Bash')
  })

  test('subtype narrows an answer', () => {
    const see = ({ response }: ControlResponseMessage<{ model?: string }>) => {
      if (response.subtype === 'error') expectTypeOf(response).toEqualTypeOf<ControlError>()
      else expectTypeOf(response).toEqualTypeOf<ControlSuccess<{ model?: string }>>()
    }
    see({ type: 'control_response', response: { subtype: 'success', request_id: 'req_1' } })
  })
})

describe('guards', () => {
  test('isToolInput narrows the input of a tool use', () => {
    const block: ToolUseBlock = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }
    if (!isToolInput('Bash', block.input)) throw new Error('no input of Bash')
    expectTypeOf(block.input.command).toEqualTypeOf<string>()
    expectTypeOf(block.input.timeout).toEqualTypeOf<number | undefined>()
    expect(block.input.command).toBe('ls')
  })

  test('isHookInput narrows the input of a hook', () => {
    const see = (input: JsonObject) => {
      if (!isHookInput('PreToolUse', input)) return undefined
      expectTypeOf(input).toExtend<HookInput<'PreToolUse'>>()
      expectTypeOf(input.hook_event_name).toEqualTypeOf<'PreToolUse'>()
      return input.tool_name
    }
    expect(see({ hook_event_name: 'PreToolUse', tool_name: 'Bash' })).toBeUndefined()
  })

  test('the name of the tool narrows what a hook sees', () => {
    const see = (input: HookInput<'PostToolUse'>) => {
      if (input.tool_name === 'Bash') {
        expectTypeOf(input.tool_input.command).toEqualTypeOf<string>()
        expectTypeOf(input.tool_response?.stdout).toEqualTypeOf<string | undefined>()
        return input.tool_input.command
      }
      if (input.tool_name === 'Edit' || input.tool_name === 'Write') return input.tool_input.file_path
      if (input.tool_name === 'mcp__shop__stock') {
        expectTypeOf(input.tool_input).toEqualTypeOf<JsonObject>()
        expectTypeOf(input.tool_response).toEqualTypeOf<unknown>()
        return input.tool_input.article
      }
      expectTypeOf(input.tool_name).toExtend<string>()
      return undefined
    }
    const base = {
      session_id: 's',
      transcript_path: '/t',
      cwd: '/c',
      hook_event_name: 'PostToolUse' as const,
    }
    expect(see({ ...base, tool_name: 'Bash', tool_input: { command: 'ls' } })).toBe('ls')
    expect(see({ ...base, tool_name: 'Write', tool_input: { file_path: '/a', content: '' } })).toBe('/a')
    expect(see({ ...base, tool_name: 'mcp__shop__stock', tool_input: { article: 'rope' } })).toBe('rope')
    // @ts-expect-error Bash has no path.
    expect(see({ ...base, tool_name: 'Bash', tool_input: { file_path: '/a' } })).toBeUndefined()
  })

  test.each([
    ['Bash', { command: 'ls' }, true],
    ['Bash', { file_path: '/a' }, false],
    ['Bash', 'ls', false],
    ['mcp__shop__stock', { article: 'rope' }, true],
    ['Unheard', {}, true],
    ['Unheard', ['ls'], false],
    ['toString', {}, true],
  ])('isHookInput checks the input of %s: %j', (tool_name, tool_input, expected) => {
    const base = { session_id: 's', transcript_path: '/t', cwd: '/c', hook_event_name: 'PreToolUse' }
    expect(isHookInput('PreToolUse', { ...base, tool_name, tool_input })).toBe(expected)
  })

  test('isPermissionResult and its behavior narrow a result', () => {
    const see = (result: unknown) => {
      if (!isPermissionResult(result)) return 'none'
      if (result.behavior === 'allow') expectTypeOf(result).toEqualTypeOf<PermissionAllow>()
      else expectTypeOf(result).toEqualTypeOf<PermissionDeny>()
      return result.behavior
    }
    expect(see({ behavior: 'deny', message: 'no' })).toBe('deny')
    expect(see({ behavior: 'deny' })).toBe('none')
  })

  test('isMcpServerConfig and its type narrow a config', () => {
    const see = (config: unknown) => {
      if (isMcpServerConfig(config) && config.type === 'http') {
        expectTypeOf(config.url).toEqualTypeOf<string>()
        return config.url
      }
      return undefined
    }
    expect(see({ type: 'http', url: 'https://example.org' })).toBe('https://example.org')
  })
})
