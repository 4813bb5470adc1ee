// Control requests of the host, with the answers of the CLI.
import { describe, expectTypeOf, test } from 'vitest'
import type { HostRequestSubtype, HostResponse, ModelInfo } from '../../src/protocol/index.ts'
import type { Needed } from './example.ts'
import { hostAsks } from './wire.ts'

describe('the turn and its settings', () => {
  hostAsks('R-CONTROL-13 interrupt may cancel what is queued', 'interrupt', {
    all: { cancel_queued: true },
    answers: [{ still_queued: ['0d5b'], cancelled: ['0d5c'] }, {}],
  })
  hostAsks('R-CONTROL-14 set_permission_mode has a mode', 'set_permission_mode', {
    all: { mode: 'acceptEdits' },
    needs: ['mode'],
    answers: [{ mode: 'acceptEdits' }, {}],
  })
  hostAsks('R-CONTROL-15 set_model may have a model', 'set_model', {
    all: { model: 'claude-haiku-4-5' },
    values: { model: [null] },
    answers: [{ model: 'claude-haiku-4-5' }, {}],
  })
  hostAsks('R-CONTROL-15 set_model takes default for the default model', 'set_model', {
    all: { model: 'default' },
  })
  hostAsks('R-CONTROL-16 set_max_thinking_tokens has a number or null', 'set_max_thinking_tokens', {
    all: { max_thinking_tokens: 16_000, thinking_display: 'summarized' },
    needs: ['max_thinking_tokens'],
    values: { max_thinking_tokens: [0, null] },
  })
  hostAsks('R-CONTROL-17 rewind_files has a user message', 'rewind_files', {
    all: { user_message_id: '0d5a', dry_run: true },
    needs: ['user_message_id'],
    answers: [
      { canRewind: true, filesChanged: ['src/lines.ts'], insertions: 3, deletions: 1, skippedLinks: [] },
      { canRewind: false, error: 'No checkpoint' },
    ],
  })
  hostAsks('R-CONTROL-18 cancel_async_message has a message', 'cancel_async_message', {
    all: { message_uuid: '0d5b' },
    needs: ['message_uuid'],
    answers: [{ cancelled: true }],
  })
})

describe('tasks', () => {
  hostAsks('R-CONTROL-19 stop_task has a task', 'stop_task', { all: { task_id: 'b41c' }, needs: ['task_id'] })
  hostAsks('R-CONTROL-20 background_tasks may name a tool use', 'background_tasks', {
    all: { tool_use_id: 'toolu_01Kq' },
    answers: [{ backgrounded: true }, {}],
  })
  hostAsks('R-CONTROL-21 get_task_output has a task', 'get_task_output', {
    all: { task_id: 'b41c' },
    needs: ['task_id'],
    answers: [{ output: 'ok 1\n', total_bytes: 5, truncated: false }],
  })
})

describe('what the session knows', () => {
  hostAsks('R-CONTROL-22 get_context_usage may ask for detail', 'get_context_usage', {
    all: { detail: 'summary' },
    values: { detail: ['summary', 'full'] },
    answers: [
      {
        categories: [{ name: 'System prompt', tokens: 3120 }],
        totalTokens: 21_877,
        maxTokens: 200_000,
        percentage: 11,
        model: 'claude-sonnet-4-5',
      },
    ],
  })
  hostAsks('R-CONTROL-23 get_usage is answered with the session and its limits', 'get_usage', {
    all: {},
    answers: [
      {
        session: { total_cost_usd: 0.12 },
        subscription_type: null,
        rate_limits_available: false,
        rate_limits: null,
      },
    ],
  })
  hostAsks('R-CONTROL-23 get_session_cost is answered with a text', 'get_session_cost', {
    all: {},
    answers: [{ text: 'Total cost: $0.12' }],
  })
  hostAsks('R-CONTROL-24 list_models is answered with models', 'list_models', {
    all: {},
    answers: [{ models: [{ value: 'haiku', displayName: 'Haiku', description: 'Quick' }] }],
  })
  test('R-CONTROL-24 those of initialize', () => {
    expectTypeOf<HostResponse<'list_models'>['models']>().toEqualTypeOf<ModelInfo[] | undefined>()
  })
  hostAsks('R-CONTROL-25 get_settings is answered with the settings and their sources', 'get_settings', {
    all: {},
    answers: [
      {
        effective: { model: 'sonnet' },
        sources: [{ source: 'userSettings', settings: { model: 'sonnet' } }],
        applied: { model: 'claude-sonnet-4-5' },
        errors: [],
      },
    ],
  })
  hostAsks('R-CONTROL-26 apply_flag_settings has settings, where null clears a key', 'apply_flag_settings', {
    all: { settings: { model: null, env: { EDITOR: 'vi' } } },
    needs: ['settings'],
  })
  hostAsks('R-CONTROL-26 update_settings has a source and settings', 'update_settings', {
    all: { source: 'localSettings', settings: { model: 'haiku' } },
    needs: ['source', 'settings'],
  })
  hostAsks('R-CONTROL-27 get_hooks_listing is answered with events and hooks', 'get_hooks_listing', {
    all: {},
    answers: [{ events: ['PreToolUse'], hooks: [], eventCatalog: [{ name: 'PreToolUse' }], policy: {} }],
  })
  hostAsks('R-CONTROL-28 list_permission_rules is answered with a state', 'list_permission_rules', {
    all: {},
    answers: [
      {
        state: {
          rules: [{ toolName: 'Bash', behavior: 'allow' }],
          workspaceDirectories: ['/home/ada/notes'],
          originalCwd: '/home/ada/project',
        },
      },
    ],
  })
})

describe('files, plugins and names', () => {
  hostAsks('R-CONTROL-29 read_file has a path', 'read_file', {
    all: { path: 'README.md', max_bytes: 4096, encoding: 'utf-8' },
    needs: ['path'],
    answers: [{ contents: '# Project\n', absPath: '/home/ada/project/README.md', truncated: false }],
  })
  hostAsks('R-CONTROL-30 file_suggestions has a query', 'file_suggestions', {
    all: { query: 'lin' },
    needs: ['query'],
    answers: [{ suggestions: [{ path: 'src/lines.ts' }, { path: 'src/lines.test.ts' }] }],
  })
  test('R-CONTROL-30 a suggestion has its path', () => {
    type Suggestion = NonNullable<HostResponse<'file_suggestions'>['suggestions']>[number]
    expectTypeOf<Needed<Suggestion>>().toEqualTypeOf<'path'>()
  })
  hostAsks('R-CONTROL-31 seed_read_state has path and mtime', 'seed_read_state', {
    all: { path: '/home/ada/project/README.md', mtime: 1_772_357_400_000 },
    needs: ['path', 'mtime'],
  })
  hostAsks('R-CONTROL-31 register_repo_root has a directory', 'register_repo_root', {
    all: { directory: '/home/ada/notes' },
    needs: ['directory'],
  })
  hostAsks('R-CONTROL-32 reload_plugins is answered with what there is now', 'reload_plugins', {
    all: {},
    answers: [
      {
        commands: [{ name: 'spell' }],
        agents: [{ name: 'reviewer' }],
        plugins: [{ name: 'spelling', path: '/home/ada/spelling' }],
        mcpServers: [{ name: 'tickets', status: 'connected' }],
        error_count: 0,
      },
    ],
  })
  hostAsks('R-CONTROL-32 reload_skills is answered with skills', 'reload_skills', {
    all: {},
    answers: [{ skills: [{ name: 'changelog' }] }],
  })
  hostAsks('R-CONTROL-32 reload_output_styles is answered with the styles', 'reload_output_styles', {
    all: {},
    answers: [{ available_output_styles: ['default'] }],
  })
  hostAsks('R-CONTROL-33 rename_session has a title', 'rename_session', {
    all: { title: 'Sort the parser tests' },
    needs: ['title'],
  })
  hostAsks('R-CONTROL-33 set_color has a color', 'set_color', { all: { color: 'purple' }, needs: ['color'] })
  hostAsks('R-CONTROL-33 set_has_subscribers has true, false or null', 'set_has_subscribers', {
    all: { has_subscribers: true },
    needs: ['has_subscribers'],
    values: { has_subscribers: [true, false, null] },
  })
  hostAsks('R-CONTROL-34 get_binary_version is answered with a version', 'get_binary_version', {
    all: {},
    answers: [{ version: '2.1.325', buildTime: '2026-03-01T09:30:00Z' }, { version: '2.1.197' }],
  })
})

describe('requests with open fields', () => {
  const anything = { cwd: '/home/ada', deep: { list: [1, null] } }
  const open = [
    'end_session',
    'remote_control',
    'get_status',
    'get_plan',
    'get_workspace_diff',
    'export_conversation',
  ] as const satisfies HostRequestSubtype[]
  for (const subtype of open) {
    hostAsks(`R-CONTROL-35 ${subtype} is known, and takes any field`, subtype, { all: anything })
  }
  hostAsks('R-CONTROL-35 generate_session_title is known, by its description', 'generate_session_title', {
    all: { description: 'The parser tests are not sorted', persist: true },
    needs: ['description'],
    answers: [{ title: 'Sort the parser tests' }, { title: null }],
  })
  hostAsks('R-CONTROL-35 side_question is known, by its question', 'side_question', {
    all: { question: 'Is it done?' },
    needs: ['question'],
    answers: [{ response: 'Yes.', synthetic: false }],
  })
  hostAsks('R-CONTROL-35 set_cwd is known, by its path', 'set_cwd', {
    all: { path: '/home/ada', trust_accepted: true, trusted_directory: '/home/ada' },
    needs: ['path'],
    answers: [
      { status: 'ok', cwd: '/home/ada', changed: true },
      { status: 'needs_trust', directory: '/' },
    ],
  })
  hostAsks('R-CONTROL-35 message_rated is known, by message and sentiment', 'message_rated', {
    all: { messageUuid: '0d5a', sentiment: 'positive', surface: 'tool_use', cleared: false },
    needs: ['messageUuid', 'sentiment'],
  })
  hostAsks('R-CONTROL-35 rewind_conversation is known, by its target', 'rewind_conversation', {
    all: { target_message_uuid: '0d5a' },
    needs: ['target_message_uuid'],
    answers: [{ rewound: false, prefillText: null, precedingAssistantUuid: null, error: 'target not found' }],
  })
  hostAsks('R-CONTROL-35 set_proactivity_level is known, by its level', 'set_proactivity_level', {
    all: { level: 'ask' },
    needs: ['level'],
    answers: [{ level: 'ask', permissionMode: 'auto' }],
  })
})
