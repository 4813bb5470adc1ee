import { describe, expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { items } from '../select.ts'

const heard = (...messages: object[]) => new Timeline().ready().hear(...messages)
const { system } = say
const top = (type: string, fields: object) => ({ type, uuid: say.uuid(), session_id: 's', ...fields })

test('R-CONTROL-69 a request that nobody knows is told, and one that somebody answers is not', () => {
  const asks = (subtype: string) => ({ type: 'control_request', request_id: subtype, request: { subtype } })
  const line = heard(asks('ask_the_stars'), asks('oauth_token_refresh'))
  expect(items(line.state)).toMatchObject([
    { kind: 'notice', level: 'warning', text: expect.stringContaining('ask_the_stars') },
  ])
})

describe('notices', () => {
  test.each<[string, object, string, object?]>([
    [
      'R-TYPE-10 informational',
      system('informational', {
        content: 'blocked',
        level: 'warning',
        tool_use_id: 't',
        prevent_continuation: true,
      }),
      'information warning: blocked',
      { toolUseId: 't', stopped: true },
    ],
    [
      'R-TYPE-10 a suggestion',
      system('informational', { content: 'x', level: 'suggestion' }),
      'information info: x',
    ],
    [
      'R-TYPE-28 notification',
      system('notification', { text: 'hi', key: 'k' }),
      'information info: hi',
      { key: 'k' },
    ],
    [
      'R-TYPE-13 hook output',
      system('hook_response', { hook_name: 'lint', hook_event: 'Stop', output: ' 2 errors\n', exit_code: 0 }),
      'hook info: lint: 2 errors',
      { hook: 'lint', event: 'Stop', exitCode: 0 },
    ],
    [
      'R-TYPE-13 a hook that failed',
      system('hook_response', {
        hook_name: 'lint',
        hook_event: 'Stop',
        stdout: '',
        stderr: 'oh',
        exit_code: 2,
      }),
      'hook warning: lint: oh',
    ],
    [
      'R-TYPE-13 a hook that failed without a word',
      system('hook_response', { hook_name: 'lint', hook_event: 'Stop', outcome: 'error', exit_code: 1 }),
      'hook warning: lint: failed (exit code 1)',
    ],
    [
      'R-TYPE-13 a hook that was stopped',
      system('hook_response', { hook_name: 'lint', hook_event: 'Stop', outcome: 'cancelled' }),
      'hook warning: lint: cancelled',
    ],
    [
      'R-TYPE-14 stop hooks',
      system('stop_hook_summary', {
        hookCount: 2,
        hookErrors: ['x'],
        preventedContinuation: true,
        stopReason: 'no',
      }),
      'stop-hooks warning: 2 stop hooks ran, 1 error, the turn was stopped, no',
      { errors: ['x'] },
    ],
    [
      'R-TYPE-14 stop hooks, of which little is known',
      system('stop_hook_summary'),
      'stop-hooks info: 0 stop hooks ran',
    ],
    [
      'R-TYPE-14 turn duration',
      system('turn_duration', { durationMs: 125_000 }),
      'turn-duration info: The turn took 2 m 5 s',
    ],
    ['R-TYPE-15 local command', system('local_command', { content: 'out' }), 'local-command info: out'],
    ['R-TYPE-15 its output', system('local_command_output', { content: 'out\n' }), 'local-command info: out'],
    [
      'R-TYPE-24 refusal, another model',
      system('model_refusal_fallback', {
        original_model: 'a',
        fallback_model: 'b',
        refused_user_message_uuid: 'u',
      }),
      'refusal warning: a refused, b took over',
      { model: 'a', fallback: 'b', prompt: 'u' },
    ],
    [
      'R-TYPE-25 refusal',
      system('model_refusal_no_fallback', { original_model: 'a', content: 'cannot' }),
      'refusal warning: cannot',
    ],
    [
      'R-TYPE-25 refusal without a word',
      system('model_refusal_no_fallback'),
      'refusal warning: The model refused',
    ],
    [
      'R-TYPE-26 denial',
      system('permission_denied', { tool_name: 'Bash', decision_reason: 'rule' }),
      'denial warning: Bash was not allowed',
      { tool: 'Bash', reason: 'rule' },
    ],
    [
      'R-TYPE-26 denial, without its advice to the model',
      system('permission_denied', {
        tool_name: 'Bash',
        message: 'Permission to use Bash has been denied. IMPORTANT: You *may* attempt to use other tools.',
      }),
      'denial warning: Bash is not allowed',
      { tool: 'Bash' },
    ],
    ['R-TYPE-11 error of the API', system('api_error', { error: { message: 'down' } }), 'error error: down'],
    [
      'R-TYPE-9 microcompaction',
      system('microcompact_boundary'),
      'information info: Old tool results were cleared',
    ],
    [
      'R-TYPE-30 memories',
      system('memory_recall', { memories: [{ a: 1 }] }),
      'memory info: 1 memory recalled',
    ],
    ['R-TYPE-32 files', system('files_persisted', { files: [1, 2] }), 'information info: 2 files stored'],
    [
      'R-TYPE-32 lost files',
      system('files_persisted', { files: [], failed: [1] }),
      'information warning: 1 file not stored',
    ],
    [
      'R-TYPE-33 plugin',
      system('plugin_install', { status: 'failed', name: 'x' }),
      'information warning: Plugin x was not installed: no reason given',
    ],
    [
      'R-TYPE-34 mirror',
      system('mirror_error', { error: 'full' }),
      'writes-lost warning: The transcript could not be mirrored: full',
    ],
    [
      'R-TYPE-35 shutdown',
      system('worker_shutting_down', { reason: 'update' }),
      'process warning: The CLI is about to end: update',
    ],
    [
      'R-ERROR-20 R-TYPE-36 the transcript on disk is not complete',
      system('session_writes_lost', { error_code: 'ENOSPC', lost: ['x'] }),
      'writes-lost error: The CLI could not store all of its transcript (ENOSPC)',
      { lost: ['x'] },
    ],
    [
      'R-TYPE-56 R-LIVE-19 summary of tools',
      top('tool_use_summary', { summary: 'read 3 files', preceding_tool_use_ids: ['t1'] }),
      'tool-summary info: read 3 files',
      { calls: ['t1'] },
    ],
    ['R-TYPE-66 R-LIVE-19 streamlined', top('streamlined_text', { text: 'so' }), 'streamlined info: so'],
    [
      'R-TYPE-66 R-LIVE-19 streamlined tools',
      top('streamlined_tool_use_summary', { tool_summary: 'ran' }),
      'streamlined info: ran',
    ],
    [
      'R-TYPE-67 error',
      top('error', { error: { type: 'bad', message: 'no' } }),
      'error error: no',
      { type: 'bad', message: 'no' },
    ],
    ['R-TYPE-67 error of a type only', top('error', { error: { type: 'bad' } }), 'error error: bad'],
    [
      'R-TYPE-57 failed authentication',
      top('auth_status', { isAuthenticating: false, error: 'expired' }),
      'error error: expired',
    ],
    [
      'R-TYPE-60 R-SESSION-17 reset',
      top('conversation_reset', { new_conversation_id: 'c', trigger: 'clear' }),
      'reset info: The conversation starts anew',
      { id: 'c', trigger: 'clear' },
    ],
  ])('%s', (_name, message, line, detail) => {
    const { state } = heard(message)
    expect(say.shown(state)).toEqual([`* ${line}`])
    if (detail) expect(items(state)[0]).toMatchObject({ detail })
  })

  test.each<[string, object]>([
    [
      'a hook that went well and said nothing',
      system('hook_response', { hook_name: 'x', hook_event: 'Stop', output: ' ' }),
    ],
    ['a hook that begins', system('hook_started', { hook_name: 'x', hook_event: 'Stop' })],
    ['a retry', system('api_retry', { attempt: 1, max_retries: 10, retry_delay_ms: 1 })],
    ['a retry of an old CLI', system('api_error', { retryInMs: 500, retryAttempt: 1 })],
    ['a request', system('status', { status: 'requesting' })],
    ['thinking tokens', system('thinking_tokens', { estimated_tokens: 3 })],
    ['progress of a task', system('task_progress', { task_id: 'k' })],
    ['a plugin that was installed', system('plugin_install', { status: 'installed', name: 'x' })],
    ['an empty text', top('streamlined_text', {})],
    ['authentication that goes on', top('auth_status', { isAuthenticating: true, output: ['…'] })],
    ['a duration that is none', system('turn_duration', { duration_ms: 'long' })],
    ['a rate limit', top('rate_limit_event', { rate_limit_info: { status: 'rejected' } })],
    ['a goal', top('active_goal', { value: null })],
  ])('%s is none', (_name, message) => {
    expect(say.shown(heard(message).state)).toEqual([])
  })

  test('of the host', () => {
    const line = new Timeline().event({ kind: 'notice', level: 'warning', text: 'budget', code: 'b' })
    expect(items(line.state)).toMatchObject([
      { topic: 'host', level: 'warning', text: 'budget', detail: { code: 'b' } },
    ])
  })
})

describe('R-SESSION-17 another conversation in the same process', () => {
  test('is told though the CLI does not say it', () => {
    const line = heard(say.init(), say.end(), say.init({ session_id: 's2' }))
    expect(say.shown(line.state)).toEqual(['* reset info: The conversation starts anew'])
  })

  test('is told once where the CLI does say it', () => {
    const line = heard(say.init(), say.end(), top('conversation_reset', { new_conversation_id: 'c' }))
    line.hear(say.init({ session_id: 's2' }))
    expect(say.shown(line.state)).toHaveLength(1)
  })

  test('in another process, as after a fork, it is none', () => {
    const line = heard(say.init(), say.end())
      .at(5)
      .exit()
      .start(2)
      .hear(say.init({ session_id: 's2' }))
    expect(say.shown(line.state)).toEqual([])
  })
})

describe('what is not known', () => {
  test('a system message in the journal of a newer Fairlead is shown as it is', () => {
    const message = { type: 'system', subtype: 'from_tomorrow', session_id: 's', uuid: 'u' }
    const line = new Timeline().ready().event({ kind: 'received', message: message as never })
    expect(items(line.state)).toMatchObject([{ kind: 'raw', value: { message } }])
  })

  test('R-TYPE-72 is kept and shown as it is', () => {
    const value = { type: 'api_metrics', uuid: 'u', figures: [1] }
    const line = new Timeline().start().event({ kind: 'unknown', value, reason: 'not listed' })
    line
      .event({ kind: 'noise', text: 'Debugger attached', reason: 'not JSON' })
      .event({ kind: 'noise', text: 'x' })
    expect(items(line.state)).toMatchObject([
      { kind: 'raw', value, reason: 'not listed', uuid: 'u' },
      { kind: 'raw', value: 'Debugger attached', reason: 'not JSON' },
      { kind: 'raw', value: 'x' },
    ])
  })
})

describe('a rewind', () => {
  const prompted = () => new Timeline().ready().prompt('p1', 'Add a\ncache').hear(say.init(), say.end())

  test('leaves a notice that names the message', () => {
    const line = prompted().ask('r', 'rewind_files', { user_message_id: 'p1' })
    expect(say.shown(line.state)).toEqual(['> Add a\ncache'])
    line.answered('r', { canRewind: true })
    expect(say.shown(line.state).at(-1)).toBe('* rewind info: Files rewound to before “Add a cache”')
    expect(items(line.state).at(-1)).toMatchObject({ detail: { message: 'p1' } })
  })

  test('to a message that is not held any more is told too', () => {
    const line = prompted().ask('r', 'rewind_files', { user_message_id: 'p0' }).answered('r', {})
    expect(say.shown(line.state).at(-1)).toBe('* rewind info: Files rewound to before an earlier message')
  })

  test('of the conversation says so', () => {
    const line = prompted().ask('r', 'rewind_conversation', { target_message_uuid: 'p1' })
    line.answered('r', { rewound: true })
    expect(say.shown(line.state).at(-1)).toBe('* rewind info: Conversation rewound to before “Add a cache”')
  })

  test.each<[string, string, object, object]>([
    ['that is a dry run', 'rewind_files', { user_message_id: 'p1', dry_run: true }, { canRewind: true }],
    ['of files that the CLI refuses', 'rewind_files', { user_message_id: 'p1' }, { canRewind: false }],
    [
      'of the conversation that the CLI refuses',
      'rewind_conversation',
      { target_message_uuid: 'p1' },
      { rewound: false },
    ],
  ])('%s leaves none', (_name, subtype, fields, answer) => {
    const line = prompted().ask('r', subtype, fields).answered('r', answer)
    expect(say.shown(line.state)).toHaveLength(1)
  })
})
