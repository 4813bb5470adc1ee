/** Each row: what happens at which second, and what liveness says right after it. No step: only time passes. */
import { describe, expect, it } from 'vitest'
import * as say from '../../test/client/messages.ts'
import { Timeline } from '../../test/state/timeline.ts'

type Step = (line: Timeline) => unknown
type Row = readonly [seconds: number, step: Step | null, expected: string]

const stream = (event: object) => ({ type: 'stream_event', event, parent_tool_use_id: null })
const blockStart = (block: object) => stream({ type: 'content_block_start', index: 0, content_block: block })
const delta = (fields: object) => stream({ type: 'content_block_delta', index: 0, delta: fields })
const blockStop = stream({ type: 'content_block_stop', index: 0 })
const messageStop = stream({ type: 'message_stop' })
const system = (subtype: string, fields: object = {}) => ({ type: 'system', subtype, ...fields })
const retry = (attempt: number, delay: number, fields: object = {}) =>
  system('api_retry', { attempt, max_retries: 10, retry_delay_ms: delay, error_status: 529, ...fields })
const refused = (fields: object = {}) =>
  say.result('Invalid API key', {
    is_error: true,
    api_error_status: 401,
    terminal_reason: 'api_error',
    ...fields,
  })
const hook = { subtype: 'hook_callback', callback_id: 'hook_0', input: { hook_event_name: 'PreToolUse' } }
const allow = { behavior: 'allow', updatedInput: { command: 'touch a' } }

const begins: Step = (line) => line.ready()
const prompted: Step = (line) =>
  line
    .ready()
    .prompt('p1')
    .hear(say.init(['p1']))
const heard =
  (...messages: object[]): Step =>
  (line) =>
    line.hear(...messages)

const rows: Record<string, readonly Row[]> = {
  'R-LIVE-1 R-LIVE-2 starting until initialize is answered, then ready': [
    [0, null, 'disconnected: not started'],
    [1, (line) => line.start(), 'starting: starting, 0 s'],
    [2, (line) => line.ask('a', 'initialize'), 'starting: starting, 1 s'],
    [3, (line) => line.answered('a', {}), 'ready: ready'],
    [900, null, 'ready: ready'],
  ],
  'R-LIVE-2 a prompt sent along with initialize does not make it ready or thinking before its time': [
    [0, (line) => line.start().ask('a', 'initialize').prompt('p1'), 'starting: starting, 0 s'],
    [1, (line) => line.answered('a', {}), 'thinking: waiting for the model, 1 s'],
    [2, heard(say.init(['p1'])), 'thinking: waiting for the model, 2 s'],
    [3, heard(say.result('done')), 'idle: idle'],
  ],
  'R-LIVE-2 a host that never initializes gets from starting to thinking by its first turn': [
    [0, (line) => line.start().prompt('p1'), 'starting: starting, 0 s'],
    [1, heard(say.init()), 'thinking: waiting for the model, 1 s'],
    [2, heard(say.result('done')), 'idle: idle'],
  ],
  'starting: initialize refused': [
    [0, (line) => line.start().ask('a', 'initialize'), 'starting: starting, 0 s'],
    [
      1,
      heard({ type: 'control_response', response: { subtype: 'error', request_id: 'a', error: 'no' } }),
      'error: error: the CLI refused to start: no',
    ],
    [2, (line) => line.ask('b', 'initialize').answered('b', {}), 'ready: ready'],
  ],
  'starting: a CLI that does not answer initialize': [
    [0, (line) => line.start().ask('a', 'initialize'), 'starting: starting, 0 s'],
    [119, null, 'starting: starting, 1 m 59 s'],
    [120, null, 'stalled: stalled, 2 m: does not answer'],
    [130, (line) => line.answered('a', {}), 'ready: ready'],
  ],
  'starting: a CLI that was asked nothing says nothing, which is no stall': [
    [0, (line) => line.start(), 'starting: starting, 0 s'],
    [500, null, 'starting: starting, 8 m 20 s'],
  ],
  'starting: the process ends': [
    [0, (line) => line.start().ask('a', 'initialize'), 'starting: starting, 0 s'],
    [
      1,
      (line) => line.exit({ exitCode: 1, stderr: 'at a\nerror: unknown option\n' }),
      'disconnected: disconnected: exited with code 1: error: unknown option',
    ],
  ],

  'R-LIVE-3 a turn with stream events: model, thinking, text, tool input, tool, and back': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [4, heard(say.requesting, say.messageStart), 'thinking: waiting for the model, 4 s'],
    [5, heard(blockStart({ type: 'thinking', thinking: '' })), 'thinking: thinking, 0 s'],
    [9, heard(delta({ type: 'thinking_delta', thinking: 'hm' })), 'thinking: thinking, 4 s'],
    [10, heard(blockStop), 'thinking: waiting for the model, 0 s'],
    [11, heard(blockStart({ type: 'text', text: '' })), 'streaming: writing, 0 s'],
    [14, heard(say.textDelta('a')), 'streaming: writing, 3 s'],
    [15, heard(say.assistant('a'), blockStop), 'thinking: waiting for the model, 0 s'],
    [
      16,
      heard(blockStart({ type: 'tool_use', id: 't1', name: 'Bash', input: {} })),
      'streaming: writing the input of Bash, 0 s',
    ],
    [
      18,
      heard(delta({ type: 'input_json_delta', partial_json: '{' })),
      'streaming: writing the input of Bash, 2 s',
    ],
    [19, heard(say.toolUse('t1'), blockStop, messageStop), 'thinking: Bash sleep 2; echo hi, 0 s'],
    [114, null, 'thinking: Bash sleep 2; echo hi, 1 m 35 s'],
    [115, heard(say.toolResult('t1', 'hi')), 'thinking: waiting for the model, 0 s'],
    [117, heard(say.messageStart, say.textDelta('b')), 'streaming: writing, 0 s'],
    [118, heard(say.result('b')), 'idle: idle'],
  ],
  'R-LIVE-3 R-STREAM-2 a turn without stream events: silence means nothing': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [60, null, 'thinking: waiting for the model, 1 m'],
    [61, heard(say.toolUse('t1')), 'thinking: Bash sleep 2; echo hi, 0 s'],
    [63, heard(say.toolResult('t1', 'hi')), 'thinking: waiting for the model, 0 s'],
    [64, heard(say.assistant('done')), 'thinking: waiting for the model, 0 s'],
    [65, heard(say.result('done')), 'idle: idle'],
  ],
  'R-STREAM-18 what a sub-agent would stream is not what the turn waits for': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard({ ...say.textDelta('a'), parent_tool_use_id: 't1' }), 'thinking: waiting for the model, 1 s'],
  ],
  'R-STREAM-11 thinking is told by its tokens where nothing is streamed': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [2, heard(system('thinking_tokens', { estimated_tokens: 5 })), 'thinking: thinking, 0 s'],
    [5, heard(system('thinking_tokens', { estimated_tokens: 9 })), 'thinking: thinking, 3 s'],
    [6, heard(say.assistant('a')), 'thinking: waiting for the model, 0 s'],
  ],
  'several tools: the oldest, and how many more': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(say.toolUse('t1', 'Read')), 'thinking: Read sleep 2; echo hi, 0 s'],
    [2, heard(say.toolUse('t2', 'Grep')), 'thinking: Read sleep 2; echo hi and 1 more, 1 s'],
    [4, heard(say.toolResult('t1', '')), 'thinking: Grep sleep 2; echo hi, 2 s'],
    [5, heard(say.toolResult('t2', '')), 'thinking: waiting for the model, 0 s'],
  ],
  'R-LIVE-12 a long tool ages and never stalls; its heartbeat changes nothing': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(say.toolUse('t1')), 'thinking: Bash sleep 2; echo hi, 0 s'],
    [
      31,
      heard({
        type: 'tool_progress',
        tool_use_id: 't1-heartbeat-1',
        parent_tool_use_id: 't1',
        tool_name: 'Bash',
        elapsed_time_seconds: 30,
        heartbeat: true,
      }),
      'thinking: Bash sleep 2; echo hi, 30 s',
    ],
    [7261, null, 'thinking: Bash sleep 2; echo hi, 2 h 1 m'],
  ],

  'R-LIVE-4 R-LIVE-12 an approval is waited for however long it takes; the tool begins with the answer': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(say.toolUse('toolu_1')), 'thinking: Bash sleep 2; echo hi, 0 s'],
    [2, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: waiting for you, 0 s'],
    [242, null, 'awaiting-approval: waiting for you, 4 m'],
    [243, (line) => line.answer('r1', allow), 'thinking: Bash sleep 2; echo hi, 0 s'],
    [244, heard(say.toolResult('toolu_1', '')), 'thinking: waiting for the model, 0 s'],
  ],
  'awaiting approval: denied, and the turn goes on': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: waiting for you, 0 s'],
    [
      3,
      (line) => line.answer('r1', { behavior: 'deny', message: 'no' }),
      'thinking: waiting for the model, 3 s',
    ],
    [4, heard(say.toolResult('toolu_1', 'no'), say.result('ok')), 'idle: idle'],
  ],
  'awaiting approval: the fact that someone answered comes before the answer itself': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: waiting for you, 0 s'],
    [
      2,
      (line) => line.event({ kind: 'approval-answered', id: 'r1', decision: 'allowed', by: 'anna' }),
      'thinking: waiting for the model, 2 s',
    ],
    [2, (line) => line.answer('r1', allow), 'thinking: waiting for the model, 2 s'],
  ],
  'awaiting approval: several, then withdrawn by the CLI': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: waiting for you, 0 s'],
    [3, (line) => line.asked('r2', say.canUseTool()), 'awaiting-approval: waiting for you (2), 2 s'],
    [4, (line) => line.withdrawn('r1'), 'awaiting-approval: waiting for you, 1 s'],
    [5, (line) => line.withdrawn('r2'), 'thinking: waiting for the model, 5 s'],
  ],
  'awaiting approval: a question, a plan, an MCP server, a dialog': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [
      1,
      (line) =>
        line.asked('r1', { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: { questions: [] } }),
      'awaiting-approval: waiting for you, 0 s',
    ],
    [
      2,
      (line) => line.answer('r1', { behavior: 'allow', updatedInput: { questions: [], answers: {} } }),
      'thinking: waiting for the model, 2 s',
    ],
    [
      3,
      (line) => line.asked('r2', { subtype: 'can_use_tool', tool_name: 'ExitPlanMode', input: {} }),
      'awaiting-approval: waiting for you, 0 s',
    ],
    [4, (line) => line.answer('r2', allow), 'thinking: waiting for the model, 4 s'],
    [
      5,
      (line) => line.asked('r3', { subtype: 'elicitation', mcp_server_name: 'db', message: 'which?' }),
      'awaiting-approval: waiting for you, 0 s',
    ],
    [6, (line) => line.answer('r3', { action: 'cancel' }), 'thinking: waiting for the model, 6 s'],
    [
      7,
      (line) => line.asked('r4', { subtype: 'request_user_dialog', dialog_kind: 'trust' }),
      'awaiting-approval: waiting for you, 0 s',
    ],
    [8, (line) => line.answer('r4', { behavior: 'cancelled' }), 'thinking: waiting for the model, 8 s'],
  ],
  'R-APPROVE-45 awaiting approval ends with the turn, with the process, and not with a probe': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: waiting for you, 0 s'],
    [2, (line) => line.ask('probe-1', 'get_binary_version'), 'awaiting-approval: waiting for you, 1 s'],
    [3, heard(say.result('done')), 'idle: idle'],
    [4, (line) => line.prompt('p2').hear(say.init(['p2'])), 'thinking: waiting for the model, 0 s'],
    [5, (line) => line.asked('r2', say.canUseTool()), 'awaiting-approval: waiting for you, 0 s'],
    [
      6,
      (line) => line.exit({ exitCode: null, signal: 'SIGKILL' }),
      'disconnected: disconnected: was ended by signal SIGKILL',
    ],
  ],
  'a sub-agent in the background asks while no turn runs': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [
      1,
      (line) => line.asked('r1', say.canUseTool({}, { agent_id: 'a1' })),
      'awaiting-approval: waiting for you, 0 s',
    ],
    [2, heard(say.result('done')), 'awaiting-approval: waiting for you, 1 s'],
    [3, (line) => line.answer('r1', allow), 'idle: idle'],
  ],

  'R-LIVE-5 R-RESULT-2 a result: idle, or error if is_error says so, whatever the subtype': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(say.result('Overloaded', { is_error: true })), 'error: error: Overloaded'],
    [500, null, 'error: error: Overloaded'],
    [501, (line) => line.prompt('p2'), 'thinking: waiting for the model, 0 s'],
    [502, heard(say.init(['p2']), say.result('fine')), 'idle: idle'],
  ],
  'R-LIVE-5 R-RESULT-5 an error result without a text': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [
      1,
      heard({ type: 'result', subtype: 'error_max_turns', is_error: true, num_turns: 3 }),
      'error: error: the turn ended with error_max_turns',
    ],
    [2, (line) => line.exit({ cause: 'close' }), 'disconnected: ended'],
  ],
  'R-LIVE-5 R-INTR-12 an interrupted turn leads to idle, not to error': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(say.messageStart, say.textDelta('a')), 'streaming: writing, 0 s'],
    [2, (line) => line.ask('i', 'interrupt').answered('i'), 'streaming: writing, 1 s'],
    [3, heard(say.interruptMarker(), say.aborted('aborted_streaming')), 'idle: idle'],
  ],
  'R-INTR-12 R-INTR-8 interrupted while a person is asked': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: waiting for you, 0 s'],
    [
      2,
      (line) => line.ask('i', 'interrupt').withdrawn('r1').answered('i'),
      'thinking: waiting for the model, 2 s',
    ],
    [3, heard(say.aborted('aborted_tools')), 'idle: idle'],
  ],
  'R-INTR-15 what waits in the CLI runs next': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, (line) => line.prompt('p2'), 'thinking: waiting for the model, 1 s'],
    [2, heard(say.aborted('aborted_streaming')), 'thinking: waiting for the model, 0 s'],
    [3, heard(say.init(['p2']), say.result('two')), 'idle: idle'],
  ],
  'a prompt that the host holds is no work': [
    [
      0,
      (line) => line.ready().event({ kind: 'prompt-queued', uuid: 'p1', content: 'later' }),
      'ready: ready',
    ],
    [1, (line) => line.prompt('p1'), 'thinking: waiting for the model, 0 s'],
  ],
  'a waiting prompt that is cancelled is no work any more': [
    [0, (line) => line.ready().prompt('p1'), 'thinking: waiting for the model, 0 s'],
    [
      1,
      (line) =>
        line.ask('c', 'cancel_async_message', { message_uuid: 'p1' }).answered('c', { cancelled: true }),
      'ready: ready',
    ],
  ],
  'R-RESULT-10 a local command, and a turn that the CLI starts itself': [
    [
      0,
      (line) => line.ready().prompt('p1', '/context').hear(say.init()),
      'thinking: waiting for the model, 0 s',
    ],
    [1, heard(say.result('', { num_turns: 0 })), 'idle: idle'],
    [2, heard(say.taskNotification(), say.init()), 'thinking: waiting for the model, 0 s'],
    [3, heard(say.result('the task is over')), 'idle: idle'],
  ],
  'a result without a turn: the session to resume is not there': [
    [0, (line) => line.start().ask('a', 'initialize').prompt('p1'), 'starting: starting, 0 s'],
    [
      1,
      heard({
        type: 'result',
        subtype: 'error_during_execution',
        is_error: true,
        errors: ['No conversation found'],
      }),
      'error: error: No conversation found',
    ],
    [
      2,
      (line) => line.exit({ exitCode: 1 }),
      'disconnected: disconnected: exited with code 1: No conversation found',
    ],
  ],

  'R-LIVE-14 an API retry: within its delay nothing stalls, after it the model is awaited': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(retry(3, 5000)), 'thinking: API retry 3/10, next in 5 s'],
    [2, null, 'thinking: API retry 3/10, next in 4 s'],
    [7, null, 'thinking: API retry 3/10, 6 s'],
    [8, heard(retry(4, 400_000)), 'thinking: API retry 4/10, next in 6 m 40 s'],
    [407, null, 'thinking: API retry 4/10, next in 1 s'],
    [527, null, 'thinking: API retry 4/10, 8 m 39 s'],
    [538, null, 'stalled: stalled, 2 m 10 s'],
    [539, heard(say.messageStart), 'thinking: waiting for the model, 8 m 51 s'],
    [540, heard(say.textDelta('a')), 'streaming: writing, 0 s'],
  ],
  'an API retry voids what was written; it ends with the result, an assistant message, an interrupt': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(say.messageStart, say.textDelta('a')), 'streaming: writing, 0 s'],
    [
      2,
      heard(retry(1, 500, { error_status: null, error: 'unknown' })),
      'thinking: API retry 1/10, next in 1 s',
    ],
    [3, heard(say.assistant('a')), 'thinking: waiting for the model, 0 s'],
    [4, heard(retry(1, 9000)), 'thinking: API retry 1/10, next in 9 s'],
    [5, heard(say.aborted('aborted_streaming')), 'idle: idle'],
  ],
  'the retries of old CLIs': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [
      1,
      heard(system('api_error', { retryAttempt: 2, maxRetries: 5, retryInMs: 3000 })),
      'thinking: API retry 2/5, next in 3 s',
    ],
    [2, heard(system('api_error')), 'thinking: API retry 1/1, 0 s'],
  ],
  'R-LIVE-15 compacting until the status is null, however long': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(system('status', { status: 'compacting' })), 'thinking: compacting, 0 s'],
    [400, null, 'thinking: compacting, 6 m 39 s'],
    [
      401,
      heard(system('status', { status: null, compact_result: 'success' })),
      'thinking: waiting for the model, 6 m 41 s',
    ],
    [402, heard(system('status', { status: 'compacting' })), 'thinking: compacting, 0 s'],
    [
      403,
      heard(system('compact_boundary', { compact_metadata: {} })),
      'thinking: waiting for the model, 6 m 43 s',
    ],
    [404, heard(system('status', { status: 'compacting' }), say.result('', { num_turns: 0 })), 'idle: idle'],
  ],
  'R-LIVE-16 a rate limit, until its time is over': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [
      1,
      heard({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 900 } }),
      'thinking: rate limit until t900',
    ],
    [600, null, 'thinking: rate limit until t900'],
    [900, null, 'thinking: waiting for the model, 15 m'],
    [1030, null, 'stalled: stalled, 2 m 10 s'],
    [
      1031,
      heard(say.result('You have hit your limit', { is_error: true })),
      'error: error: You have hit your limit',
    ],
  ],
  'R-LIVE-16 a rate limit is over when the model answers, or the CLI says so': [
    [0, begins, 'ready: ready'],
    [
      1,
      heard({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 900 } }),
      'ready: rate limit until t900',
    ],
    [2, (line) => line.prompt('p1').hear(say.init(['p1'])), 'thinking: rate limit until t900'],
    [3, heard(say.messageStart), 'thinking: waiting for the model, 1 s'],
    [
      4,
      heard({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected' } }),
      'thinking: rate limit, 0 s',
    ],
    [
      5,
      heard({ type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } }),
      'thinking: waiting for the model, 3 s',
    ],
    [
      6,
      heard({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', isUsingOverage: true } }),
      'thinking: waiting for the model, 4 s',
    ],
    [7, heard(say.result('done')), 'idle: idle'],
    [
      8,
      heard({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 60 } }),
      'idle: rate limit until t60',
    ],
    [60, null, 'idle: idle'],
  ],
  'R-LIVE-12 a hook of the host that does not answer': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, (line) => line.asked('h1', hook), 'thinking: PreToolUse hook, 0 s'],
    [400, null, 'thinking: PreToolUse hook, 6 m 39 s'],
    [401, (line) => line.asked('h2', hook), 'thinking: PreToolUse hook and 1 more, 6 m 40 s'],
    [402, (line) => line.answer('h1', {}), 'thinking: PreToolUse hook, 1 s'],
    [403, (line) => line.withdrawn('h2'), 'thinking: waiting for the model, 6 m 43 s'],
  ],
  'a hook that the CLI runs itself': [
    [0, begins, 'ready: ready'],
    [
      1,
      heard(
        system('hook_started', { hook_id: 'x', hook_name: 'SessionStart:a', hook_event: 'SessionStart' }),
      ),
      'ready: SessionStart hook, 0 s',
    ],
    [
      3,
      heard(
        system('hook_response', { hook_id: 'x', hook_name: 'SessionStart:a', hook_event: 'SessionStart' }),
      ),
      'ready: ready',
    ],
  ],
  'R-LIVE-17 authenticating, in any state': [
    [0, (line) => line.start(), 'starting: starting, 0 s'],
    [
      1,
      heard({ type: 'auth_status', isAuthenticating: true, output: ['open …'] }),
      'starting: authenticating, 0 s',
    ],
    [200, null, 'starting: authenticating, 3 m 19 s'],
    [201, heard({ type: 'auth_status', isAuthenticating: false }), 'starting: starting, 3 m 21 s'],
    [202, (line) => line.ask('a', 'initialize').answered('a', {}), 'ready: ready'],
    [203, heard({ type: 'auth_status', isAuthenticating: true }), 'ready: authenticating, 0 s'],
    [
      204,
      heard({ type: 'auth_status', isAuthenticating: false, error: 'denied' }),
      'error: error: authentication failed: denied',
    ],
    [205, heard({ type: 'auth_status', isAuthenticating: false }), 'ready: ready'],
    [206, (line) => line.prompt('p1').hear(say.init(['p1'])), 'thinking: waiting for the model, 0 s'],
    [207, heard({ type: 'auth_status', isAuthenticating: true }), 'thinking: authenticating, 0 s'],
    [208, heard({ type: 'auth_status', isAuthenticating: false }), 'thinking: waiting for the model, 2 s'],
    [209, (line) => line.asked('o', { subtype: 'oauth_token_refresh' }), 'thinking: authenticating, 0 s'],
    [210, (line) => line.answer('o', {}), 'thinking: waiting for the model, 4 s'],
  ],
  'authenticating ends with its process': [
    [0, begins, 'ready: ready'],
    [1, heard({ type: 'auth_status', isAuthenticating: true }), 'ready: authenticating, 0 s'],
    [2, (line) => line.exit(), 'disconnected: ended'],
    [3, (line) => line.start(2), 'starting: starting, 0 s'],
  ],
  'R-LIVE-6 repeated authentication failures': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(refused()), 'error: error: Invalid API key'],
    [2, (line) => line.prompt('p2').hear(say.init(['p2'])), 'thinking: waiting for the model, 0 s'],
    [
      3,
      heard({ ...say.assistant('x'), error: 'authentication_failed' }, refused({ api_error_status: null })),
      'error: error: authentication failed 2 times in a row: Invalid API key',
    ],
    [
      4,
      (line) => line.prompt('p3', '/cost').hear(say.init(['p3']), say.result('', { num_turns: 0 })),
      'error: error: authentication failed 2 times in a row: Invalid API key',
    ],
    [5, (line) => line.prompt('p4').hear(say.init(['p4']), say.result('ok')), 'idle: idle'],
  ],
  'background tasks while nothing else runs': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(say.task('task_started', { description: 'npm test' })), 'thinking: waiting for the model, 1 s'],
    [2, heard(say.result('started')), 'idle: 1 background task, 1 s'],
    [3, heard({ ...say.task('task_started'), task_id: 'b2' }), 'idle: 2 background tasks, 2 s'],
    [500, null, 'idle: 2 background tasks, 8 m 19 s'],
    [501, heard(say.taskNotification()), 'idle: 1 background task, 8 m 18 s'],
    [502, heard({ ...say.taskNotification('failed'), task_id: 'b2' }), 'idle: idle'],
  ],

  'stalled: a probe that is answered, and a message that ends it': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [119, null, 'thinking: waiting for the model, 1 m 59 s'],
    [120, null, 'thinking: waiting for the model, 2 m'],
    [120, (line) => line.ask('probe-1', 'get_binary_version'), 'thinking: waiting for the model, 2 m'],
    [
      121,
      (line) => line.answered('probe-1', {}),
      'stalled: stalled, 2 m 1 s: answers but waits for the model',
    ],
    [200, null, 'stalled: stalled, 3 m 20 s: answers but waits for the model'],
    [201, heard(say.messageStart, say.textDelta('a')), 'streaming: writing, 0 s'],
  ],
  'stalled: a probe that is not answered in time, then answered after all': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [120, (line) => line.ask('probe-1', 'get_binary_version'), 'thinking: waiting for the model, 2 m'],
    [129, null, 'thinking: waiting for the model, 2 m 9 s'],
    [130, null, 'stalled: stalled, 2 m 10 s: does not answer'],
    [
      140,
      (line) => line.answered('probe-1', {}),
      'stalled: stalled, 2 m 20 s: answers but waits for the model',
    ],
    [150, (line) => line.exit({ exitCode: 137 }), 'disconnected: disconnected: exited with code 137'],
  ],
  'stalled: a second probe while the first has an answer, and then none': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [
      120,
      (line) => line.ask('probe-1', 'get_binary_version').answered('probe-1', {}),
      'stalled: stalled, 2 m: answers but waits for the model',
    ],
    [
      240,
      (line) => line.ask('probe-2', 'get_binary_version'),
      'stalled: stalled, 4 m: answers but waits for the model',
    ],
    [250, null, 'stalled: stalled, 4 m 10 s: does not answer'],
  ],
  'stalled: nobody probes': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [129, null, 'thinking: waiting for the model, 2 m 9 s'],
    [130, null, 'stalled: stalled, 2 m 10 s'],
    [131, (line) => line.ask('probe-1', 'get_binary_version'), 'thinking: waiting for the model, 2 m 11 s'],
    [141, null, 'stalled: stalled, 2 m 21 s: does not answer'],
    [142, heard(say.result('done')), 'idle: idle'],
  ],
  'stalled: in the middle of a text; a probe of an earlier silence says nothing': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [
      120,
      (line) => line.ask('probe-1', 'get_binary_version').answered('probe-1', {}),
      'stalled: stalled, 2 m: answers but waits for the model',
    ],
    [130, heard(say.messageStart, say.textDelta('a')), 'streaming: writing, 0 s'],
    [250, null, 'streaming: writing, 2 m'],
    [261, null, 'stalled: stalled, 2 m 11 s'],
    [262, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: waiting for you, 0 s'],
  ],
  'stalled: out by a tool, an interrupt, the CLI asking a hook': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [130, null, 'stalled: stalled, 2 m 10 s'],
    [131, heard(say.toolUse('t1')), 'thinking: Bash sleep 2; echo hi, 0 s'],
    [132, heard(say.toolResult('t1', '')), 'thinking: waiting for the model, 0 s'],
    [262, null, 'stalled: stalled, 2 m 10 s'],
    [263, (line) => line.asked('h1', hook), 'thinking: PreToolUse hook, 0 s'],
    [264, (line) => line.answer('h1', {}), 'thinking: waiting for the model, 2 m 12 s'],
    [400, null, 'stalled: stalled, 2 m 17 s'],
    [401, heard(say.aborted('aborted_streaming')), 'idle: idle'],
  ],

  'R-LIVE-13 the CLI says what it does: it corrects what the messages left open': [
    [0, begins, 'ready: ready'],
    [1, heard(say.running), 'thinking: waiting for the model, 0 s'],
    [
      2,
      heard(system('session_state_changed', { state: 'requires_action' })),
      'awaiting-approval: waiting for you, 0 s',
    ],
    [3, heard(say.running), 'thinking: waiting for the model, 0 s'],
    [4, heard(say.idle), 'ready: ready'],
    [
      5,
      (line) => line.prompt('p1').hear(say.running, say.init(['p1'])),
      'thinking: waiting for the model, 0 s',
    ],
    [6, heard(say.result('a')), 'idle: idle'],
    [6, heard(say.idle), 'idle: idle'],
    [7, (line) => line.prompt('p2'), 'thinking: waiting for the model, 0 s'],
    [8, heard(say.init(['p2'])), 'thinking: waiting for the model, 1 s'],
    [9, heard(say.idle), 'idle: idle'],
    [10, heard(say.assistant('I was not')), 'thinking: waiting for the model, 0 s'],
    [11, (line) => line.exit(), 'disconnected: ended'],
    [12, heard(say.running), 'disconnected: ended'],
  ],
  'R-LIVE-13 a tool of a turn that ended without result does not run in the next': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(say.toolUse('t1')), 'thinking: Bash sleep 2; echo hi, 0 s'],
    [2, heard(say.idle), 'idle: idle'],
    [3, (line) => line.prompt('p2'), 'thinking: Bash sleep 2; echo hi, 2 s'],
    [4, heard(say.init(['p2'])), 'thinking: waiting for the model, 0 s'],
  ],
  'R-LIVE-13 R-TASK-3 a sub-agent in the background asks: the CLI says running, and no turn does': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(say.task('task_started', { description: 'sub' })), 'thinking: waiting for the model, 1 s'],
    [
      2,
      (line) =>
        line
          .hear(system('session_state_changed', { state: 'requires_action' }))
          .asked('r1', say.canUseTool({}, { agent_id: 'a1' }))
          .hear(say.result('main done')),
      'awaiting-approval: waiting for you, 0 s',
    ],
    [3, (line) => line.answer('r1', allow).hear(say.running), 'idle: 1 background task, 2 s'],
    [4, heard(say.taskNotification()), 'thinking: waiting for the model, 1 s'],
    [5, heard(say.init()), 'thinking: waiting for the model, 0 s'],
    [6, heard(say.result('later'), say.idle), 'idle: idle'],
  ],
  'R-LIVE-13 waiting for a person is over with the answer': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [
      1,
      (line) =>
        line
          .asked('r1', say.canUseTool())
          .hear(system('session_state_changed', { state: 'requires_action' })),
      'awaiting-approval: waiting for you, 0 s',
    ],
    [2, (line) => line.answer('r1', allow), 'thinking: waiting for the model, 2 s'],
  ],
  'R-CONTROL-75 a host that attaches to a running process: initialize tells what it does and what it asks': [
    [0, (line) => line.start().ask('a', 'initialize'), 'starting: starting, 0 s'],
    [1, (line) => line.answered('a', { session_state: 'running' }), 'thinking: waiting for the model, 0 s'],
    [
      2,
      (line) =>
        line.ask('b', 'initialize').answered(
          'b',
          { session_state: 'requires_action' },
          {
            pending_permission_requests: [
              { type: 'control_request', request_id: 'r1', request: say.canUseTool() },
              { no: 'request' },
            ],
          },
        ),
      'awaiting-approval: waiting for you, 0 s',
    ],
    [3, (line) => line.answer('r1', allow).hear(say.running), 'thinking: waiting for the model, 0 s'],
    [4, heard(say.result('done')), 'idle: idle'],
  ],
  'R-LIVE-8 keep_alive changes nothing': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [129, heard({ type: 'keep_alive' }), 'thinking: waiting for the model, 2 m 9 s'],
    [130, null, 'stalled: stalled, 2 m 10 s'],
  ],

  'R-LIVE-6 disconnected: how it ended, in words': [
    [0, (line) => line.ready().exit(), 'disconnected: ended'],
    [1, (line) => line.start(2), 'starting: starting, 0 s'],
    [
      2,
      (line) => line.exit({ cause: 'spawn', exitCode: null, error: 'spawn claude ENOENT' }),
      'disconnected: disconnected: could not be started: spawn claude ENOENT',
    ],
    [
      3,
      (line) => line.start(3).exit({ cause: 'kill', signal: 'SIGKILL', exitCode: null }),
      'disconnected: disconnected: had to be ended with SIGKILL',
    ],
    [
      4,
      (line) => line.start(4).exit({ cause: 'unknown', exitCode: null }),
      'disconnected: disconnected: ended, and nobody saw how',
    ],
    [5, (line) => line.start(5).exit({ cause: 'close', exitCode: 143 }), 'disconnected: ended'],
    [
      6,
      (line) => line.exit({ generation: 6, cause: 'spawn', exitCode: null }),
      'disconnected: disconnected: could not be started',
    ],
  ],
  'R-INTR-18 exit code 1 after an interrupted turn is no failure': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, heard(say.aborted('aborted_streaming')), 'idle: idle'],
    [2, (line) => line.exit({ exitCode: 1 }), 'disconnected: ended'],
  ],
  'R-LIVE-21 another process takes the place of one whose end nobody told': [
    [0, prompted, 'thinking: waiting for the model, 0 s'],
    [1, (line) => line.asked('r1', say.canUseTool()), 'awaiting-approval: waiting for you, 0 s'],
    [2, (line) => line.start(2), 'starting: starting, 0 s'],
    [3, (line) => line.ask('a', 'initialize').answered('a', {}), 'ready: ready'],
    [4, (line) => line.exit({ generation: 1 }), 'ready: ready'],
  ],
}

describe('liveness, step by step', () => {
  it.each(Object.entries(rows))('%s', (_, steps) => {
    const line = new Timeline()
    for (const [seconds, step, expected] of steps) {
      line.at(seconds)
      step?.(line)
      expect(`${seconds} ${line.words()}`).toBe(`${seconds} ${expected}`)
    }
  })
})
