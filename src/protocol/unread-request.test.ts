import { expect, test } from 'vitest'
import { unreadRequest } from './unread-request.ts'

const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`
const ASKED = { type: 'control_request', request_id: 'q1' }

test.each([
  ['nested deeply', `{"type":"control_request","request_id":"q1","request":{"input":{"a":${deep}}}}`],
  ['with its id at the end', `{"request":{"input":${deep}},"type":"control_request","request_id":"q1"}`],
  ['with spaces', ` { "request_id" : "q1" ,\t"type" : "control_request" , "request" : ${deep} }`],
  ['cut', '{"type":"control_request","request_id":"q1","request":{"subtype":"can_use'],
  ['broken', '{"type":"control_request","request_id":"q1","request":{"cost":NaN}}'],
  ['with signs in its texts', '{"a":"}]\\"{","type":"control_request","b":"\\\\","request_id":"q1",'],
  ['with an id of escapes', '{"type":"control_request","request_id":"\\u0071\\u0031"'],
  ['whose keys have no text', '{"n":1,"x":null,"type":"control_request","y":{"type":"z"},"request_id":"q1"'],
])('a request is found: %s', (_how, line) => {
  expect(unreadRequest(line)).toEqual({ ...ASKED, line: line.slice(0, 10_000) })
})

test.each([
  ['another message', `{"type":"assistant","request_id":"q1","message":${deep}}`],
  ['one in another', `{"x":{"type":"control_request","request_id":"q1"},"y":${deep}`],
  ['one in a text', '{"x":"\\"type\\":\\"control_request\\",\\"request_id\\":\\"q1\\"", NaN'],
  ['one in a list', `[{"type":"control_request","request_id":"q1"}]${deep}`],
  ['no id', `{"type":"control_request","request":${deep}}`],
  ['an id that is a number', `{"type":"control_request","request_id":5,"request":${deep}}`],
  ['an id that is cut', '{"type":"control_request","request_id":"q1'],
  ['an id that is no JSON', '{"type":"control_request","request_id":"\\q1"'],
  ['values of other keys', '{"a":"type","b":"control_request","c":"request_id","d":"q1", NaN'],
  ['noise', 'type control_request request_id'],
  ['nothing', ''],
])('no request is found: %s', (_what, line) => {
  expect(unreadRequest(line)).toBeUndefined()
})

test('a long line is looked through once', () => {
  const start = performance.now()
  expect(
    unreadRequest(`{"a":"${'\\'.repeat(2_000_000)}","b":${'[{"k":"v"},'.repeat(200_000)}`),
  ).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(5000)
})
