import { expect, test } from 'vitest'
import { describeEvent, describeMessage } from './describe-event.ts'
import type { EventBody } from './events.ts'

const asks = (request: object) => ({ type: 'control_request', request_id: 'r1', request })
const answers = (response: object) => ({ type: 'control_response', response })

test.each<[Record<string, unknown>, string]>([
  [{ type: 'user', message: { role: 'user', content: 'Go on' } }, 'Go on'],
  [
    {
      type: 'assistant',
      message: {
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
          { type: 'image' },
        ],
      },
    },
    'I look. [Bash ls] [image]',
  ],
  [
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', is_error: true, content: [{ text: 'No.' }] }] },
    },
    '[failed: No.]',
  ],
  [{ type: 'stream_event', event: { type: 'content_block_delta', index: 0, delta: { text: 'Hel' } } }, 'Hel'],
  [
    {
      type: 'stream_event',
      event: { index: 1, content_block: { type: 'tool_use', name: 'Read', text: '' } },
    },
    'block 1 tool_use Read',
  ],
  [asks({ subtype: 'can_use_tool', tool_name: 'Edit', input: { file_path: 'a.ts' } }), 'Edit a.ts'],
  [
    asks({
      subtype: 'hook_callback',
      input: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
    }),
    'PreToolUse Bash ls',
  ],
  [asks({ subtype: 'elicitation', mcp_server_name: 'shop', message: 'Who?' }), 'shop Who?'],
  [asks({ subtype: 'set_permission_mode', mode: 'plan' }), 'plan'],
  [asks({ subtype: 'initialize', hooks: { a: 1 } }), '{"hooks":{"a":1}}'],
  [asks({ subtype: 'interrupt' }), ''],
  [answers({ subtype: 'success', response: { behavior: 'deny', message: 'Not now' } }), 'deny Not now'],
  [answers({ subtype: 'success', response: { action: 'accept' } }), 'accept'],
  [answers({ subtype: 'error', error: 'no such mode' }), 'error: no such mode'],
  [{ type: 'result', result: 'Done.', total_cost_usd: 0.5 }, 'Done. $0.50'],
  [{ type: 'result', errors: ['broken'] }, '["broken"]'],
  [{ type: 'system', subtype: 'init', model: 'm', tools: [] }, 'm'],
  [{ type: 'system', subtype: 'api_retry', attempt: 2, max_retries: 10 }, 'attempt 2 of 10'],
  [{ type: 'system', subtype: 'session_state_changed', state: 'idle', uuid: 'u' }, 'idle'],
  [{ type: 'later', session_id: 's', more: 1 }, '{"more":1}'],
])('%j', (message, text) => {
  expect(describeMessage(message)).toBe(text)
})

test.each<[EventBody, string]>([
  [{ kind: 'received', message: { type: 'keep_alive' } }, ''],
  [{ kind: 'unknown', value: { type: 'later', n: 1 }, reason: 'not listed' }, '{"n":1} (not listed)'],
  [{ kind: 'process-started', generation: 2, pid: 7 }, 'generation 2, pid 7'],
  [
    { kind: 'process-exited', generation: 1, cause: 'exit', exitCode: null, signal: null, error: 'lost' },
    'exit, exit code unknown, lost',
  ],
  [{ kind: 'prompt-queued', uuid: 'u', content: [{ type: 'text', text: 'later' }] }, 'later'],
  [{ kind: 'prompt-queued', uuid: 'u' } as unknown as EventBody, ''],
  [{ kind: 'prompt-changed', uuid: 'u', position: 1 }, 'to place 1'],
  [{ kind: 'prompt-changed', uuid: 'u', content: 'better' }, 'better'],
  [{ kind: 'approval-answered', id: 'r', decision: 'denied', by: 'me', message: 'no' }, 'denied, by me, no'],
])('%j', (event, text) => {
  expect(describeEvent(event)).toBe(text)
})

test.each([
  [{}],
  [{ type: 'assistant' }],
  [{ type: 'user', message: { content: [null, 1, {}, { type: 'tool_use' }, { type: 'tool_result' }] } }],
  [{ type: 'stream_event', event: 'x' }],
  [{ type: 'control_request', request: [] }],
  [{ type: 'control_request', request: { input: { hook_event_name: 'Stop', tool_input: 3 } } }],
  [{ type: 'control_response', response: { response: 'yes' } }],
  [{ type: 'result', result: 1, total_cost_usd: 'x' }],
  [{ type: 7, subtype: {}, state: null }],
])('%j has no words like undefined', (message) => {
  expect(describeMessage(message)).not.toMatch(/undefined|\[object|NaN/)
})
