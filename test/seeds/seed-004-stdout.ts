// Seed 004: message formats as a client saw them with 2.1.1. Here: what comes from stdout.
import type { AskUserQuestionInput, HostResponse } from '../../src/protocol/index.ts'
import type { SeedExample } from './example.ts'

const session_id = '71a34fd6-925b-408c-9d17-b4f506283954'
const model = 'claude-opus-4-5-20251101'

const asked: AskUserQuestionInput['questions'] = [
  {
    question: 'Delete the old snapshots?',
    header: 'Snapshots',
    options: [
      { label: 'Delete', description: 'They are made again' },
      { label: 'Keep', description: 'Nothing changes' },
    ],
    multiSelect: false,
  },
]

export const seed004Stdout: SeedExample[] = [
  {
    section: 'Initialize Response',
    what: 'answer to initialize',
    from: 'cli',
    type: 'control_response',
    subtype: 'success',
    message: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: '4e701ca3-6f28-4d59-8ae4-81c2d3f50624',
        response: {
          commands: [
            { name: 'review', description: 'Review a pull request', argumentHint: '<number>' },
            { name: 'cost', description: 'Show what was spent', argumentHint: '' },
          ],
          output_style: 'default',
          available_output_styles: ['default', 'Explanatory'],
          models: [
            { value: 'default', displayName: 'Default', description: 'What the plan gives' },
            { value: 'haiku', displayName: 'Haiku', description: 'For small tasks' },
          ],
          account: { email: 'ada@example.org', organization: 'Engines', subscriptionType: 'Claude Pro' },
        } satisfies HostResponse<'initialize'>,
      },
    },
  },
  {
    section: 'Assistant Message',
    what: 'text',
    from: 'cli',
    type: 'assistant',
    message: {
      type: 'assistant',
      message: {
        model,
        id: 'msg_04Qj',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Good morning, Ada.' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 37, output_tokens: 8 },
      },
      parent_tool_use_id: null,
      session_id,
      uuid: '82b450e7-a36c-419d-8e28-c50617394a64',
    },
  },
  {
    section: 'Assistant Message',
    what: 'stream_event, message_start',
    from: 'cli',
    type: 'stream_event',
    subtype: 'message_start',
    message: {
      type: 'stream_event',
      event: {
        type: 'message_start',
        message: {
          model,
          id: 'msg_04Qj',
          type: 'message',
          role: 'assistant',
          content: [],
          stop_reason: null,
          usage: { input_tokens: 37, output_tokens: 2 },
        },
      },
      session_id,
      parent_tool_use_id: null,
      uuid: '93c561f8-b47d-42ae-9f39-d617284a5b74',
    },
  },
  {
    section: 'Assistant Message',
    what: 'content block delta',
    from: 'cli',
    type: 'stream_event',
    subtype: 'content_block_delta',
    message: {
      type: 'stream_event',
      event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Good mor' } },
      session_id,
      parent_tool_use_id: null,
      uuid: 'a4d67209-c58e-43bf-804a-e728395b6c84',
    },
  },
  {
    section: 'Assistant Message',
    what: 'tool use input delta',
    from: 'cli',
    type: 'stream_event',
    subtype: 'content_block_delta',
    message: {
      type: 'stream_event',
      event: {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: '{"command": "up' },
      },
      session_id,
      parent_tool_use_id: null,
      uuid: 'b5e7831a-d69f-44c0-915b-f8394a6c7d94',
    },
  },
  {
    section: 'Control Request (Tool Permissions)',
    what: 'can_use_tool',
    from: 'cli',
    type: 'control_request',
    subtype: 'can_use_tool',
    message: {
      type: 'control_request',
      request_id: '3d6f0b92-5e17-4c48-a9d3-70b1c2e4f514',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Bash',
        input: { command: 'git diff --stat' },
        permission_suggestions: [
          {
            type: 'addRules',
            rules: [{ toolName: 'Bash', ruleContent: 'git diff:*' }],
            behavior: 'allow',
            destination: 'localSettings',
          },
        ],
        tool_use_id: 'toolu_04Pi',
      },
    },
  },
  {
    section: 'Control Request (Tool Permissions)',
    what: 'can_use_tool for AskUserQuestion',
    from: 'cli',
    type: 'control_request',
    subtype: 'can_use_tool',
    message: {
      type: 'control_request',
      request_id: 'c6f8942b-e7a0-45d1-826c-094a5b7d8ea4',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'AskUserQuestion',
        input: { questions: asked } satisfies AskUserQuestionInput,
        tool_use_id: 'toolu_04Rk',
      },
    },
  },
  {
    section: 'User Message Echo',
    what: 'echo without any id',
    from: 'cli',
    type: 'user',
    message: {
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: 'Good morning' }] },
    },
  },
  {
    section: 'Tool Result',
    what: 'tool result with its object',
    from: 'cli',
    type: 'user',
    message: {
      type: 'user',
      message: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            content: 'The user wants to keep them.',
            is_error: false,
            tool_use_id: 'toolu_04Rk',
          },
        ],
      },
      parent_tool_use_id: null,
      session_id,
      uuid: 'd709a53c-f8b1-46e2-937d-1a5b6c8e9fb4',
      tool_use_result: { questions: asked, answers: { 'Delete the old snapshots?': 'Keep' } },
    },
  },
  {
    section: 'Auth Status',
    what: 'auth_status',
    from: 'cli',
    type: 'auth_status',
    message: {
      type: 'auth_status',
      isAuthenticating: false,
      output: [],
      uuid: 'e81ab64d-09c2-47f3-848e-2b6c7d9fa0c4',
      session_id,
    },
  },
  {
    section: 'System Init',
    what: 'init',
    from: 'cli',
    type: 'system',
    subtype: 'init',
    message: {
      type: 'system',
      subtype: 'init',
      cwd: '/home/ada/project',
      session_id,
      tools: ['Task', 'Bash', 'Glob', 'Grep', 'Read', 'Edit', 'Write', 'AskUserQuestion'],
      mcp_servers: [{ name: 'editor', status: 'connected' }],
      model,
      permissionMode: 'plan',
      slash_commands: ['compact', 'cost', 'review'],
      apiKeySource: 'none',
      claude_code_version: '2.1.4',
      output_style: 'default',
      agents: ['general-purpose', 'Explore'],
      skills: [],
      plugins: [{ name: 'tidy', path: '/home/ada/.claude/plugins/tidy' }],
      uuid: 'f92bc75e-1ad3-4804-959f-3c7d8ea0b1d4',
    },
  },
  {
    section: 'Result',
    what: 'success',
    from: 'cli',
    type: 'result',
    subtype: 'success',
    message: {
      type: 'result',
      subtype: 'success',
      is_error: false,
      duration_ms: 2417,
      duration_api_ms: 3902,
      num_turns: 1,
      result: 'Good morning, Ada.',
      session_id,
      total_cost_usd: 0.0421,
      usage: {
        input_tokens: 37,
        cache_creation_input_tokens: 5120,
        cache_read_input_tokens: 11264,
        output_tokens: 8,
        server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 },
        service_tier: 'standard',
      },
      modelUsage: {
        [model]: {
          inputTokens: 41,
          outputTokens: 90,
          cacheReadInputTokens: 11264,
          cacheCreationInputTokens: 5120,
          webSearchRequests: 1,
          costUSD: 0.0421,
          contextWindow: 200000,
        },
      },
      permission_denials: [],
      uuid: '0a3cd86f-2be4-4915-8aa0-4d8e9fb1c2e4',
    },
  },
  // Not in RESULT_SUBTYPES: where this seed says `error`, seeds 001 and 003 tell four subtypes apart.
  {
    section: 'Result',
    what: 'error, the other subtype it names',
    from: 'cli',
    type: 'result',
    subtype: 'error',
    message: { type: 'result', subtype: 'error', is_error: true, num_turns: 1, session_id },
  },
  {
    section: 'Error Handling',
    what: 'error',
    from: 'cli',
    type: 'error',
    message: { type: 'error', error: { type: 'invalid_request', message: 'The line is not JSON' } },
  },
  {
    section: 'Example Flow',
    what: '2. assistant response',
    from: 'cli',
    type: 'assistant',
    message: {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'text', text: 'I ask the system.' }],
        stop_reason: 'end_turn',
      },
    },
  },
  {
    section: 'Example Flow',
    what: '3. permission request',
    from: 'cli',
    type: 'control_request',
    subtype: 'can_use_tool',
    message: {
      type: 'control_request',
      request_id: 'uptime-1',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Bash',
        input: { command: 'uptime' },
        tool_use_id: 'toolu_04Pi',
      },
    },
  },
]
