/**
 * Messages whose fields have values of another type, or numbers that make no sense. None throws, none leaves anything open, and what
 * a person is shown of them is made of words and numbers.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toMarkdown } from '../../../src/state/export/markdown.ts'
import { toPlainText } from '../../../src/state/export/plain-text.ts'
import { liveness } from '../../../src/state/liveness/liveness.ts'
import { describe as inWords } from '../../../src/state/liveness/words.ts'
import { UNFOLDABLE } from '../../../src/state/reduce.ts'
import { rows } from '../../../src/state/select.ts'
import * as say from '../../client/messages.ts'
import { outcomes } from '../driven.ts'
import { type DriverStage, driverStage, LEDGERS } from '../stage.ts'
import { openFake, raw, withdraws } from './fake-cli.ts'

const WRONG = [null, 5, -1, 'x', [], {}, true, [null, 5, 'x', [], {}]]
const own = { session_id: 'fake', uuid: say.ANY_UUID }

/** The message, with each of these fields wrong in turn, and with all of them. */
function spoiled(message: object, ...fields: string[]): object[] {
  const all = (value: unknown) => Object.fromEntries(fields.map((name) => [name, value]))
  return WRONG.flatMap((value) => [
    ...fields.map((name) => ({ ...message, [name]: value })),
    { ...message, ...all(value) },
  ])
}
const system = (subtype: string, ...fields: string[]) =>
  spoiled({ type: 'system', subtype, ...own }, ...fields)
const said = (content: unknown, more: object = {}) => ({
  ...say.assistant(''),
  message: { id: 'm', role: 'assistant', content },
  ...more,
})
const streamed = (event: unknown) => ({ type: 'stream_event', event, parent_tool_use_id: null, ...own })
const called = (id: string, parent: string) =>
  said([{ type: 'tool_use', id, name: 'Bash', input: {} }], { parent_tool_use_id: parent })

const RESULT_FIELDS = [
  'is_error',
  'result',
  'errors',
  'permission_denials',
  'usage',
  'modelUsage',
  'num_turns',
]
const RESULTS = [
  ...spoiled(say.result('over'), ...RESULT_FIELDS, 'user_message_uuids', 'origin', 'terminal_reason'),
  { ...say.result('negative'), total_cost_usd: -5, duration_ms: -1000, usage: { input_tokens: -5 } },
]
/** JSON has no infinite numbers, but JSON.parse makes one of this. */
const INFINITE = JSON.stringify({ ...say.result('infinite'), uuid: 'i', total_cost_usd: 12345 })

const CONVERSATION = [
  ...spoiled(
    say.assistant('x'),
    'message',
    'parent_tool_use_id',
    'error',
    'supersedes',
    'agent_id',
    'timestamp',
  ),
  ...WRONG.flatMap((value) => [
    said(value),
    said([value]),
    said([{ type: 'text', text: value }]),
    said([{ type: 'tool_use', id: value, name: value, input: value }]),
    said([{ type: 'thinking', thinking: value }]),
    { type: 'user', message: { role: 'user', content: value }, parent_tool_use_id: value, ...own },
    say.toolResult(value as string, value as string),
  ]),
  // Whose calls are within each other.
  ...[called('a', 'b'), called('b', 'a'), called('s', 's')],
  ...['a', 's'].map((parent) => said([{ type: 'text', text: 'within' }], { parent_tool_use_id: parent })),
]
const STREAM = [
  say.messageStart,
  ...[-1, 1e9, 2 ** 53, 'x', null, 1.5].flatMap((index) => [
    streamed({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } }),
    streamed({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: 'q' } }),
    streamed({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json: '{"a' },
    }),
    streamed({ type: 'content_block_stop', index }),
  ]),
  ...WRONG.flatMap((value) => [
    streamed(value),
    streamed({ type: 'message_start', message: value }),
    streamed({ type: 'content_block_start', index: 0, content_block: value }),
    streamed({ type: 'content_block_delta', index: 0, delta: value }),
    streamed({ type: 'message_delta', delta: value, usage: value }),
  ]),
  say.messageStart,
]
const FACTS = [
  ...spoiled(
    say.init(),
    'tools',
    'mcp_servers',
    'model',
    'permissionMode',
    'slash_commands',
    'cwd',
    'capabilities',
  ),
  ...system('task_started', 'task_id', 'tool_use_id', 'description', 'parent_task_id'),
  ...system('task_updated', 'task_id', 'patch'),
  ...system('task_notification', 'task_id', 'tool_use_id', 'status', 'summary', 'output_file'),
  ...system('background_tasks_changed', 'tasks'),
  ...system('commands_changed', 'commands'),
  ...system('api_retry', 'attempt', 'max_retries', 'retry_delay_ms', 'error_status', 'error'),
  ...system('status', 'status', 'permissionMode', 'compact_result'),
  ...system('compact_boundary', 'compact_metadata'),
  ...system('hook_response', 'hook_name', 'hook_event', 'output', 'exit_code'),
  ...spoiled({ type: 'rate_limit_event', rate_limit_info: {}, ...own }, 'rate_limit_info'),
  ...spoiled({ type: 'tool_progress', tool_use_id: 'a', ...own }, 'tool_use_id', 'elapsed_time_seconds'),
  ...spoiled({ type: 'command_lifecycle', ...own }, 'command_uuid', 'state'),
]
const CONTROL = [
  ...spoiled({ type: 'control_response', response: {} }, 'response'),
  ...WRONG.map((response) => ({
    type: 'control_response',
    response: { subtype: 'success', request_id: 'nobody', response, pending_permission_requests: response },
  })),
  ...[withdraws('nobody'), withdraws('__proto__'), withdraws('')],
]

let stage: DriverStage
beforeAll(async () => {
  stage = await driverStage('2.1.325')
})
afterAll(() => stage.close())

describe.each(LEDGERS)('R-DECODE-23 in the %s', (ledger) => {
  test.each([
    ['results', [...RESULTS, raw(`${INFINITE.replace('12345', '1e999')}\n`)]],
    ['the conversation', CONVERSATION],
    ['the stream', STREAM],
    ['facts', FACTS],
    ['the control channel', CONTROL],
  ])('%s with wrong values do no harm', async (_what, messages) => {
    const { driven, turn, caughtUp } = await openFake(stage, ledger)
    await turn(...messages, say.init(), say.result('all the same'), say.idle)
    await driven.until(() => outcomes(driven).at(-1) === 'success all the same')
    await turn(say.assistant('all is well'), say.result('all is well'), say.idle)
    await driven.until(() => outcomes(driven).at(-1) === 'success all is well')
    await caughtUp()
    const { state } = driven
    expect([state.approvals.pending, state.transcript.drafts, state.prompts.open]).toEqual([[], [], []])
    expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state)
    const reasons = rows(state).map(({ item }) => (item?.kind === 'raw' ? item.reason : undefined))
    expect(reasons.filter((reason) => reason?.startsWith(UNFOLDABLE))).toEqual([])
    const live = liveness(state, Date.now())
    expect(live.status).toBe('idle')
    for (const text of [inWords(live, Date.now()), toPlainText(state), toMarkdown(state)])
      expect(text).not.toMatch(/NaN|Infinity|undefined|\[object/)
  })
})
