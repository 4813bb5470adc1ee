/** Every control request of the host with sensible fields, and what a CLI that knows it answers. */
import { expect } from 'vitest'
import type { HostRequestFields, HostRequestSubtype } from '../../src/protocol/control/to-cli.ts'
import type { ClaudeVersion } from './claude-binaries.ts'

/** What there is to ask about: a folder with `notes.txt` and `sub`, a prompt and its answer. */
export interface Subject {
  readonly cwd: string
  readonly promptUuid: string
  readonly answerUuid: string
}

interface Row<S extends HostRequestSubtype> {
  readonly fields: HostRequestFields<S> | ((subject: Subject) => HostRequestFields<S>)
  /** What the answer has, or what the error says. Where the versions differ, that of each. */
  readonly answer: object | RegExp | { readonly [V in ClaudeVersion]: object | RegExp }
}

const text = expect.any(String)
const number = expect.any(Number)
const list = expect.any(Array)
const object = expect.any(Object)
const nothing = {}

/** `end_session` ends the process: it has a test of its own. */
export const REQUESTS: { readonly [S in Exclude<HostRequestSubtype, 'end_session'>]: Row<S> } = {
  initialize: {
    fields: {},
    answer: {
      commands: list,
      output_style: text,
      available_output_styles: list,
      models: list,
      account: object,
    },
  },
  interrupt: { fields: {}, answer: { '2.1.197': nothing, '2.1.325': { still_queued: [] } } },

  set_model: {
    fields: { model: 'claude-haiku-4-5' },
    answer: { '2.1.197': nothing, '2.1.325': { model: 'claude-haiku-4-5' } },
  },
  set_permission_mode: { fields: { mode: 'default' }, answer: { mode: 'default' } },
  set_max_thinking_tokens: { fields: { max_thinking_tokens: null }, answer: nothing },
  set_color: { fields: { color: 'red' }, answer: nothing },
  set_cwd: {
    fields: ({ cwd }) => ({ path: `${cwd}/nowhere` }),
    answer: { status: 'rejected', reason: 'not_found', message: text },
  },
  set_has_subscribers: { fields: { has_subscribers: true }, answer: nothing },
  set_proactivity_level: {
    fields: { level: 'ask' },
    answer: /the host must send proactivity: true on initialize/,
  },
  set_mcp_permission_mode_override: {
    fields: { serverName: 'nobody', mode: null },
    answer: { warning: expect.stringContaining('nobody') },
  },

  mcp_status: { fields: {}, answer: { mcpServers: [] } },
  mcp_set_servers: { fields: { servers: {} }, answer: { added: [], removed: [], errors: {} } },
  mcp_message: {
    fields: { server_name: 'nobody', message: { jsonrpc: '2.0', method: 'notifications/nothing' } },
    answer: nothing,
  },
  mcp_reconnect: { fields: { serverName: 'nobody' }, answer: /Server not found: nobody/ },
  mcp_toggle: { fields: { serverName: 'nobody', enabled: true }, answer: /Server not found: nobody/ },
  mcp_call: { fields: { tool: 'mcp__nobody__none' }, answer: /MCP server not connected: nobody/ },
  mcp_read_resource: { fields: { serverName: 'nobody', uri: 'ui://x' }, answer: /Server not found: nobody/ },

  rewind_files: {
    fields: ({ promptUuid }) => ({ user_message_id: promptUuid, dry_run: true }),
    answer: { canRewind: false, error: 'File rewinding is not enabled.' },
  },
  rewind_conversation: {
    fields: { target_message_uuid: 'nobody' },
    answer: { rewound: false, prefillText: null, precedingAssistantUuid: null, error: 'target not found' },
  },
  cancel_async_message: { fields: { message_uuid: 'nobody' }, answer: { cancelled: false } },
  stop_task: { fields: { task_id: 'nobody' }, answer: nothing },
  background_tasks: { fields: {}, answer: nothing },
  get_task_output: { fields: { task_id: 'nobody' }, answer: /no shell or Monitor task/ },

  get_context_usage: {
    fields: {},
    answer: { categories: list, totalTokens: number, maxTokens: number, percentage: number, model: text },
  },
  get_usage: {
    fields: {},
    answer: { session: object, subscription_type: null, rate_limits_available: false, rate_limits: null },
  },
  get_session_cost: { fields: {}, answer: { text: expect.stringContaining('Total cost') } },
  get_settings: { fields: {}, answer: { effective: object, sources: list, applied: object } },
  get_hooks_listing: {
    fields: {},
    answer: { events: list, hooks: list, eventCatalog: list, policy: object },
  },
  get_binary_version: {
    fields: {},
    answer: { '2.1.197': { version: '2.1.197' }, '2.1.325': { version: '2.1.325' } },
  },
  get_status: {
    fields: {},
    answer: { sections: expect.arrayContaining([{ title: 'Session', rows: list }]) },
  },
  get_plan: { fields: {}, answer: { exists: false } },
  get_workspace_diff: { fields: {}, answer: { diff: null, noDiffReason: 'no-repository' } },
  list_models: { fields: {}, answer: { models: list } },
  list_permission_rules: {
    fields: {},
    answer: { state: { rules: list, workspaceDirectories: list, originalCwd: text } },
  },
  read_file: { fields: { path: 'notes.txt' }, answer: { contents: 'Some notes.', absPath: text } },
  file_suggestions: { fields: { query: 'notes' }, answer: { suggestions: list } },
  export_conversation: {
    fields: {},
    answer: {
      text: expect.stringContaining('❯ hello'),
      default_filename: expect.stringMatching(/hello\.txt$/),
    },
  },

  apply_flag_settings: { fields: { settings: { effortLevel: 'low' } }, answer: nothing },
  update_settings: {
    fields: { source: 'localSettings', settings: { outputStyle: 'default' } },
    answer: nothing,
  },
  seed_read_state: { fields: ({ cwd }) => ({ path: `${cwd}/notes.txt`, mtime: 0 }), answer: nothing },
  register_repo_root: {
    fields: ({ cwd }) => ({ directory: `${cwd}/sub` }),
    answer: { directory: expect.stringMatching(/sub$/) },
  },
  reload_plugins: {
    fields: {},
    answer: { commands: list, agents: list, plugins: list, mcpServers: [], error_count: 0 },
  },
  reload_skills: { fields: {}, answer: { skills: list } },
  reload_output_styles: {
    fields: {},
    answer: { available_output_styles: expect.arrayContaining(['default']) },
  },

  rename_session: { fields: { title: 'About notes' }, answer: nothing },
  generate_session_title: { fields: { description: 'Look at my notes' }, answer: { title: null } },
  side_question: {
    fields: { question: 'What do I do?' },
    answer: { response: 'You ask.', synthetic: false },
  },
  message_rated: {
    fields: ({ answerUuid }) => ({ messageUuid: answerUuid, sentiment: 'positive' }),
    answer: nothing,
  },
  remote_control: { fields: { enabled: false }, answer: nothing },
}

/** What a version does not know. All that the old one knows, the new one knows too. */
export const UNSUPPORTED: { readonly [V in ClaudeVersion]: readonly HostRequestSubtype[] } = {
  '2.1.197': [
    'export_conversation',
    'get_hooks_listing',
    'get_plan',
    'get_status',
    'get_task_output',
    'get_workspace_diff',
    'list_models',
    'list_permission_rules',
    'mcp_read_resource',
    'reload_output_styles',
    'set_color',
    'set_cwd',
    'set_has_subscribers',
    'set_proactivity_level',
    'update_settings',
  ],
  '2.1.325': ['set_color'],
}
