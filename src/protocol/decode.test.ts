import { describe, expect, test } from 'vitest'
import fc from '../../test/generate/fast-check.ts'
import { messagesOf } from '../../test/generate/from-shape.ts'
import { decode, decodeInput } from './decode.ts'
import { encode } from './encode.ts'
import { LineFramer } from './lines.ts'
import { mismatch } from './shape.ts'
import { stdinShapes } from './stdin.ts'
import { stdoutShapes } from './stdout.ts'

describe('decode', () => {
  test('R-DECODE-1 R-DECODE-17 a message of a listed type, with its original text and its unknown fields', () => {
    const text = ' {"type":"result","subtype":"success","is_error":false,"new_field":{"kept":[1]}}'
    const decoded = decode(text)
    expect(decoded).toEqual({ kind: 'message', message: JSON.parse(text), text })
  })
  test.each([
    ['a plain text', 'Warning: something'],
    ['an array', '[{"type":"result"}]'],
    ['a number', '42'],
    ['a string', '"{"'],
    ['null', 'null'],
    ['white space', ' \t'],
    ['nothing', ''],
  ])('R-DECODE-4 R-DECODE-5 %s is noise', (_, text) => {
    expect(decode(text)).toEqual({ kind: 'noise', text })
  })
  test('R-DECODE-4 R-DECODE-6 what a line is does not depend on the lines before it', () => {
    const kinds = {
      noise: ['Warning: something', '[1]', 'null', '42', ''],
      broken: ['{', '{"a":1}{"b":2}'],
      unknown: ['{}', ' {"type":"telepathy"}'],
      message: ['{"type":"result","subtype":"success","is_error":false}'],
    }
    const cases = Object.entries(kinds).flatMap(([kind, texts]) => texts.map((text) => ({ kind, text })))
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...cases)), (lines) => {
        for (const { kind, text } of lines) expect(decode(text)).toMatchObject({ kind, text })
      }),
    )
  })
  test.each(['{', '{"type":"result"', '{"a":1}{"b":2}', "{'type':'result'}", '{"type":"user"} trailing'])(
    'R-DECODE-6 what begins like an object but is none is broken: %s',
    (text) => {
      const decoded = decode(text)
      expect(decoded).toMatchObject({ kind: 'broken', text })
      expect(decoded.kind === 'broken' && decoded.reason).toMatch(/JSON/)
    },
  )
  test.each([
    ['{}', 'type is missing'],
    ['{"type":7}', 'type is a number, not a string'],
    ['{"type":"telepathy","deep":{"kept":true}}', 'type "telepathy" is not listed'],
    ['{"type":"toString"}', 'type "toString" is not listed'],
    ['{"type":"__proto__"}', 'type "__proto__" is not listed'],
    ['{"type":"system","subtype":"dreaming","x":1}', 'subtype "dreaming" is not listed'],
    ['{"type":"system"}', 'subtype is missing'],
    ['{"type":"result","subtype":"success"}', 'is_error is missing'],
    ['{"type":"result","subtype":"success","is_error":"no"}', 'is_error is a string, not a boolean'],
    ['{"type":"assistant","message":null}', 'message is null, not an object'],
    ['{"type":"assistant","message":{"content":"x"}}', 'message.content is a string, not an array'],
    [
      '{"type":"assistant","message":{"content":[{"type":"text","text":"a"},{"type":"text"}]}}',
      'message.content[1].text is missing',
    ],
    ['{"type":"control_request","request_id":"1"}', 'request is missing'],
    [
      '{"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool","input":{}}}',
      'request.tool_name is missing',
    ],
  ])(
    'R-DECODE-9 R-DECODE-10 R-DECODE-11 R-DECODE-12 unknown, intact and with the reason: %s',
    (text, reason) => {
      expect(decode(text)).toEqual({ kind: 'unknown', value: JSON.parse(text), reason, text })
    },
  )
  test.each([
    ['a result subtype', '{"type":"result","subtype":"error_of_tomorrow","is_error":true}'],
    ['a control request', '{"type":"control_request","request_id":"1","request":{"subtype":"of_tomorrow"}}'],
    ['a content block', '{"type":"assistant","message":{"content":[{"type":"hologram","data":1}]}}'],
    ['a stream event', '{"type":"stream_event","event":{"type":"ping"}}'],
    [
      'a delta',
      '{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"odour_delta"}}}',
    ],
  ])(
    'R-DECODE-13 R-DECODE-14 R-DECODE-15 R-DECODE-16 %s that is not listed stays in its message',
    (_, text) => {
      expect(decode(text)).toEqual({ kind: 'message', message: JSON.parse(text), text })
    },
  )
  test('R-DECODE-7 an oversized line passes through with its size and beginning', () => {
    expect(decode({ bytes: 99, head: '{"type"' })).toEqual({ kind: 'oversized', bytes: 99, text: '{"type"' })
  })
  test('R-DECODE-2 the two directions list different types', () => {
    const environment = '{"type":"update_environment_variables","variables":{"A":"1"}}'
    expect(decodeInput(environment).kind).toBe('message')
    expect(decode(environment).kind).toBe('unknown')
    expect(decodeInput('{"type":"result","subtype":"success","is_error":false}').kind).toBe('unknown')
    expect(decodeInput('{"type":"user","message":{"role":"user"}}')).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('message.content is missing'),
    })
  })
})

describe('decode goes on', () => {
  test('R-DECODE-8 the line after noise, a broken and an oversized one decodes as always', () => {
    const framer = new LineFramer({ maxLineBytes: 80 })
    const good = '{"type":"keep_alive"}'
    const bytes = new TextEncoder().encode(
      ['npm warn', good, '{"type":', good, 'x'.repeat(99), good].join('\n'),
    )
    const kinds = [...framer.push(bytes), ...framer.end()].map((line) => decode(line).kind)
    expect(kinds).toEqual(['noise', 'message', 'broken', 'message', 'oversized', 'message'])
  })
  test('R-DECODE-18 a strange value in an optional field leaves the message what it is', () => {
    const text = '{"type":"result","subtype":"success","is_error":false,"usage":"none","uuid":7}'
    expect(decode(text)).toEqual({ kind: 'message', message: JSON.parse(text), text })
  })
  test.each([
    '{"type":"streamlined_text","text":"short"}',
    '{"type":"streamlined_tool_use_summary","tool_summary":"Read 2 files"}',
    '{"type":"system","subtype":"api_error"}',
    '{"type":"system","subtype":"microcompact_boundary"}',
    '{"type":"system","subtype":"stop_hook_summary"}',
    '{"type":"system","subtype":"turn_duration"}',
    '{"type":"system","subtype":"local_command"}',
    '{"type":"error","error":{"type":"invalid_request","message":"no"}}',
  ])('R-DECODE-19 what only older CLIs send has its type: %s', (text) => {
    expect(decode(text).kind).toBe('message')
  })
})

describe('properties', () => {
  test.each(messagesOf(stdoutShapes))(
    'R-DECODE-20 decode(encode(m)) is m: %s from the CLI',
    (_, messages) => {
      fc.assert(
        fc.property(messages, (message) => {
          const text = encode(message)
          expect(decode(text)).toStrictEqual({ kind: 'message', message, text })
        }),
        { numRuns: 60 },
      )
    },
  )
  test.each(messagesOf(stdinShapes))(
    'R-DECODE-20 decode(encode(m)) is m: %s from the host',
    (_, messages) => {
      fc.assert(
        fc.property(messages, (message) => {
          const text = encode(message)
          expect(decodeInput(text)).toStrictEqual({ kind: 'message', message, text })
        }),
        { numRuns: 60 },
      )
    },
  )
  test('R-DECODE-3 no bytes make framing or decode throw', () => {
    const nearMiss = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '"type"',
          ':',
          '"system"',
          '"assistant"',
          ',',
          '[',
          ']',
          'null',
          '1',
          '\n',
          'é',
        ),
      )
      .map((parts) => new TextEncoder().encode(parts.join('')))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), nearMiss), (bytes) => {
        const framer = new LineFramer()
        for (const line of [...framer.push(bytes), ...framer.end()]) {
          expect(decode(line).kind).toMatch(/message|unknown|noise|broken/)
          expect(decodeInput(line).text).toBe(line)
        }
      }),
      { numRuns: 1000 },
    )
  })
  test('the short way for common deltas says what the shapes say', () => {
    const anyOf = (...values: unknown[]) => fc.constantFrom(...values, undefined, null, 7, 'x', [], {})
    const type = anyOf('text_delta', 'input_json_delta', 'thinking_delta', 'signature_delta')
    const delta = fc.record({ type, text: anyOf(''), partial_json: anyOf('{'), thinking: anyOf('hm') })
    const event = fc.record({
      type: anyOf('content_block_delta', 'content_block_stop'),
      index: anyOf(0),
      delta: fc.oneof(delta, anyOf()),
    })
    const messages = fc.record({ type: fc.constant('stream_event'), event: fc.oneof(event, anyOf()) })
    fc.assert(
      fc.property(messages, (message) => {
        const text = JSON.stringify(message)
        const problem = mismatch(JSON.parse(text), stdoutShapes.stream_event)
        expect(decode(text).kind).toBe(problem === undefined ? 'message' : 'unknown')
      }),
      { numRuns: 2000 },
    )
  })
  test('R-DECODE-3 no JSON object makes decode throw', () => {
    const types = [...Object.keys(stdoutShapes), ...Object.keys(stdinShapes)]
    const objects = fc
      .record({ type: fc.constantFrom(...types) })
      .chain((fields) =>
        fc
          .dictionary(
            fc.constantFrom('message', 'request', 'event', 'response', 'subtype', 'request_id'),
            fc.jsonValue(),
          )
          .map((more) => ({ ...more, ...fields })),
      )
    fc.assert(
      fc.property(objects, (object) => {
        expect(decode(JSON.stringify(object)).kind).toMatch(/message|unknown/)
        expect(decodeInput(JSON.stringify(object)).kind).toMatch(/message|unknown/)
      }),
      { numRuns: 1000 },
    )
  })
})
