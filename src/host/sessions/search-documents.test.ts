import { expect, test } from 'vitest'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import { saidIn } from './search-documents.ts'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const user = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})
const result = (content: unknown) => ({ type: 'tool_result', tool_use_id: 't', content })

test.each<[string, object, string[]]>([
  ['a prompt', { kind: 'sent', message: user([{ type: 'text', text: 'fix it' }, image]) }, ['user fix it']],
  ['its echo', { kind: 'received', message: user('fix it', { isReplay: true }) }, []],
  ['a notice', { kind: 'notice', level: 'info', text: 'parked' }, ['notice parked']],
  [
    'what the model says, thinks and does',
    {
      kind: 'received',
      message: {
        type: 'assistant',
        message: {
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'text', text: 'I look' },
            { type: 'text', text: '  ' },
            { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'npm test', n: 3, more: ['deep'] } },
          ],
        },
      },
    },
    ['thinking hm', 'text I look', 'tool Bash npm test deep'],
  ],
  [
    'what a tool answered, without its picture',
    { kind: 'received', message: user([result([{ type: 'text', text: '3 passed' }, image])]) },
    ['result text 3 passed'],
  ],
  [
    'what the CLI tells the model',
    { kind: 'received', message: user([{ type: 'text', text: 'a reminder' }]) },
    [],
  ],
  ['a delta', { kind: 'received', message: { type: 'stream_event', event: {} } }, []],
])('%s', (_, body, expected) => {
  const event = { ...(body as EventBody), seq: 7, at: 70 } as SessionEvent
  const rows = saidIn([event])
  expect(rows.map(({ kind, text }) => `${kind} ${text}`)).toEqual(expected)
  expect(rows.every(({ seq, at }) => seq === 7 && at === 70)).toBe(true)
})

test('a long text is cut', () => {
  const [row] = saidIn([{ kind: 'notice', level: 'info', text: 'x'.repeat(50_000), seq: 1, at: 0 }])
  expect(row?.text).toHaveLength(20_000)
})
