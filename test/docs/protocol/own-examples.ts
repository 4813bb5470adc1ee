/** Examples that no fixture has, or that say more to a reader. `decode` knows each of them, as a test says. */

export interface OwnExample {
  /** Of a message, all of it; of a request, without its envelope and subtype. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly answer?: unknown
}

const open: OwnExample = { fields: {} }
const ids = {
  uuid: '0b1d6f5e-52d1-4c7a-9a51-6f0c3d1e8a77',
  session_id: 'c2a4b7d0-93f8-4e1b-8d64-1f7a5b0e9c32',
}
const input = { command: 'npm test', description: 'Run the tests' }

export const ownExamples: Readonly<Record<string, OwnExample>> = {
  'stdin:user': {
    fields: { type: 'user', message: { role: 'user', content: 'Run the tests' }, uuid: ids.uuid },
  },
  'stdin:control_response': {
    fields: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: 'req_17',
        response: { behavior: 'allow', updatedInput: input },
      },
    },
  },
  'stdout:control_response': {
    fields: {
      type: 'control_response',
      response: {
        subtype: 'error',
        request_id: 'req_18',
        error: 'Unsupported control request subtype: dance',
      },
    },
  },
  'system:init': {
    fields: {
      type: 'system',
      subtype: 'init',
      ...ids,
      cwd: '/home/ada/project',
      model: 'claude-sonnet-4-5',
      tools: ['Bash', 'Read', 'mcp__notes__add'],
      mcp_servers: [{ name: 'notes', status: 'connected' }],
      permissionMode: 'default',
      slash_commands: ['compact', 'review'],
      apiKeySource: 'none',
      claude_code_version: '2.1.325',
      output_style: 'default',
      skills: [],
      plugins: [],
    },
  },
  'system:status': { fields: { type: 'system', subtype: 'status', ...ids, status: 'compacting' } },
  'stdout:assistant': {
    fields: {
      type: 'assistant',
      ...ids,
      message: {
        id: 'msg_01',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [{ type: 'tool_use', id: 'toolu_01', name: 'Bash', input }],
        stop_reason: null,
      },
      parent_tool_use_id: null,
    },
  },
  'stdout:user': {
    fields: {
      type: 'user',
      ...ids,
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content: '12 passed', is_error: false }],
      },
      parent_tool_use_id: null,
      tool_use_result: { stdout: '12 passed', stderr: '', interrupted: false },
    },
  },
  'stdout:result': {
    fields: {
      type: 'result',
      subtype: 'success',
      is_error: false,
      ...ids,
      result: 'All 12 tests pass.',
      num_turns: 2,
      duration_ms: 4120,
      duration_api_ms: 3870,
      total_cost_usd: 0.0123,
      usage: { input_tokens: 12, output_tokens: 64 },
      modelUsage: { 'claude-sonnet-4-5': { inputTokens: 12, outputTokens: 64, costUSD: 0.0123 } },
      permission_denials: [],
    },
  },
  'cli:can_use_tool': {
    fields: {
      tool_name: 'Bash',
      input,
      tool_use_id: 'toolu_01',
      permission_suggestions: [
        {
          type: 'addRules',
          rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
          behavior: 'allow',
          destination: 'localSettings',
        },
      ],
    },
    answer: { behavior: 'allow', updatedInput: input },
  },
  'host:mcp_message': {
    fields: {
      server_name: 'notes',
      message: { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
    },
  },
  'host:set_permission_mode': { fields: { mode: 'acceptEdits' } },
  'host:end_session': { fields: { reason: 'closed by the user' } },
  'host:remote_control': { fields: { enabled: true } },
  'host:get_status': {
    fields: {},
    answer: { sections: [{ title: 'Version', rows: [{ label: 'CLI', value: '2.1.325' }] }] },
  },
  'host:get_plan': {
    fields: {},
    answer: { exists: true, content: '1. Read the tests', path: '/home/ada/plan.md' },
  },
  'host:get_workspace_diff': { fields: {}, answer: { diff: null, noDiffReason: 'no-repository' } },
  'host:export_conversation': {
    fields: {},
    answer: { text: '> Hello', default_filename: 'conversation.txt' },
  },
  'cli:oauth_token_refresh': open,
  'cli:host_auth_token_refresh': open,
  'cli:remote_control_work_secret': open,
  'cli:remote_tool_call': open,
  'cli:remote_plumbing_call': open,
  'cli:remote_tools_probe': open,
  'cli:remote_tools_reannounce': open,
}
