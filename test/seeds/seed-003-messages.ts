// Seed 003: the protocol as the official client's 0.1.77 speaks it. Here: every message but the control requests.
import type { PermissionResult } from '../../src/protocol/index.ts'
import { ask, type SeedExample } from './example.ts'

const session_id = '6c1e9d42-0f7b-4a85-b3d6-5e8f2a9c7b13'
const model = 'claude-sonnet-4-5-20250929'

const stdin: SeedExample[] = [
  {
    section: 'User Message',
    what: 'prompt',
    from: 'host',
    type: 'user',
    message: {
      type: 'user',
      session_id: '',
      message: { role: 'user', content: [{ type: 'text', text: 'Count the lines of each file.' }] },
      parent_tool_use_id: null,
    },
  },
  {
    section: 'Control Request',
    what: 'the envelope, around set_model',
    from: 'host',
    type: 'control_request',
    subtype: 'set_model',
    message: ask({ subtype: 'set_model', model }),
  },
  {
    section: 'Control Response',
    what: 'success',
    from: 'host',
    type: 'control_response',
    subtype: 'success',
    message: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: 'e07b5f31-4c2a-4d96-8a1f-9d3c6b0e5f23',
        response: { behavior: 'allow', updatedInput: { command: 'wc -l *.ts' } } satisfies PermissionResult,
      },
    },
  },
  {
    section: 'Control Response',
    what: 'error',
    from: 'host',
    type: 'control_response',
    subtype: 'error',
    message: {
      type: 'control_response',
      response: {
        subtype: 'error',
        request_id: 'e07b5f31-4c2a-4d96-8a1f-9d3c6b0e5f23',
        error: 'No server is called notes',
      },
    },
  },
  {
    section: 'Keep-Alive',
    what: 'from the host',
    from: 'host',
    type: 'keep_alive',
    message: { type: 'keep_alive' },
  },
]

const conversation: SeedExample[] = [
  {
    section: 'System Init (SDKSystemMessage)',
    what: 'init',
    from: 'cli',
    type: 'system',
    subtype: 'init',
    message: {
      type: 'system',
      subtype: 'init',
      session_id,
      model,
      cwd: '/home/ada/project',
      tools: ['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep', 'WebFetch'],
      mcp_servers: [{ name: 'notes', status: 'connected' }],
      permissionMode: 'default',
      slash_commands: ['clear', 'review'],
      skills: ['changelog'],
      plugins: [{ name: 'tidy', path: '/home/ada/.claude/plugins/tidy' }],
      claude_code_version: '1.0.128',
      apiKeySource: 'user',
      betas: [],
      agents: ['general-purpose'],
      output_style: 'default',
      uuid: '1a7d3c58-9e0b-4f62-8d41-b5c6e7f80933',
    },
  },
  {
    section: 'Assistant Message (SDKAssistantMessage)',
    what: 'text and tool_use',
    from: 'cli',
    type: 'assistant',
    message: {
      type: 'assistant',
      message: {
        id: 'msg_03Kd',
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'text', text: 'I count them.' },
          { type: 'tool_use', id: 'toolu_03Le', name: 'Bash', input: { command: 'wc -l *.ts' } },
        ],
        model,
        stop_reason: 'tool_use',
        usage: {
          input_tokens: 2210,
          output_tokens: 61,
          cache_creation_input_tokens: 118,
          cache_read_input_tokens: 15004,
        },
      },
      parent_tool_use_id: null,
      uuid: '2b8e4d69-0f1c-4a73-9e52-c6d7f8091a43',
      session_id,
    },
  },
  {
    section: 'User Message Echo (SDKUserMessage / SDKUserMessageReplay)',
    what: 'tool result',
    from: 'cli',
    type: 'user',
    message: {
      type: 'user',
      session_id,
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_03Le', content: '  41 main.ts\n   9 run.ts\n' }],
      },
      parent_tool_use_id: null,
      tool_use_result: { stdout: '  41 main.ts\n   9 run.ts\n', stderr: '', interrupted: false },
      uuid: '3c9f5e7a-102d-4b84-8f63-d7e8091a2b53',
      isSynthetic: true,
    },
  },
  {
    section: 'User Message Echo (SDKUserMessage / SDKUserMessageReplay)',
    what: 'replay during resume',
    from: 'cli',
    type: 'user',
    message: {
      type: 'user',
      session_id,
      message: { role: 'user', content: 'Count the lines of each file.' },
      parent_tool_use_id: null,
      uuid: '4da06f8b-213e-4c95-9074-e8f91a2b3c63',
      isReplay: true,
    },
  },
  {
    section: 'Streaming Event (SDKPartialAssistantMessage)',
    what: 'text delta',
    from: 'cli',
    type: 'stream_event',
    subtype: 'content_block_delta',
    message: {
      type: 'stream_event',
      event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I cou' } },
      parent_tool_use_id: null,
      uuid: '5eb1709c-324f-4da6-8185-f90a2b3c4d73',
      session_id,
    },
  },
]

const results: SeedExample[] = [
  {
    section: 'Result Message (SDKResultMessage)',
    what: 'success',
    from: 'cli',
    type: 'result',
    subtype: 'success',
    message: {
      type: 'result',
      subtype: 'success',
      result: 'main.ts has 41 lines, run.ts has 9.',
      duration_ms: 6120,
      duration_api_ms: 5433,
      is_error: false,
      num_turns: 2,
      total_cost_usd: 0.0187,
      usage: {
        input_tokens: 4431,
        output_tokens: 132,
        cache_creation_input_tokens: 118,
        cache_read_input_tokens: 30008,
      },
      modelUsage: {
        [model]: {
          inputTokens: 4431,
          outputTokens: 132,
          cacheReadInputTokens: 30008,
          cacheCreationInputTokens: 118,
          webSearchRequests: 0,
          costUSD: 0.0187,
          contextWindow: 200000,
        },
      },
      permission_denials: [],
      uuid: '6fc281ad-4350-4eb7-9296-0a1b3c4d5e83',
      session_id,
    },
  },
  ...(
    [
      ['error_during_execution', 'The connection to the API was lost'],
      ['error_max_turns', 'Reached the limit of 4 turns'],
      ['error_max_budget_usd', 'Reached the limit of 0.50 USD'],
      ['error_max_structured_output_retries', 'No answer fitted the schema'],
    ] as const
  ).map(
    ([subtype, error]): SeedExample => ({
      section: 'Result Message (SDKResultMessage)',
      what: subtype,
      from: 'cli',
      type: 'result',
      subtype,
      message: { type: 'result', subtype, errors: [error], is_error: true, num_turns: 4, session_id },
    }),
  ),
]

const notices: SeedExample[] = [
  {
    section: 'Compact Boundary (SDKCompactBoundaryMessage)',
    what: 'compact_boundary',
    from: 'cli',
    type: 'system',
    subtype: 'compact_boundary',
    message: {
      type: 'system',
      subtype: 'compact_boundary',
      compact_metadata: { trigger: 'auto', pre_tokens: 163402 },
      uuid: '70d392be-5461-4fc8-83a7-1b2c4d5e6f93',
      session_id,
    },
  },
  ...(['compacting', null] as const).map(
    (status): SeedExample => ({
      section: 'Status (SDKStatusMessage)',
      what: `a status of ${status}`,
      from: 'cli',
      type: 'system',
      subtype: 'status',
      message: {
        type: 'system',
        subtype: 'status',
        status,
        uuid: '81e4a3cf-6572-40d9-94b8-2c3d5e6f70a3',
        session_id,
      },
    }),
  ),
  {
    section: 'Tool Progress (SDKToolProgressMessage)',
    what: 'tool_progress',
    from: 'cli',
    type: 'tool_progress',
    message: {
      type: 'tool_progress',
      tool_use_id: 'toolu_03Mf',
      tool_name: 'Bash',
      parent_tool_use_id: null,
      elapsed_time_seconds: 42.5,
      uuid: '92f5b4d0-7683-41ea-85c9-3d4e6f7081b3',
      session_id,
    },
  },
  {
    section: 'Hook Response (SDKHookResponseMessage)',
    what: 'hook_response',
    from: 'cli',
    type: 'system',
    subtype: 'hook_response',
    message: {
      type: 'system',
      subtype: 'hook_response',
      hook_name: 'PostToolUse:Write',
      hook_event: 'PostToolUse',
      stdout: '',
      stderr: 'formatter not found\n',
      exit_code: 1,
      uuid: 'a306c5e1-8794-42fb-96da-4e5f708192c3',
      session_id,
    },
  },
  {
    section: 'Auth Status (SDKAuthStatusMessage)',
    what: 'auth_status',
    from: 'cli',
    type: 'auth_status',
    message: {
      type: 'auth_status',
      isAuthenticating: true,
      output: ['Opening the browser', 'Waiting'],
      error: null,
      uuid: 'b417d6f2-98a5-430c-87eb-5f60819203d3',
      session_id,
    },
  },
  {
    section: 'Keep-Alive',
    what: 'from the CLI',
    from: 'cli',
    type: 'keep_alive',
    message: { type: 'keep_alive' },
  },
  {
    section: 'Control Request (CLI → SDK)',
    what: 'the envelope, around can_use_tool',
    from: 'cli',
    type: 'control_request',
    subtype: 'can_use_tool',
    message: {
      type: 'control_request',
      request_id: 'c528e703-a9b6-441d-98fc-6071920314e3',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'WebFetch',
        input: { url: 'https://example.org/', prompt: 'Find the licence' },
      },
    },
  },
  {
    section: 'Control Cancel Request',
    what: 'control_cancel_request',
    from: 'cli',
    type: 'control_cancel_request',
    message: { type: 'control_cancel_request', request_id: 'c528e703-a9b6-441d-98fc-6071920314e3' },
  },
]

export const seed003Messages: SeedExample[] = [...stdin, ...conversation, ...results, ...notices]
