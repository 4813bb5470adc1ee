// System messages about the session itself.
import { expectTypeOf, test } from 'vitest'
import type {
  SystemBridgeState,
  SystemCommandsChanged,
  SystemCompactBoundary,
  SystemFilesPersisted,
  SystemInit,
  SystemMemoryRecall,
  SystemMicrocompactBoundary,
  SystemSessionStateChanged,
  SystemSessionTitleChanged,
  SystemSessionWritesLost,
  SystemStatus,
  SystemThinkingTokens,
  SystemTurnDuration,
  SystemUiInvalidate,
  SystemWorkerShuttingDown,
} from '../../src/protocol/index.ts'
import type { Needed } from './example.ts'
import { fromCli, sent } from './wire.ts'

const init: SystemInit = {
  type: 'system',
  subtype: 'init',
  ...sent,
  cwd: '/home/ada/project',
  tools: ['Task', 'Bash', 'Read'],
  model: 'claude-sonnet-4-5',
  permissionMode: 'default',
}
const initNeeds = ['session_id', 'cwd', 'tools[0]', 'model', 'permissionMode']

fromCli<SystemInit>('R-TYPE-4 init says where, with what and how the session runs', {
  all: {
    ...init,
    mcp_servers: [{ name: 'tickets', status: 'connected' }],
    slash_commands: ['compact', 'context'],
    apiKeySource: 'none',
    claude_code_version: '2.1.197',
    output_style: 'default',
    skills: ['changelog'],
    plugins: [{ name: 'linter', path: '/home/ada/.claude/plugins/linter' }],
    agents: ['general-purpose', 'Explore'],
    betas: ['context-1m-2025-08-07'],
  },
  needs: initNeeds,
})

fromCli<SystemInit>('R-TYPE-5 init lists servers with their status and plugins with their path', {
  all: {
    ...init,
    mcp_servers: [
      { name: 'tickets', status: 'connected' },
      { name: 'mail', status: 'needs-auth' },
    ],
    plugins: [
      { name: 'linter', path: '/home/ada/.claude/plugins/linter' },
      { name: 'spelling', path: '/home/ada/spelling' },
    ],
  },
  needs: initNeeds,
})
test('R-TYPE-5 a server of init has name and status, a plugin its name', () => {
  type Listed<K extends keyof SystemInit> = NonNullable<SystemInit[K]> extends (infer E)[] ? E : never
  expectTypeOf<Needed<Listed<'mcp_servers'>>>().toEqualTypeOf<'name' | 'status'>()
  expectTypeOf<Needed<Listed<'plugins'>>>().toEqualTypeOf<'name'>()
})

fromCli<SystemInit>('R-TYPE-6 init of newer versions says more', {
  all: {
    ...init,
    capabilities: ['interrupt_receipt_v1'],
    terminal_slash_commands: ['exit'],
    user_message_uuids: ['5f1c0c9e-8a0c-4c55-b0a5-3a2f5fd0c101'],
    messaging_socket_path: '/tmp/claude-1000/messages.sock',
    original_cwd: '/home/ada',
    additional_directories: ['/home/ada/notes'],
    view_mode: 'default',
    effort: 'high',
    fast_mode_state: 'off',
    memory_paths: { auto: '/home/ada/.claude/memory/' },
    plugin_errors: [{ plugin: 'inline[0]', type: 'path-not-found', message: 'No such directory' }],
  },
  needs: initNeeds,
})

fromCli<SystemStatus>('R-TYPE-7 status is compacting, requesting or null', {
  all: {
    type: 'system',
    subtype: 'status',
    ...sent,
    status: 'compacting',
    permissionMode: 'plan',
    compact_result: 'failed',
    compact_error: 'The conversation is too short to compact',
  },
  needs: ['status'],
  values: { status: ['compacting', 'requesting', null] },
})

fromCli<SystemCompactBoundary>('R-TYPE-8 compact_boundary tells what was compacted', {
  all: {
    type: 'system',
    subtype: 'compact_boundary',
    ...sent,
    compact_metadata: {
      trigger: 'auto',
      pre_tokens: 168_204,
      post_tokens: 21_877,
      duration_ms: 48_120,
      preserved_segment: { head_uuid: 'a9', anchor_uuid: 'b1', tail_uuid: 'b7' },
      preserved_messages: { anchor_uuid: 'b1', uuids: ['b1', 'b7'] },
    },
  },
  needs: ['compact_metadata'],
})

fromCli<SystemMicrocompactBoundary>('R-TYPE-9 microcompact_boundary of older versions has its type', {
  all: {
    type: 'system',
    subtype: 'microcompact_boundary',
    ...sent,
    microcompact_metadata: { trigger: 'auto', preTokens: 90_112, tokensSaved: 31_000 },
  },
})

fromCli<SystemTurnDuration>('R-TYPE-14 turn_duration of older versions has its type', {
  all: { type: 'system', subtype: 'turn_duration', ...sent, durationMs: 61_402, duration_ms: 61_402 },
})

fromCli<SystemSessionStateChanged>('R-TYPE-21 session_state_changed is idle, running or requires_action', {
  all: { type: 'system', subtype: 'session_state_changed', ...sent, state: 'running' },
  needs: ['state'],
  values: { state: ['idle', 'running', 'requires_action'] },
})

fromCli<SystemSessionTitleChanged>('R-TYPE-22 session_title_changed, a message of 325, has its type', {
  all: { type: 'system', subtype: 'session_title_changed', ...sent, title: 'Sort the parser tests' },
})

fromCli<SystemBridgeState>('R-TYPE-73 bridge_state, a message of 325, has its type', {
  all: { type: 'system', subtype: 'bridge_state', ...sent, state: 'connected' },
})

fromCli<SystemUiInvalidate>('R-TYPE-73 ui_invalidate, a message of 325, has its type', {
  all: { type: 'system', subtype: 'ui_invalidate', ...sent, targets: ['skills'] },
})

fromCli<SystemThinkingTokens>('R-TYPE-27 thinking_tokens has the estimate and what was added to it', {
  all: {
    type: 'system',
    subtype: 'thinking_tokens',
    ...sent,
    estimated_tokens: 1400,
    estimated_tokens_delta: 50,
  },
  needs: ['estimated_tokens'],
})

fromCli<SystemCommandsChanged>('R-TYPE-29 commands_changed has the whole new list', {
  all: {
    type: 'system',
    subtype: 'commands_changed',
    ...sent,
    commands: [
      { name: 'compact', description: 'Summarise the conversation', argumentHint: '[what to keep]' },
      { name: 'deploy' },
    ],
  },
  needs: ['commands[0].name'],
})

fromCli<SystemMemoryRecall>('R-TYPE-30 memory_recall has mode and memories', {
  all: {
    type: 'system',
    subtype: 'memory_recall',
    ...sent,
    mode: 'select',
    memories: [{ path: '/home/ada/.claude/memory/style.md', scope: 'personal' }],
  },
})

fromCli<SystemFilesPersisted>('R-TYPE-32 files_persisted has files, failed and processed_at', {
  all: {
    type: 'system',
    subtype: 'files_persisted',
    ...sent,
    files: [{ filename: 'report.pdf', file_id: 'file_01' }],
    failed: [{ filename: 'raw.bin', error: 'too large' }],
    processed_at: '2026-03-01T09:30:00.000Z',
  },
  needs: ['files'],
})

fromCli<SystemWorkerShuttingDown>('R-TYPE-35 worker_shutting_down has a reason', {
  all: { type: 'system', subtype: 'worker_shutting_down', ...sent, reason: 'idle' },
})

fromCli<SystemSessionWritesLost>('R-TYPE-36 session_writes_lost says why and what', {
  all: {
    type: 'system',
    subtype: 'session_writes_lost',
    ...sent,
    error_code: 'ENOSPC',
    lost: [{ file: 'c2a4b7d0.jsonl', lines: 3 }],
  },
  needs: ['error_code'],
  values: { error_code: ['ENOSPC', 'EDQUOT'] },
})
