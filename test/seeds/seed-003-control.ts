// Seed 003: the control requests of both sides, with their answers. Most it shows without their envelope.
import type {
  CliResponse,
  HookInput,
  HostRequest,
  HostResponse,
  PermissionUpdate,
} from '../../src/protocol/index.ts'
import { ask, type SeedExample } from './example.ts'

function requested(section: string, what: string, request: HostRequest): SeedExample {
  const { subtype } = request
  return { section, what, from: 'host', type: 'control_request', subtype, message: ask(request) }
}

/** The CLI's answer, of which the seed shows the payload. */
function answered(section: string, what: string, response: unknown): SeedExample {
  const { request_id } = ask({ subtype: 'initialize' })
  return {
    section,
    what,
    from: 'cli',
    type: 'control_response',
    subtype: 'success',
    message: { type: 'control_response', response: { subtype: 'success', request_id, response } },
  }
}

const ofHost: SeedExample[] = [
  requested('Control Requests (SDK → CLI)', 'the envelope, around mcp_reconnect', {
    subtype: 'mcp_reconnect',
    serverName: 'notes',
  }),

  requested('initialize', 'request', {
    subtype: 'initialize',
    hooks: {
      PreToolUse: [{ matcher: 'Bash|Write', hookCallbackIds: ['before-tool'], timeout: 20 }],
      PostToolUse: [{ hookCallbackIds: ['after-tool'] }],
    },
    sdkMcpServers: ['notes'],
    jsonSchema: { type: 'object', properties: { lines: { type: 'number' } } },
    systemPrompt: 'Answer with numbers only.',
    appendSystemPrompt: 'Prefer short answers.',
    agents: {
      counter: {
        description: 'Counts lines and words',
        prompt: 'You count what you are told to count.',
        tools: ['Glob', 'Read'],
      },
    },
  }),
  answered('initialize', 'response payload', {
    commands: [{ name: 'review', description: 'Review the changes', argumentHint: '' }],
    output_style: 'default',
    available_output_styles: ['default', 'terse'],
    models: [{ value: 'claude-haiku-4-5', displayName: 'Haiku', description: 'Quick and small' }],
    account: { email: 'ada@example.org', organization: 'Engines', subscriptionType: 'pro' },
  } satisfies HostResponse<'initialize'>),
  requested('What We Need for the Rust Connector', 'the smallest initialize', { subtype: 'initialize' }),

  requested('interrupt', 'request', { subtype: 'interrupt' }),
  answered('interrupt', 'response', {} satisfies HostResponse<'interrupt'>),

  requested('set_model', 'request', { subtype: 'set_model', model: 'claude-haiku-4-5' }),
  requested('set_model', 'back to the default', { subtype: 'set_model' }),

  requested('set_max_thinking_tokens', 'request', {
    subtype: 'set_max_thinking_tokens',
    max_thinking_tokens: 12000,
  }),
  requested('set_max_thinking_tokens', 'null clears the limit', {
    subtype: 'set_max_thinking_tokens',
    max_thinking_tokens: null,
  }),

  ...(['default', 'acceptEdits', 'bypassPermissions', 'plan', 'delegate', 'dontAsk'] as const).map((mode) =>
    requested('set_permission_mode', mode, { subtype: 'set_permission_mode', mode }),
  ),

  requested('mcp_status', 'request', { subtype: 'mcp_status' }),
  answered('mcp_status', 'response, a bare array', [
    { name: 'notes', status: 'connected', serverInfo: { name: 'notes', version: '0.3.1' } },
    { name: 'tickets', status: 'failed' },
  ] satisfies HostResponse<'mcp_status'>),

  requested('mcp_set_servers', 'request', {
    subtype: 'mcp_set_servers',
    servers: { tickets: { type: 'stdio', command: 'npx', args: ['tickets-mcp', '--read-only'] } },
  }),
  answered('mcp_set_servers', 'response', {
    added: ['tickets'],
    removed: ['notes'],
    errors: { calendar: 'Connection closed' },
  } satisfies HostResponse<'mcp_set_servers'>),

  requested('Control Requests (SDK → CLI), mcp_message', 'request', {
    subtype: 'mcp_message',
    server_name: 'tickets',
    message: { jsonrpc: '2.0', method: 'tools/call', params: { name: 'list', arguments: {} }, id: 7 },
  }),

  requested('rewind_files', 'request', {
    subtype: 'rewind_files',
    user_message_id: 'd6390814-bac7-452e-890d-718203142503',
    dry_run: true,
  }),
  answered('rewind_files', 'response', {
    canRewind: true,
    filesChanged: ['/home/ada/project/main.ts'],
    insertions: 3,
    deletions: 11,
  } satisfies HostResponse<'rewind_files'>),
  answered('rewind_files', 'response that it cannot', {
    canRewind: false,
    error: 'There is no checkpoint of this message',
  } satisfies HostResponse<'rewind_files'>),
]

const permissionId = 'e74a1925-cbd8-463f-9a1e-829314253613'
const rememberMkdir: PermissionUpdate = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'mkdir:*' }],
  behavior: 'allow',
  destination: 'session',
}

const ofCli: SeedExample[] = [
  {
    section: 'can_use_tool (Permission Request)',
    what: 'can_use_tool',
    from: 'cli',
    type: 'control_request',
    subtype: 'can_use_tool',
    message: {
      type: 'control_request',
      request_id: permissionId,
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Bash',
        input: { command: 'mkdir -p /srv/reports' },
        permission_suggestions: [rememberMkdir],
        blocked_path: '/srv/reports',
        decision_reason: 'The path is not in an allowed directory',
        tool_use_id: 'toolu_03Ng',
        agent_id: 'a1b2c3d',
      },
    },
  },
  {
    section: 'can_use_tool (Permission Request)',
    what: 'allow response',
    from: 'host',
    type: 'control_response',
    subtype: 'success',
    message: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: permissionId,
        response: {
          behavior: 'allow',
          updatedInput: { command: 'mkdir -p /srv/reports' },
          updatedPermissions: [rememberMkdir],
          toolUseID: 'toolu_03Ng',
        } satisfies CliResponse<'can_use_tool'>,
      },
    },
  },
  {
    section: 'can_use_tool (Permission Request)',
    what: 'deny response',
    from: 'host',
    type: 'control_response',
    subtype: 'success',
    message: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: permissionId,
        response: {
          behavior: 'deny',
          message: 'Nothing outside the project, please',
          interrupt: true,
          toolUseID: 'toolu_03Ng',
        } satisfies CliResponse<'can_use_tool'>,
      },
    },
  },
  {
    section: 'hook_callback',
    what: 'hook_callback',
    from: 'cli',
    type: 'control_request',
    subtype: 'hook_callback',
    message: {
      type: 'control_request',
      request_id: 'f85b2a36-dce9-4740-8b2f-93a425364723',
      request: {
        subtype: 'hook_callback',
        callback_id: 'before-tool',
        input: {
          session_id: '6c1e9d42-0f7b-4a85-b3d6-5e8f2a9c7b13',
          transcript_path: '/home/ada/.claude/projects/-home-ada-project/6c1e9d42.jsonl',
          cwd: '/home/ada/project',
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
          tool_input: { command: 'mkdir -p out' },
          tool_use_id: 'toolu_03Oh',
        } satisfies HookInput<'PreToolUse'>,
        tool_use_id: 'toolu_03Oh',
      },
    },
  },
  {
    section: 'hook_callback',
    what: 'response with the hook output',
    from: 'host',
    type: 'control_response',
    subtype: 'success',
    message: {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: 'f85b2a36-dce9-4740-8b2f-93a425364723',
        response: { continue: true, suppressOutput: true } satisfies CliResponse<'hook_callback'>,
      },
    },
  },
  {
    section: 'Control Requests (CLI → SDK), mcp_message',
    what: 'mcp_message',
    from: 'cli',
    type: 'control_request',
    subtype: 'mcp_message',
    message: {
      type: 'control_request',
      request_id: '096c3b47-edfa-4851-9c30-a4b536475833',
      request: {
        subtype: 'mcp_message',
        server_name: 'notes',
        message: { jsonrpc: '2.0', method: 'tools/list', id: 2 },
      },
    },
  },
  {
    section: 'Pending Permissions on Error',
    what: 'error with pending_permission_requests',
    from: 'cli',
    type: 'control_response',
    subtype: 'error',
    message: {
      type: 'control_response',
      response: {
        subtype: 'error',
        request_id: '1a7d4c58-fe0b-4962-8d41-b5c647586943',
        error: 'Already initialized',
        pending_permission_requests: [
          {
            type: 'control_request',
            request_id: permissionId,
            request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'mkdir -p out' } },
          },
        ],
      },
    },
  },
]

export const seed003Control: SeedExample[] = [...ofHost, ...ofCli]
