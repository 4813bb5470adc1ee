// Whatever a CLI or an MCP server sends: the readers return, and what they return can be shown and answered.

import { expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import { isObject } from '../../protocol/json.ts'
import type { PermissionUpdate } from '../../protocol/permissions.ts'
import { describeMessage } from '../describe-event.ts'
import { formOf } from './form.ts'
import { answersOf, questionsOf, readAnswer } from './questions.ts'
import { describeField, readForm } from './read-form.ts'
import { type ApprovalRequest, defaultsToNo, kindOf, needsPerson, planOf } from './request.ts'
import { defaultSuggestions, describeRule, suggestionsOf } from './rules.ts'
import { toWire } from './to-wire.ts'
import { approvalText, approvalTitle } from './view.ts'

const anything = fc.jsonValue({ maxDepth: 3 })
const word = fc.constantFrom(
  ...['string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'enum', 'email', 'date', ''],
)
const name = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'a'))
/** A part is sometimes what it should be, and sometimes anything. */
const or = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary }, { weight: 1, arbitrary: anything })

const option = fc.record({ const: or(name), title: or(fc.string()) }, { requiredKeys: [] })
const property = fc.record(
  {
    type: or(word),
    title: or(fc.string()),
    description: or(fc.string()),
    format: or(word),
    enum: or(fc.array(name)),
    enumNames: or(fc.array(fc.string())),
    oneOf: or(fc.array(option)),
    items: or(fc.record({ enum: or(fc.array(name)), anyOf: or(fc.array(option)) }, { requiredKeys: [] })),
    minimum: or(fc.integer()),
    maxItems: or(fc.integer()),
    default: anything,
  },
  { requiredKeys: [] },
)
const question = fc.record(
  {
    question: or(fc.string()),
    header: or(fc.string()),
    options: or(fc.array(fc.record({ label: or(fc.string()), preview: or(fc.string()) }))),
    multiSelect: or(fc.boolean()),
  },
  { requiredKeys: [] },
)
const update = fc.record(
  {
    type: or(fc.constantFrom('addRules', 'removeRules', 'setMode', 'addDirectories', 'later')),
    rules: or(fc.array(fc.record({ toolName: or(fc.string()), ruleContent: or(fc.string()) }))),
    behavior: or(fc.constantFrom('allow', 'deny', 'ask', 'toString')),
    mode: or(fc.string()),
    directories: or(fc.array(fc.string())),
    destination: or(fc.constantFrom('session', 'userSettings', 'constructor')),
  },
  { requiredKeys: [] },
)
const request = fc.record(
  {
    subtype: or(fc.constantFrom('can_use_tool', 'elicitation', 'request_user_dialog')),
    tool_name: or(fc.constantFrom('Bash', 'AskUserQuestion', 'ExitPlanMode')),
    input: or(fc.record({ questions: or(fc.array(or(question))), plan: or(fc.string()) })),
    permission_suggestions: or(fc.array(or(update))),
    requested_schema: or(
      fc.record({ properties: or(fc.dictionary(name, or(property))), required: or(fc.array(name)) }),
    ),
    property_order: or(fc.array(name)),
    mcp_server_name: or(fc.string()),
    message: or(fc.string()),
    url: or(fc.string()),
  },
  { requiredKeys: [] },
)

test('no request makes a reader throw', () => {
  fc.assert(
    fc.property(or(request), (asked) => {
      const fields = (isObject(asked) ? asked : {}) as Record<string, unknown>
      const given = asked as Record<string, unknown>
      const view = { kind: kindOf(given), request: fields }
      const texts = [approvalTitle(view), approvalText(view), planOf(given), describeMessage(fields)]
      expect(texts.every((text) => typeof text === 'string')).toBe(true)
      expect([needsPerson(given), defaultsToNo(given)].every((flag) => typeof flag === 'boolean')).toBe(true)
      for (const { index, update: rule } of defaultSuggestions(suggestionsOf(given))) {
        expect((fields.permission_suggestions as PermissionUpdate[])[index]).toBe(rule)
        expect(describeRule(rule).effect).not.toBe('')
      }
    }),
    { numRuns: 500 },
  )
})

test('what a person types for any question or form is a decision that can be sent', () => {
  fc.assert(
    fc.property(request, fc.string(), (given, typed) => {
      const questions = questionsOf(given)
      const choices = questions.map((it) => {
        const read = readAnswer(it, typed)
        return 'choice' in read ? read.choice : { labels: [], own: read.problem }
      })
      const form = formOf(given)
      const names = form.fields.map((field) => field.name)
      expect(form.fields.every((field) => describeField(field) !== '')).toBe(true)
      for (const values of [{}, Object.fromEntries(names.map((it) => [it, typed]))]) {
        const { content, problems } = readForm(form, values)
        for (const it of [...Object.keys(content), ...problems.keys()]) expect(names).toContain(it)
        const decision = {
          decision: 'allow',
          answers: { ...content, ...answersOf(questions, choices) },
        } as const
        const asked = { ...given, tool_name: 'Bash', input: {} } as unknown as ApprovalRequest
        expect(() => JSON.stringify(toWire(asked, decision))).not.toThrow()
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  [{ toString: 1 }, '{"toString":1}'],
  [['a', { toString: 1 }], 'a, {"toString":1}'],
  [null, ''],
  [7, '7'],
])('an answer that is no text, %j, is sent as one', (given, text) => {
  const asked: ApprovalRequest = {
    subtype: 'can_use_tool',
    tool_name: 'AskUserQuestion',
    input: {},
    tool_use_id: 'toolu_1',
  }
  const { response } = toWire(asked, { decision: 'allow', answers: { 'Which?': given } })
  expect(response).toMatchObject({
    updatedInput: { answers: { 'Which?': text } },
  })
})
