import { describe, expect, test } from 'vitest'
import { defaultsToNo, inputOf, isForPerson, kindOf, needsAnswer, needsPerson, planOf } from './request.ts'

const HOSTILE: readonly unknown[] = [
  {},
  { subtype: 7, tool_name: null, input: 'text' },
  { input: [] },
  { input: { plan: 3 } },
  null,
  undefined,
  'text',
  [],
]

describe('requests that lack everything', () => {
  test.each(HOSTILE.map((request) => [request]))('%j', (request) => {
    const given = request as Record<string, unknown>
    expect(kindOf(given)).toBe('tool')
    expect(planOf(given)).toBe('')
    expect(needsPerson(given)).toBe(false)
    expect(defaultsToNo(given)).toBe(false)
  })
})

test.each([
  ['tool', { subtype: 'can_use_tool', tool_name: 'mcp__forms__AskUserQuestion', input: {} }],
  ['question', { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: {} }],
  ['plan', { subtype: 'can_use_tool', tool_name: 'ExitPlanMode', input: {} }],
  ['elicitation', { subtype: 'elicitation', mcp_server_name: 's', message: '' }],
  ['dialog', { subtype: 'request_user_dialog', dialog_kind: 'x' }],
])('kind %s', (kind, request) => {
  expect(kindOf(request)).toBe(kind)
})

test.each([
  [true, 'can_use_tool'],
  [true, 'request_user_dialog'],
  [false, 'mcp_message'],
  [false, 'a_later_request'],
  [false, 'toString'],
])('isForPerson is %s for %s', (isIt, subtype) => {
  expect(isForPerson({ subtype } as never)).toBe(isIt)
})

test('a question, a form and a dialog need an answer; a tool and a plan need permission', () => {
  expect((['question', 'elicitation', 'dialog'] as const).every(needsAnswer)).toBe(true)
  expect((['tool', 'plan'] as const).some(needsAnswer)).toBe(false)
})

const tool = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'make' } }

test.each([
  [false, tool],
  [false, { ...tool, requires_user_interaction: 'yes', matched_ask_rule: null }],
  [false, { ...tool, matched_ask_rule: false }],
  [true, { ...tool, requires_user_interaction: true }],
  [true, { ...tool, matched_ask_rule: 'Bash(rm *)' }],
  [true, { ...tool, tool_name: 'AskUserQuestion' }],
  [true, { ...tool, tool_name: 'ExitPlanMode' }],
  [true, { subtype: 'elicitation' }],
])('needsPerson is %s for %j', (isNeeded, request) => {
  expect(needsPerson(request)).toBe(isNeeded)
})

test('an input that is no object counts as empty', () => {
  for (const input of [undefined, null, 'text', [1]]) expect(inputOf({ ...tool, input })).toEqual({})
})

test('the plan, the input, and which answer comes first', () => {
  expect(planOf({ ...tool, input: { plan: '# Do' } })).toBe('# Do')
  expect(inputOf(tool)).toBe(tool.input)
  expect(defaultsToNo({ ...tool, default_to_no: true })).toBe(true)
  expect(defaultsToNo({ ...tool, default_to_no: 'true' })).toBe(false)
})
