import { describe, expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import { bodyOf } from '../sessions/process-connection.ts'
import { bodyJson, eventJson, numbered, storedEvent } from './event-json.ts'

/** What JSON allows and `JSON.stringify` would write in another way. */
const LINES = [
  '{ "type" : "keep_alive" ,\t"b": 1.0, "a": 1e3, "big": 12345678901234567890, "zero": -0 }',
  '{"type":"keep_alive","escaped":"\\u00e9\\/\\u0000\\ud800","plain":"é😀\u2028"}',
  '{"type":"keep_alive","twice":1,"twice":[2],"__proto__":{"x":1},"2":0,"1":0}',
  '{"type":"never heard of","n":1.50}',
  '{"type":"keep_alive","huge":1e400}',
  '{"type":"keep_alive"}\r',
]

describe('an event from a line of the CLI', () => {
  test.each(LINES)('%s is stored and sent as it was written', (line) => {
    const event = numbered(bodyOf(line), 7, 1000)
    const field = event.kind === 'unknown' ? 'value' : 'message'
    expect(eventJson(event)).toMatch(/^\{"seq":7,"at":1000,"kind":/)
    expect(eventJson(event)).toContain(`"${field}":${line}`)
    expect(JSON.parse(eventJson(event))).toEqual({ ...event })
    const again = storedEvent(JSON.parse(bodyJson(event)) as EventBody, 7, 1000, bodyJson(event))
    expect(again).toEqual(event)
    expect(eventJson(again)).toBe(eventJson(event))
  })

  test('any JSON is parsed to what was folded', () => {
    const line = fc.json().map((value) => `{"type":"keep_alive","value": ${value}}`)
    fc.assert(
      fc.property(line, (text) => {
        const event = numbered(bodyOf(text), 1, 1)
        expect(eventJson(event)).toBe(`{"seq":1,"at":1,"kind":"received","message":${text}}`)
        expect(JSON.parse(eventJson(event))).toEqual({ ...event })
      }),
    )
  })

  test.each(['keep_alive', 'never heard of'])('of %s does not show a socket of the CLI', (type) => {
    const name = String.raw`"messaging\u005fsocket_path"`
    const line = `{"type":"${type}",${name}:"/run/secret","messaging_socket_path":1,"n":1.0}`
    const event = numbered(bodyOf(line), 1, 1)
    for (const text of [eventJson(event), bodyJson(event)]) expect(text).not.toMatch(/secret|socket/)
    expect(JSON.parse(eventJson(event))).toEqual({ ...event })
  })
})

describe('an event of the host', () => {
  const notice: EventBody = { kind: 'notice', level: 'info', text: 'a\0b \ud800 "x"' }

  test('is stringified once, and reads back the same', () => {
    const event = numbered(notice, 2, 5)
    expect(JSON.parse(eventJson(event))).toEqual({ ...notice, seq: 2, at: 5 })
    expect(bodyJson(event)).toBe(JSON.stringify(notice))
  })

  test('without a text of its own has the same JSON', () => {
    const plain: SessionEvent = { seq: 2, at: 5, ...notice }
    expect(eventJson(plain)).toBe(eventJson(numbered(notice, 2, 5)))
  })
})

test('the text shows neither in the JSON nor in a copy of an event: a changed copy has a text of its own', () => {
  const event = numbered(bodyOf('{"type":"keep_alive", "n":1.0}'), 1, 1)
  expect(JSON.parse(JSON.stringify(event))).toEqual({
    seq: 1,
    at: 1,
    kind: 'received',
    message: { type: 'keep_alive', n: 1 },
  })
  expect(Reflect.ownKeys(event)).toEqual(['kind', 'message', 'seq', 'at'])
  const copy: SessionEvent = { ...event, kind: 'noise', text: 'x' }
  expect(JSON.parse(eventJson(copy))).toMatchObject({ kind: 'noise', text: 'x' })
})

test('a stored text that does not begin with its first field is sent all the same', () => {
  const event = storedEvent({ kind: 'titled', title: 'x' }, 3, 4, ' {"kind":"titled","title":"x"}')
  expect(JSON.parse(eventJson(event))).toEqual({ seq: 3, at: 4, kind: 'titled', title: 'x' })
})
