/** Makes events of a session: messages of every listed type, and such as belong together because their ids are few. */

import type { StdinMessage } from '../../src/protocol/stdin.ts'
import { stdinShapes } from '../../src/protocol/stdin.ts'
import type { StdoutMessage } from '../../src/protocol/stdout.ts'
import { stdoutShapes } from '../../src/protocol/stdout.ts'
import type { EventBody, SessionEvent } from '../../src/state/events.ts'
import * as say from '../client/messages.ts'
import fc from './fast-check.ts'
import { messagesOf } from './from-shape.ts'

const prompt = fc.constantFrom('a', 'b', 'c')
const ask = fc.constantFrom('r1', 'r2', 'r3')
const tool = fc.constantFrom('t1', 't2')
const call = fc.constantFrom('hello', 'i1', 'c1', 'probe-1', 'probe-2')
const text = fc.constantFrom('a', 'b', '[Request interrupted by user]', '')
const flag = fc.boolean()

const received = (message: object): EventBody => ({ kind: 'received', message: message as StdoutMessage })
const sent = (message: object): EventBody => ({ kind: 'sent', message: message as StdinMessage })
const response = (fields: object) => ({ type: 'control_response', response: fields })
const request = (id: string, fields: object) => ({ type: 'control_request', request_id: id, request: fields })
const system = (subtype: string, fields: object = {}) => ({ type: 'system', subtype, ...fields })
const stream = (event: object) => ({ type: 'stream_event', event, parent_tool_use_id: null })

/** What turns are made of. */
const turnMessages: fc.Arbitrary<object> = fc.oneof(
  fc.option(fc.uniqueArray(prompt, { maxLength: 3 }), { nil: undefined }).map((names) => say.init(names)),
  fc.tuple(prompt, text).map(([uuid, words]) => say.echo(uuid, words)),
  fc.tuple(prompt, text).map(([uuid, words]) => say.undatedEcho(uuid, words)),
  fc
    .tuple(prompt, fc.constantFrom('queued', 'started', 'completed', 'cancelled', 'refused'))
    .map(([uuid, state]) => say.lifecycle(uuid, state)),
  fc.constantFrom(say.running, say.idle, say.interruptMarker()),
  fc.constantFrom(say.taskNotification(), say.taskNotification('stopped'), say.result('x', say.OF_TASK)),
  fc
    .tuple(flag, fc.option(fc.uniqueArray(prompt, { maxLength: 2 }), { nil: undefined }))
    .map(([failed, names]) =>
      say.result('x', { is_error: failed, ...(names && { user_message_uuids: names }) }),
    ),
  fc.constantFrom(say.aborted('aborted_streaming'), say.aborted('aborted_tools', { terminal_reason: 'odd' })),
)

const otherMessages: fc.Arbitrary<object> = fc.oneof(
  fc.constantFrom(say.requesting, say.messageStart, say.textDelta('a'), say.assistant('hi')),
  fc.constantFrom(
    stream({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    stream({
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 't1', name: 'Bash', input: {} },
    }),
    stream({ type: 'content_block_stop', index: 0 }),
    stream({ type: 'message_stop' }),
  ),
  tool.map((id) => say.toolUse(id)),
  tool.map((id) => say.toolResult(id, 'out')),
  fc.tuple(ask, tool).map(([id, use]) => request(id, say.canUseTool({ command: 'x' }, { tool_use_id: use }))),
  ask.map((id) => request(id, say.canUseTool({}, { agent_id: 'agent' }))),
  ask.map((id) => request(id, { subtype: 'elicitation', mcp_server_name: 'm', message: 'which?' })),
  ask.map((id) => request(id, { subtype: 'hook_callback', callback_id: 'h', input: {} })),
  ask.map((id) => ({ type: 'control_cancel_request', request_id: id })),
  fc.tuple(call, ask).map(([id, open]) =>
    response({
      subtype: 'success',
      request_id: id,
      response: { cancelled: ['a'], still_queued: ['b'], session_state: 'running' },
      pending_permission_requests: [request(open, say.canUseTool())],
    }),
  ),
  fc.constantFrom(
    system('status', { status: 'compacting' }),
    system('status', { status: null }),
    system('api_retry', { attempt: 1, max_retries: 3, retry_delay_ms: 500 }),
    system('session_state_changed', { state: 'requires_action' }),
    system('compact_boundary', { compact_metadata: {} }),
    { type: 'auth_status', isAuthenticating: true, output: ['go'] },
    { type: 'auth_status', isAuthenticating: false, error: 'no' },
    { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 5 } },
    { type: 'keep_alive' },
  ),
)

const hostFacts: fc.Arbitrary<EventBody> = fc.oneof(
  prompt.map((uuid): EventBody => ({ kind: 'prompt-queued', uuid, content: 'held' })),
  fc
    .tuple(prompt, fc.integer({ min: -1, max: 3 }))
    .map(([uuid, position]): EventBody => ({ kind: 'prompt-changed', uuid, position, content: 'new' })),
  prompt.map((uuid): EventBody => ({ kind: 'prompt-cancelled', uuid })),
  fc
    .tuple(ask, fc.constantFrom('allowed' as const, 'denied' as const))
    .map(([id, decision]): EventBody => ({ kind: 'approval-answered', id, decision, by: 'anna' })),
  fc.constantFrom<EventBody>(
    { kind: 'noise', text: 'noise' },
    { kind: 'unknown', value: { type: 'news' } },
    { kind: 'notice', level: 'info', text: 'host' },
    { kind: 'titled', title: 'title' },
    { kind: 'process-paused', generation: 1, reason: 'disk' },
    { kind: 'process-continued', generation: 1 },
  ),
)

const promptSent: fc.Arbitrary<EventBody> = prompt.map((uuid) =>
  sent({ type: 'user', message: { role: 'user', content: [{ type: 'text', text: uuid }] }, uuid }),
)

const sentMessages: fc.Arbitrary<EventBody> = fc.oneof(
  promptSent,
  fc
    .tuple(call, fc.constantFrom('initialize', 'interrupt', 'get_binary_version'))
    .map(([id, subtype]) => sent(request(id, { subtype }))),
  prompt.map((uuid) => sent(request('c1', { subtype: 'cancel_async_message', message_uuid: uuid }))),
  ask.map((id) => sent(response({ subtype: 'success', request_id: id, response: { behavior: 'allow' } }))),
)

const processFacts: fc.Arbitrary<EventBody> = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map((generation): EventBody => ({ kind: 'process-started', generation })),
  fc.integer({ min: 1, max: 4 }).map(
    (generation): EventBody => ({
      kind: 'process-exited',
      generation,
      cause: 'exit',
      exitCode: 1,
      signal: null,
      stderr: 'why',
    }),
  ),
)

const anyMessage: fc.Arbitrary<EventBody> = fc.oneof(
  ...messagesOf(stdoutShapes).map(([, message]) => message.map(received)),
  ...messagesOf(stdinShapes).map(([, message]) => message.map(sent)),
)

export const anyEvents: fc.Arbitrary<EventBody[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: turnMessages.map(received) },
    { weight: 8, arbitrary: otherMessages.map(received) },
    { weight: 5, arbitrary: sentMessages },
    { weight: 3, arbitrary: hostFacts },
    { weight: 2, arbitrary: processFacts },
    { weight: 3, arbitrary: anyMessage },
  ),
  { maxLength: 60 },
)

/** Numbered and timed, and each message with a uuid of its own where it has none that means something. */
export function numbered(bodies: readonly EventBody[]): SessionEvent[] {
  const shared = (say.assistant('') as { uuid: string }).uuid
  return bodies.map((body, i) => {
    const event = { ...body, seq: i + 1, at: (i + 1) * 1000 } as SessionEvent
    if (event.kind !== 'received' || !('uuid' in event.message) || event.message.uuid !== shared) return event
    return { ...event, message: { ...event.message, uuid: `m${i}` } }
  })
}
