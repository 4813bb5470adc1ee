// What holds for messages of every type, and the messages of stdin.

import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type ControlCancelMessage,
  type ControlResponseMessage,
  type Decoded,
  decode,
  decodeInput,
  encode,
  type HostControlRequest,
  type KeepAliveMessage,
  type StdinMessage,
  type StdinType,
  type StdoutMessage,
  type StdoutType,
  type SystemMessage,
  type SystemMessages,
  type SystemSubtype,
  type UpdateEnvironmentInput,
  type UserInput,
} from '../../src/protocol/index.ts'
import { systemCheck } from '../../src/protocol/messages/system.ts'
import { stdinShapes } from '../../src/protocol/stdin.ts'
import { stdoutShapes } from '../../src/protocol/stdout.ts'
import fc from '../generate/fast-check.ts'
import { fromShape, messagesOf } from '../generate/from-shape.ts'
import { fromHost, sent, stdin, stdout } from './wire.ts'

/** One message of each type, of required fields and unknown ones. */
function samples(shapes: Parameters<typeof messagesOf>[0]): { type: string; message: object }[] {
  return messagesOf(shapes).flatMap(([type, messages]) =>
    fc.sample(messages, { numRuns: 1, seed: 7 }).map((message) => ({ type, message })),
  )
}
const onStdout = samples(stdoutShapes)
const onStdin = samples(stdinShapes)
const channel = ['control_request', 'control_response', 'control_cancel_request', 'keep_alive']

describe('every message', () => {
  test.each(onStdout)('R-TYPE-1 $type of the CLI is no message without its type', ({ type, message }) => {
    expect(stdout(message)).toBe(true)
    expect(message).toHaveProperty('type', type)
    expect(stdout({ ...message, type: undefined })).toBe('type is missing')
  })
  test.each(onStdin)('R-TYPE-1 $type of the host is no message without its type', ({ type, message }) => {
    expect(stdin(message)).toBe(true)
    expect(message).toHaveProperty('type', type)
    expect(stdin({ ...message, type: undefined })).toBe('type is missing')
  })

  test.each(onStdout.filter(({ type }) => !channel.includes(type)))(
    'R-TYPE-2 $type carries uuid and session_id',
    ({ message }) => {
      expect(stdout({ ...message, ...sent })).toBe(true)
    },
  )
  test.each(onStdout.filter(({ type }) => channel.includes(type)))(
    'R-TYPE-2 $type needs neither uuid nor session_id',
    ({ message }) => {
      expect(message).not.toHaveProperty('uuid')
      expect(message).not.toHaveProperty('session_id')
      expect(stdout(message)).toBe(true)
    },
  )
  test('R-TYPE-2 so the types say', () => {
    type Channel = 'control_request' | 'control_response' | 'control_cancel_request' | 'keep_alive'
    type InConversation = Exclude<StdoutMessage, { type: Channel }>
    expectTypeOf<InConversation>().toHaveProperty('uuid').toEqualTypeOf<string | undefined>()
    expectTypeOf<InConversation>().toHaveProperty('session_id').toEqualTypeOf<string | undefined>()
    expectTypeOf<keyof Extract<StdoutMessage, { type: Channel }>>().toEqualTypeOf<'type'>()
  })
})

describe('system messages', () => {
  const subtypes = Object.entries(systemCheck.shapes)
  test.each(subtypes)('R-TYPE-3 system is told apart by its subtype: %s', (subtype, shape) => {
    const [message] = fc.sample(fromShape(shape, { type: 'system', subtype }), { numRuns: 1, seed: 7 })
    expect(stdout({ ...message })).toBe(true)
    expect(stdout({ ...message, subtype: undefined })).toBe('subtype is missing')
    expect(stdout({ ...message, subtype: `${subtype}_of_tomorrow` })).toBe(
      `subtype "${subtype}_of_tomorrow" is not listed`,
    )
  })
  test('R-TYPE-3 a subtype stands for one type', () => {
    type Named = { [S in SystemSubtype]: Extract<SystemMessage, { subtype: S }> }
    expectTypeOf<Named>().toEqualTypeOf<{ [S in SystemSubtype]: SystemMessages[S] }>()
  })
})

describe('on stdin', () => {
  const message: UserInput['message'] = { role: 'user', content: [{ type: 'text', text: 'Go on' }] }
  const needs = ['message.role', 'message.content']

  fromHost<UserInput>('R-TYPE-68 user needs type and message, and may say whose it is', {
    all: { type: 'user', message, uuid: '0d5a', session_id: 'c2a4', parent_tool_use_id: 'toolu_01Kq' },
    needs,
    values: { parent_tool_use_id: [null] },
  })
  fromHost<UserInput>('R-TYPE-68 the session_id of user may be empty', {
    all: { type: 'user', message, session_id: '', parent_tool_use_id: null },
    needs,
  })

  fromHost<UserInput>('R-TYPE-69 user may say how it is to be taken', {
    all: {
      type: 'user',
      message,
      priority: 'now',
      shouldQuery: false,
      client_composed: true,
      pasted_content: { 1: { type: 'text', content: 'a long log' } },
      inline_pastes: ['a long log'],
      origin: { kind: 'human' },
      isSynthetic: true,
      timestamp: '2026-03-01T09:30:00.000Z',
    },
    needs,
    values: { priority: ['now', 'next', 'later'] },
  })

  const both: (HostControlRequest | ControlResponseMessage | ControlCancelMessage | KeepAliveMessage)[] = [
    { type: 'control_request', request_id: 'req_1', request: { subtype: 'mcp_reconnect', serverName: 'x' } },
    { type: 'control_response', response: { subtype: 'success', request_id: 'req_1' } },
    { type: 'control_cancel_request', request_id: 'req_1' },
    { type: 'keep_alive' },
  ]
  test.each(both)('R-TYPE-70 $type is a message of both directions', (control) => {
    expect(stdin(control)).toBe(true)
    expect(stdout(control)).toBe(true)
  })
  test('R-TYPE-70 these and user are all that both directions have', () => {
    expectTypeOf<StdinType & StdoutType>().toEqualTypeOf<(typeof both)[number]['type'] | 'user'>()
  })

  fromHost<UpdateEnvironmentInput>('R-TYPE-71 update_environment_variables is a message of stdin', {
    all: { type: 'update_environment_variables', variables: { EDITOR: 'vi' } },
    needs: ['variables'],
  })
})

describe('messages that are only in the schemas', () => {
  const decodes: [string, object, (line: string) => Decoded<StdoutMessage | StdinMessage>][] = [
    ['api_metrics', { ttft_ms: 812, deep: { list: [1, null] } }, decode],
    ['bash_command', { command: 'ls', uuid: sent.uuid }, decodeInput],
    ['queued_notification', { text: 'done', extra: { at: [0] } }, decodeInput],
    ['session_notice', { notice: 'renamed' }, decodeInput],
  ]
  test.each(decodes)('R-TYPE-72 %s comes through intact', (type, fields, decoder) => {
    const value = { type, ...fields }
    expect(decoder(encode(value))).toStrictEqual({
      kind: 'unknown',
      value,
      reason: `type "${type}" is not listed`,
      text: encode(value),
    })
  })
})
