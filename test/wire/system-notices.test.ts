// System messages that tell a person something.
import type {
  SystemApiError,
  SystemApiRetry,
  SystemControlRequestProgress,
  SystemElicitationComplete,
  SystemHookProgress,
  SystemHookResponse,
  SystemHookStarted,
  SystemInformational,
  SystemLocalCommand,
  SystemLocalCommandOutput,
  SystemMirrorError,
  SystemModelRefusalFallback,
  SystemModelRefusalNoFallback,
  SystemNotification,
  SystemPermissionDenied,
  SystemPluginInstall,
  SystemStopHookSummary,
} from '../../src/protocol/index.ts'
import { fromCli, sent } from './wire.ts'

fromCli<SystemInformational>('R-TYPE-10 informational has content and a level', {
  all: {
    type: 'system',
    subtype: 'informational',
    ...sent,
    content: 'The hook asked to stop here',
    level: 'warning',
    tool_use_id: 'toolu_01Kq',
    prevent_continuation: true,
    tag: 'stop-hook',
  },
  needs: ['content'],
  values: { level: ['info', 'notice', 'suggestion', 'warning'] },
})

fromCli<SystemApiError>('R-TYPE-11 api_error of older versions has its type', {
  all: {
    type: 'system',
    subtype: 'api_error',
    ...sent,
    error: { status: 529 },
    level: 'error',
    retryInMs: 2048,
    retryAttempt: 2,
    maxRetries: 10,
  },
})

fromCli<SystemApiRetry>('R-TYPE-12 api_retry counts the attempts and says why', {
  all: {
    type: 'system',
    subtype: 'api_retry',
    ...sent,
    attempt: 2,
    max_retries: 10,
    retry_delay_ms: 1140,
    error_status: 529,
    error: 'overloaded',
  },
  needs: ['attempt', 'max_retries', 'retry_delay_ms'],
  values: { error_status: [500, null] },
})

const hook: Omit<SystemHookStarted, 'subtype'> = {
  type: 'system',
  ...sent,
  hook_name: 'PreToolUse:Bash',
  hook_event: 'PreToolUse',
  hook_id: 'e7b0d1c2',
}
const hookNeeds = ['hook_name', 'hook_event']
type Printed<T extends SystemHookResponse | SystemHookProgress> = Pick<T, 'stdout' | 'stderr' | 'output'>
const printed: Printed<SystemHookProgress> & Printed<SystemHookResponse> = {
  stdout: 'checked\n',
  stderr: 'slow\n',
  output: 'checked\nslow\n',
}

fromCli<SystemHookStarted>('R-TYPE-13 hook_started names the hook', {
  all: { ...hook, subtype: 'hook_started' },
  needs: hookNeeds,
})
fromCli<SystemHookProgress>('R-TYPE-13 hook_progress adds what was printed', {
  all: { ...hook, subtype: 'hook_progress', ...printed },
  needs: hookNeeds,
})
fromCli<SystemHookResponse>('R-TYPE-13 hook_response may add the exit code and the outcome', {
  all: { ...hook, subtype: 'hook_response', ...printed, exit_code: 2, outcome: 'error' },
  needs: hookNeeds,
})

fromCli<SystemStopHookSummary>('R-TYPE-14 stop_hook_summary of older versions has its type', {
  all: {
    type: 'system',
    subtype: 'stop_hook_summary',
    ...sent,
    hookCount: 1,
    hookInfos: [{ command: 'npm run lint' }],
    hookErrors: [],
    preventedContinuation: false,
    stopReason: '',
    hasOutput: true,
  },
})

fromCli<SystemLocalCommandOutput>('R-TYPE-15 local_command_output has content', {
  all: { type: 'system', subtype: 'local_command_output', ...sent, content: 'Total cost: $0.12' },
  needs: ['content'],
})
fromCli<SystemLocalCommand>('R-TYPE-15 the older local_command is read too', {
  all: { type: 'system', subtype: 'local_command', ...sent, content: 'Total cost: $0.12', level: 'info' },
})

fromCli<SystemControlRequestProgress>('R-TYPE-23 control_request_progress has the request and its status', {
  all: {
    type: 'system',
    subtype: 'control_request_progress',
    ...sent,
    request_id: 'req_17',
    status: 'started',
    attempt: 1,
    max_retries: 10,
    retry_delay_ms: 520,
  },
  needs: ['request_id', 'status'],
  values: { status: ['started', 'api_retry'] },
})

fromCli<SystemModelRefusalFallback>(
  'R-TYPE-24 model_refusal_fallback names both models and what to take back',
  {
    all: {
      type: 'system',
      subtype: 'model_refusal_fallback',
      ...sent,
      original_model: 'claude-opus-4-5',
      fallback_model: 'claude-sonnet-4-5',
      direction: 'retry',
      retracted_message_uuids: ['0d5e', '0d5f'],
      refused_user_message_uuid: '0d5a',
    },
  },
)

fromCli<SystemModelRefusalNoFallback>('R-TYPE-25 model_refusal_no_fallback names the model and explains', {
  all: {
    type: 'system',
    subtype: 'model_refusal_no_fallback',
    ...sent,
    original_model: 'claude-opus-4-5',
    content: 'The model declined to answer.',
    refused_user_message_uuid: '0d5a',
  },
})

fromCli<SystemPermissionDenied>('R-TYPE-26 permission_denied names the tool use and the reason', {
  all: {
    type: 'system',
    subtype: 'permission_denied',
    ...sent,
    tool_name: 'Bash',
    tool_use_id: 'toolu_01Kq',
    message: 'Denied by a rule of the project',
    agent_id: 'a63f0',
    decision_reason_type: 'rule',
    decision_reason: 'Bash(rm:*)',
  },
  needs: ['tool_name'],
})

fromCli<SystemNotification>('R-TYPE-28 notification has key, text and priority', {
  all: {
    type: 'system',
    subtype: 'notification',
    ...sent,
    key: 'context-low',
    text: 'Context is nearly full',
    priority: 'high',
    color: 'warning',
    timeout_ms: 8000,
  },
  needs: ['text'],
})

fromCli<SystemElicitationComplete>('R-TYPE-31 elicitation_complete names the server and the elicitation', {
  all: {
    type: 'system',
    subtype: 'elicitation_complete',
    ...sent,
    mcp_server_name: 'tickets',
    elicitation_id: 'eli_4',
  },
  needs: ['mcp_server_name'],
})

fromCli<SystemPluginInstall>('R-TYPE-33 plugin_install has a status', {
  all: {
    type: 'system',
    subtype: 'plugin_install',
    ...sent,
    status: 'failed',
    name: 'linter@house',
    error: 'no such marketplace',
  },
  needs: ['status'],
})

fromCli<SystemMirrorError>('R-TYPE-34 mirror_error has error and key', {
  all: {
    type: 'system',
    subtype: 'mirror_error',
    ...sent,
    error: 'append timed out',
    key: { projectKey: '-home-ada-project', sessionId: sent.session_id },
  },
})
