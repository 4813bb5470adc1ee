import { expect, test } from 'vitest'
import * as say from '../../test/state/talk.ts'
import { Timeline } from '../../test/state/timeline.ts'
import { liveness } from './liveness/liveness.ts'
import { previewOf } from './preview.ts'

const begun = () => new Timeline().ready().prompt('p').hear(say.init())
const preview = ({ state, ms }: Timeline) => previewOf(state, liveness(state, ms), '/work')

const asking = (toolName: string, input: object, more: object = {}) =>
  begun().hear({
    type: 'control_request',
    request_id: 'r1',
    request: { subtype: 'can_use_tool', tool_name: toolName, input, tool_use_id: 't1', ...more },
  })

test.each<[string, object, string, string]>([
  ['Bash', { command: 'rm -rf build &&\n  npm run build' }, 'command', '$ rm -rf build && npm run build'],
  ['Bash', { command: 'echo \u001b[2K' }, 'command', '$ echo \\u{1b}[2K'],
  ['Edit', { file_path: '/work/src/x.ts', old_string: 'a', new_string: 'b' }, 'file', 'Edit src/x.ts'],
  ['Write', { file_path: '/elsewhere/y.ts', content: '' }, 'file', 'Write /elsewhere/y.ts'],
  ['WebFetch', { url: 'https://example.org' }, 'tool', 'WebFetch https://example.org'],
  ['AskUserQuestion', { questions: [{ question: 'Which database?' }] }, 'question', 'Which database?'],
  ['ExitPlanMode', { plan: '# Plan\n\n1. Store the key' }, 'plan', 'Plan: Store the key'],
])('the request of %s %o', (tool, input, kind, text) => {
  expect(preview(asking(tool, input))).toEqual({ kind, text })
})

test('the form of an MCP server', () => {
  const request = { subtype: 'elicitation', mcp_server_name: 'jira', message: 'Which ticket?' }
  const line = begun().hear({ type: 'control_request', request_id: 'r1', request })
  expect(preview(line)).toEqual({ kind: 'form', text: 'jira: Which ticket?' })
})

test('what runs, then what was said last', () => {
  const line = begun().hear(say.call('m1', 't1', 'Bash', { command: 'npm test' }))
  expect(preview(line)).toEqual({ kind: 'command', text: '$ npm test' })
  line.hear(say.result('t1', 'ok'), say.text('m2', 'All tests pass.'), say.end())
  expect(preview(line)).toEqual({ kind: 'text', text: 'All tests pass.' })
})

test('why the session stopped, and until when', () => {
  const error = say.end({
    subtype: 'error_during_execution',
    is_error: true,
    result: 'API Error: 429 too many requests',
    api_error_status: 429,
  })
  expect(preview(begun().hear(error))).toEqual({ kind: 'error', text: 'Error 429' })
  const other = say.end({ subtype: 'error_during_execution', is_error: true, result: 'It broke' })
  expect(preview(begun().hear(other))).toEqual({ kind: 'error', text: 'It broke' })
  expect(preview(begun().exit({ exitCode: 3 }))).toMatchObject({ kind: 'error', text: 'exited with code 3' })
})
