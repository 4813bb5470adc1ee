// The small top-level messages of stdout.
import type {
  ActiveGoalMessage,
  AuthStatusMessage,
  AutocompactStateMessage,
  CommandLifecycleMessage,
  ConversationResetMessage,
  ErrorMessage,
  KeepAliveMessage,
  PromptSuggestionMessage,
  RateLimitMessage,
  StreamlinedTextMessage,
  StreamlinedToolUseSummaryMessage,
  ToolProgressMessage,
  ToolUseSummaryMessage,
  TranscriptMirrorMessage,
} from '../../src/protocol/index.ts'
import { fromCli, fromHost, sent } from './wire.ts'

fromCli<ToolProgressMessage>('R-TYPE-55 tool_progress says how long a tool has been running', {
  all: {
    type: 'tool_progress',
    ...sent,
    tool_use_id: 'toolu_01Kq',
    tool_name: 'Bash',
    parent_tool_use_id: null,
    elapsed_time_seconds: 30.2,
    task_id: 'b41c',
    heartbeat: true,
  },
  needs: ['tool_use_id', 'tool_name', 'elapsed_time_seconds'],
})

fromCli<ToolUseSummaryMessage>('R-TYPE-56 tool_use_summary has a summary of the tool uses before it', {
  all: {
    type: 'tool_use_summary',
    ...sent,
    summary: 'Read the framer and its tests',
    preceding_tool_use_ids: ['toolu_01Kq', 'toolu_01Kr'],
  },
  needs: ['summary'],
})

fromCli<AuthStatusMessage>('R-TYPE-57 auth_status says whether it authenticates', {
  all: {
    type: 'auth_status',
    ...sent,
    isAuthenticating: true,
    output: ['Opening the browser'],
    error: 'The login has expired',
  },
  needs: ['isAuthenticating'],
  values: { isAuthenticating: [false], error: [null] },
})

fromCli<RateLimitMessage>('R-TYPE-58 rate_limit_event has the state of a limit', {
  all: {
    type: 'rate_limit_event',
    ...sent,
    rate_limit_info: {
      status: 'allowed_warning',
      resetsAt: 1_772_359_200,
      rateLimitType: 'five_hour',
      utilization: 0.91,
    },
  },
  needs: ['rate_limit_info'],
})

fromCli<PromptSuggestionMessage>('R-TYPE-59 prompt_suggestion has a suggestion', {
  all: { type: 'prompt_suggestion', ...sent, suggestion: 'run the tests' },
  needs: ['suggestion'],
})

fromCli<ConversationResetMessage>('R-TYPE-60 conversation_reset has the new id and what caused it', {
  all: {
    type: 'conversation_reset',
    ...sent,
    new_conversation_id: '7be0c1d4-0f7e-4f0b-9d0e-55a1b7e4c210',
    trigger: 'clear',
  },
  needs: ['new_conversation_id'],
  values: { trigger: ['clear', 'plan_mode_exit', 'fresh_session', 'onboarding'] },
})

fromCli<CommandLifecycleMessage>('R-TYPE-61 command_lifecycle follows a prompt', {
  all: { type: 'command_lifecycle', ...sent, command_uuid: '0d5a', state: 'queued' },
  needs: ['command_uuid', 'state'],
  values: { state: ['queued', 'started', 'completed', 'cancelled', 'discarded', 'refused'] },
})

fromCli<ActiveGoalMessage>('R-TYPE-62 active_goal has a goal or null', {
  all: {
    type: 'active_goal',
    ...sent,
    value: { condition: 'all tests pass', iterations: 2, set_at: 1_772_357_400_000, tokens_at_start: 21_877 },
  },
  values: { value: [null] },
})

fromCli<AutocompactStateMessage>('R-TYPE-63 autocompact_state has the window and its threshold', {
  all: {
    type: 'autocompact_state',
    ...sent,
    value: {
      enabled: true,
      effective_window: 180_000,
      threshold: 167_000,
      enforced: false,
      source: 'settings',
    },
  },
})

fromCli<TranscriptMirrorMessage>('R-TYPE-64 transcript_mirror has a file and its new entries', {
  all: {
    type: 'transcript_mirror',
    ...sent,
    filePath: '/home/ada/.claude/projects/-home-ada-project/c2a4b7d0.jsonl',
    entries: [{ type: 'user', uuid: '0d5a' }],
  },
  needs: ['filePath', 'entries[0]'],
})

fromCli<KeepAliveMessage>('R-TYPE-65 keep_alive of the CLI needs no field', {
  all: { type: 'keep_alive', startup_mark: 'listening' },
})
fromHost<KeepAliveMessage>('R-TYPE-65 keep_alive of the host needs no field', {
  all: { type: 'keep_alive', startup_mark: 'listening' },
})

fromCli<StreamlinedTextMessage>('R-TYPE-66 streamlined_text of older versions has its type', {
  all: { type: 'streamlined_text', ...sent, text: 'It is in lines.ts.' },
})
fromCli<StreamlinedToolUseSummaryMessage>(
  'R-TYPE-66 streamlined_tool_use_summary of older versions has its type',
  { all: { type: 'streamlined_tool_use_summary', ...sent, tool_summary: 'Read 2 files' } },
)

fromCli<ErrorMessage>('R-TYPE-67 error of older versions has an error with type and message', {
  all: { type: 'error', error: { type: 'invalid_request', message: 'Not a user message' } },
  needs: ['error'],
})
