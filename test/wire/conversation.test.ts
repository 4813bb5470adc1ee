// The messages of a turn: assistant, user, stream_event and result.
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type AssistantErrorCode,
  type AssistantMessage,
  type ModelUsage,
  type PermissionDenial,
  RESULT_SUBTYPES,
  type ResultMessage,
  type StreamEventMessage,
  type Usage,
  type UserMessage,
} from '../../src/protocol/index.ts'
import { fromCli, sent } from './wire.ts'

const spoken: AssistantMessage = {
  type: 'assistant',
  ...sent,
  message: {
    id: 'msg_01Dd',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [{ type: 'text', text: 'It is in lines.ts.' }],
    stop_reason: null,
    usage: { input_tokens: 312, output_tokens: 4 },
  },
  parent_tool_use_id: null,
}

describe('assistant', () => {
  fromCli<AssistantMessage>('R-TYPE-37 assistant has a message of the Messages API', {
    all: spoken,
    needs: ['message.content'],
  })

  fromCli<AssistantMessage>('R-TYPE-38 assistant may have an error code', {
    all: { ...spoken, error: 'rate_limit' },
    needs: ['message.content'],
    values: {
      error: [
        'authentication_failed',
        'rate_limit',
        'overloaded',
        'server_error',
        'invalid_request',
        'unknown',
      ],
    },
  })
  test('R-TYPE-38 an error code that is not listed is one too', () => {
    expectTypeOf<string>().toExtend<AssistantErrorCode>()
  })

  fromCli<AssistantMessage>('R-TYPE-39 assistant of newer versions says more', {
    all: {
      ...spoken,
      supersedes: ['0d5e'],
      aborted: true,
      agent_id: 'a63f0',
      subagent_type: 'Explore',
      task_description: 'Find the parser',
      request_id: 'req_011CX',
      timestamp: '2026-03-01T09:30:00.000Z',
      resume_reason: 'interrupted_turn',
      context_usage: { total_tokens: 21_877 },
      usage_report: { session: { cost_usd: 0.12 } },
    },
    needs: ['message.content'],
  })
})

describe('user', () => {
  const prompt: UserMessage = {
    type: 'user',
    ...sent,
    message: { role: 'user', content: [{ type: 'text', text: 'Where are lines cut?' }] },
    parent_tool_use_id: null,
  }

  fromCli<UserMessage>('R-TYPE-40 user has blocks as its content', {
    all: prompt,
    needs: ['message.content'],
  })
  fromCli<UserMessage>('R-TYPE-40 user has a string as its content', {
    all: { ...prompt, message: { role: 'user', content: '<local-command-stdout></local-command-stdout>' } },
    needs: ['message.content'],
  })

  fromCli<UserMessage>('R-TYPE-41 a tool result is a user message, with the data in tool_use_result', {
    all: {
      ...prompt,
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_01Kq', content: 'README.md\nsrc' }],
      },
      tool_use_result: { stdout: 'README.md\nsrc', stderr: '', interrupted: false },
    },
    needs: ['message.content[0].type', 'message.content[0].tool_use_id'],
  })

  fromCli<UserMessage>('R-TYPE-42 a replayed user message is marked', {
    all: {
      ...prompt,
      isReplay: true,
      timestamp: '2026-03-01T09:30:00.000Z',
      file_attachments: [{ file_uuid: 'f-1', file_name: 'plan.md' }],
    },
    needs: ['message.content'],
  })

  fromCli<UserMessage>('R-TYPE-43 an echo of nothing but type and message is a user message', {
    all: { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'Go on' }] } },
    needs: ['message.content'],
  })

  fromCli<UserMessage>('R-TYPE-44 user may say where it comes from and what is done with it', {
    all: {
      ...prompt,
      isSynthetic: true,
      origin: { kind: 'task-notification' },
      priority: 'later',
      shouldQuery: false,
      client_composed: true,
      agent_id: 'a63f0',
    },
    needs: ['message.content'],
    values: { priority: ['now', 'next', 'later'] },
  })
})

describe('stream_event', () => {
  const event: StreamEventMessage = {
    type: 'stream_event',
    ...sent,
    event: { type: 'content_block_stop', index: 0 },
    parent_tool_use_id: null,
  }

  fromCli<StreamEventMessage>('R-TYPE-45 stream_event has one event of the Messages API', {
    all: event,
    needs: ['event.type', 'event.index'],
  })

  fromCli<StreamEventMessage>('R-TYPE-46 stream_event of newer versions says more', {
    all: {
      ...event,
      ttft_ms: 812,
      user_message_uuid: '0d5a',
      resume_reason: 'host_draining',
      api_message_id: 'msg_01Dd',
      abandoned_blocks: [0],
    },
    needs: ['event.type', 'event.index'],
  })
})

describe('result', () => {
  const usage: Usage = {
    input_tokens: 312,
    output_tokens: 96,
    cache_creation_input_tokens: 1024,
    cache_read_input_tokens: 20_480,
    server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
    service_tier: 'standard',
  }
  const modelUsage: ModelUsage = {
    inputTokens: 312,
    outputTokens: 96,
    cacheReadInputTokens: 20_480,
    cacheCreationInputTokens: 1024,
    webSearchRequests: 1,
    costUSD: 0.0213,
    contextWindow: 200_000,
  }
  const denial: PermissionDenial = {
    tool_name: 'Bash',
    tool_use_id: 'toolu_01Kq',
    tool_input: { command: 'rm -r dist' },
  }
  const done: ResultMessage = { type: 'result', subtype: 'success', is_error: false, ...sent }
  const needs = ['is_error']

  fromCli<ResultMessage>('R-TYPE-47 result has one of five subtypes', {
    all: done,
    needs,
    values: { subtype: [...RESULT_SUBTYPES] },
  })
  test('R-TYPE-47 these five', () => {
    expect(RESULT_SUBTYPES).toEqual([
      'success',
      'error_during_execution',
      'error_max_turns',
      'error_max_budget_usd',
      'error_max_structured_output_retries',
    ])
  })

  fromCli<ResultMessage>('R-TYPE-48 result says how the turn went, and what it took', {
    all: {
      ...done,
      num_turns: 2,
      duration_ms: 5210,
      duration_api_ms: 4873,
      total_cost_usd: 0.0213,
      usage: {},
      modelUsage: {},
      permission_denials: [],
    },
    needs,
  })

  fromCli<ResultMessage>('R-TYPE-49 a success has the final text', {
    all: { ...done, result: 'It is in lines.ts.' },
    needs,
  })

  fromCli<ResultMessage>('R-TYPE-50 an error has errors in place of the text', {
    all: { ...done, subtype: 'error_max_turns', is_error: true, errors: ['Reached the limit of 3 turns'] },
    needs,
  })

  fromCli<ResultMessage>('R-TYPE-51 result may say why the turn ended, and more', {
    all: {
      ...done,
      stop_reason: 'end_turn',
      terminal_reason: 'completed',
      api_error_status: 529,
      structured_output: { files: ['lines.ts'] },
      deferred_tool_use: { id: 'toolu_01Kq', name: 'Bash', input: {} },
      queued_turn_count: 1,
      result_index: 3,
      local_command: { name: 'cost' },
      startup_failure_reason: 'invalid_config',
      invalid_config_file: '/home/ada/.claude/settings.json',
    },
    needs,
    values: { stop_reason: [null], api_error_status: [null] },
  })

  fromCli<ResultMessage>('R-TYPE-52 usage counts tokens, in a result', { all: { ...done, usage }, needs })
  fromCli<AssistantMessage>('R-TYPE-52 usage counts tokens, in an assistant message', {
    all: { ...spoken, message: { ...spoken.message, usage } },
    needs: ['message.content'],
  })

  fromCli<ResultMessage>('R-TYPE-53 modelUsage maps a model to what it used', {
    all: { ...done, modelUsage: { 'claude-sonnet-4-5': modelUsage, 'claude-haiku-4-5': modelUsage } },
    needs,
  })

  fromCli<ResultMessage>('R-TYPE-54 a denial names the tool, its use and its input', {
    all: { ...done, permission_denials: [denial] },
    needs,
  })
})
