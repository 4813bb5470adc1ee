import { describe, expect, test } from 'vitest'
import { connect, type FakeCli, settled } from '../../../test/client/fake-cli.ts'
import { canUseTool } from '../../../test/client/messages.ts'
import { AlreadyAnsweredError, BadRequestError } from '../../driver/errors.ts'
import type { PermissionUpdate } from '../../protocol/permissions.ts'
import type { ConnectOptions } from '../session-options.ts'
import type {
  Approval,
  ElicitationApproval,
  PlanApproval,
  QuestionApproval,
  ToolApproval,
} from './approval.ts'

/** An approval of this request, which is left open, and the CLI that asked. */
function asked<A extends Approval>(
  request: object,
  options: ConnectOptions = {},
): { approval: A; cli: FakeCli } {
  const { cli, session } = connect({ ...options, onApproval: () => {} })
  cli.ask('q1', request)
  return { approval: session.pendingApprovals[0] as A, cli }
}
async function answered(cli: FakeCli): Promise<unknown> {
  await settled()
  return cli.answerTo('q1')
}

const question = {
  question: 'Which colour?',
  header: 'Colour',
  options: [{ label: 'Red' }, { label: 'Blue' }],
  multiSelect: true,
}
const questions = [question, { ...question, question: 'Which size?' }]
const ask = canUseTool({ questions }, { tool_name: 'AskUserQuestion' })
const plan = canUseTool({ plan: '1. Sleep' }, { tool_name: 'ExitPlanMode' })
const elicitation = {
  subtype: 'elicitation',
  mcp_server_name: 'forms',
  message: 'Your name?',
  requested_schema: { type: 'object' },
}

const bashRule: PermissionUpdate = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'touch:*' }],
  behavior: 'allow',
  destination: 'localSettings',
}
const folder: PermissionUpdate = { type: 'addDirectories', directories: ['/a'], destination: 'session' }
const acceptEdits: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
const suggesting = canUseTool(undefined, { permission_suggestions: [bashRule, folder, acceptEdits] })

describe('the kind of an approval', () => {
  test.each([
    ['tool', canUseTool()],
    ['tool', canUseTool({}, { tool_name: 'mcp__forms__AskUserQuestion' })],
    ['question', ask],
    ['plan', plan],
    ['elicitation', elicitation],
  ])('is %s for %j', (kind, request) => {
    expect(asked(request).approval.kind).toBe(kind)
  })

  test('tells what is asked and why', () => {
    const request = canUseTool(
      { command: 'ls /' },
      { decision_reason: 'outside', decision_reason_type: 'workingDir', permission_suggestions: [folder] },
    )
    const { approval } = asked<ToolApproval>(request)
    expect(approval).toMatchObject({
      id: 'q1',
      toolName: 'Bash',
      input: { command: 'ls /' },
      toolUseId: 'toolu_1',
      reason: 'outside',
      reasonType: 'workingDir',
      suggestions: [folder],
      status: 'pending',
    })
    expect(asked<ToolApproval>(canUseTool()).approval.suggestions).toEqual([])
    expect(asked<PlanApproval>(plan).approval.plan).toBe('1. Sleep')
    expect(asked<PlanApproval>(canUseTool({}, { tool_name: 'ExitPlanMode' })).approval.plan).toBe('')
    expect(asked<QuestionApproval>(ask).approval.questions).toEqual(questions)
    expect(asked<ElicitationApproval>(elicitation).approval).toMatchObject({
      message: 'Your name?',
      schema: { type: 'object' },
    })
  })
})

describe('allow', () => {
  test('R-APPROVE-2 R-APPROVE-3 sends the complete input back, under the id of the request', async () => {
    const input = { command: 'touch a', description: 'Make a', nested: { list: [1, null, 'ü'] } }
    const { approval, cli } = asked<ToolApproval>(canUseTool(input))
    expect(approval.allow()).toBe(true)
    expect(approval.status).toBe('answered')
    expect(await answered(cli)).toEqual({ behavior: 'allow', updatedInput: input, toolUseID: 'toolu_1' })
  })

  test('R-APPROVE-3 sends an edited input', async () => {
    const { approval, cli } = asked<ToolApproval>(canUseTool())
    approval.allow({ input: { command: 'touch b' } })
    expect(await answered(cli)).toMatchObject({ updatedInput: { command: 'touch b' } })
  })

  test('works without the id of a tool use', async () => {
    const { approval, cli } = asked<ToolApproval>({ subtype: 'can_use_tool', tool_name: 'Bash', input: {} })
    approval.allow()
    expect(await answered(cli)).toEqual({ behavior: 'allow', updatedInput: {} })
  })
})

describe('remember', () => {
  test('nothing is remembered unless it is named', async () => {
    const { approval, cli } = asked<ToolApproval>(suggesting)
    approval.allow()
    expect(await answered(cli)).not.toHaveProperty('updatedPermissions')
    const { approval: other, cli: otherCli } = asked<ToolApproval>(suggesting)
    other.allow({ remember: [] })
    expect(await answered(otherCli)).not.toHaveProperty('updatedPermissions')
  })

  test('only the chosen suggestions go out', async () => {
    const { approval, cli } = asked<ToolApproval>(suggesting)
    approval.allow({ remember: approval.suggestions.filter(({ type }) => type === 'addRules') })
    expect(await answered(cli)).toEqual({
      behavior: 'allow',
      updatedInput: { command: 'touch a' },
      updatedPermissions: [bashRule],
      toolUseID: 'toolu_1',
    })
  })

  test('R-APPROVE-20 a rule for local settings goes out for the session too where the version ignores it', async () => {
    const { approval, cli } = asked<ToolApproval>(suggesting, { process: { version: '2.1.197' } })
    const others: PermissionUpdate[] = [
      { ...bashRule, destination: 'userSettings' },
      { ...folder, destination: 'localSettings' },
    ]
    approval.allow({ remember: [bashRule, ...others] })
    expect(await answered(cli)).toMatchObject({
      updatedPermissions: [bashRule, { ...bashRule, destination: 'session' }, ...others],
    })
  })
})

test('what cannot be sent is thrown at once, and the approval stays open', async () => {
  const { approval, cli } = asked<ToolApproval>(suggesting)
  expect(() => approval.allow({ remember: [{ type: 7 } as never] })).toThrow(BadRequestError)
  expect(() => approval.decide({ decision: 'allow', remember: [99] })).toThrow('there is no suggestion 99')
  expect(approval.status).toBe('pending')
  expect(approval.decide({ decision: 'allow', remember: [0] })).toBe(true)
  expect(await answered(cli)).toMatchObject({ updatedPermissions: [bashRule] })
})

describe('deny', () => {
  test('has the message that was given', async () => {
    const { approval, cli } = asked<ToolApproval>(canUseTool())
    expect(approval.deny('Use git instead.')).toBe(true)
    expect(await answered(cli)).toEqual({
      behavior: 'deny',
      message: 'Use git instead.',
      toolUseID: 'toolu_1',
    })
  })

  test.each([[], [''], [' \n'], [undefined]])(
    'R-APPROVE-12 always has a message: deny(%j)',
    async (...args) => {
      const { approval, cli } = asked<ToolApproval>(canUseTool())
      approval.deny(...args)
      expect(await answered(cli)).toMatchObject({ behavior: 'deny', message: 'The user denied this.' })
    },
  )

  test('may end the turn', async () => {
    const { approval, cli } = asked<ToolApproval>(canUseTool())
    approval.deny('Stop.', { interrupt: true })
    expect(await answered(cli)).toMatchObject({ behavior: 'deny', message: 'Stop.', interrupt: true })
  })
})

describe('a question', () => {
  test('R-ASK-2 R-ASK-3 is answered with its questions and, for each, the label', async () => {
    const { approval, cli } = asked<QuestionApproval>(ask)
    approval.answer({ 'Which colour?': 'Red', 'Which size?': 'something in between' })
    expect(await answered(cli)).toEqual({
      behavior: 'allow',
      updatedInput: {
        questions,
        answers: { 'Which colour?': 'Red', 'Which size?': 'something in between' },
      },
      toolUseID: 'toolu_1',
    })
  })

  test('R-ASK-4 several labels go out as one string, joined with commas', async () => {
    const { approval, cli } = asked<QuestionApproval>(ask)
    approval.answer({ 'Which colour?': ['Red', 'Blue'], 'Which size?': [] })
    expect(await answered(cli)).toMatchObject({
      updatedInput: { questions, answers: { 'Which colour?': 'Red, Blue', 'Which size?': '' } },
    })
  })

  test('may be let pass without answers, or denied', async () => {
    const { approval, cli } = asked<QuestionApproval>(ask)
    approval.allow()
    expect(await answered(cli)).toMatchObject({ behavior: 'allow', updatedInput: { questions } })
    const { approval: other, cli: otherCli } = asked<QuestionApproval>(ask)
    other.deny('Not now.')
    expect(await answered(otherCli)).toMatchObject({ behavior: 'deny', message: 'Not now.' })
  })
})

describe('a plan', () => {
  test('is allowed as it is, or with the mode to go on in', async () => {
    const { approval, cli } = asked<PlanApproval>(plan)
    approval.allow()
    expect(await answered(cli)).toEqual({
      behavior: 'allow',
      updatedInput: { plan: '1. Sleep' },
      toolUseID: 'toolu_1',
    })
    const { approval: other, cli: otherCli } = asked<PlanApproval>(plan)
    other.allow({ mode: 'acceptEdits', remember: [folder] })
    expect(await answered(otherCli)).toMatchObject({ updatedPermissions: [folder, acceptEdits] })
  })

  test('a mode that does not exist is refused, and the approval stays open', async () => {
    const { approval, cli } = asked<PlanApproval>(plan)
    expect(() => approval.allow({ mode: 'delegate' })).toThrow(BadRequestError)
    expect(approval.status).toBe('pending')
    approval.allow({ mode: 'manual' })
    expect(await answered(cli)).toMatchObject({ updatedPermissions: [{ type: 'setMode', mode: 'default' }] })
  })
})

describe('an elicitation', () => {
  test.each([
    [
      'answer',
      (it: ElicitationApproval) => it.answer({ name: 'Ada' }),
      { action: 'accept', content: { name: 'Ada' } },
    ],
    [
      'allow',
      (it: ElicitationApproval) => it.allow({ input: { a: 1 } }),
      { action: 'accept', content: { a: 1 } },
    ],
    ['allow without content', (it: ElicitationApproval) => it.allow(), { action: 'accept' }],
    ['deny', (it: ElicitationApproval) => it.deny(), { action: 'decline' }],
    ['cancel', (it: ElicitationApproval) => it.cancel(), { action: 'cancel' }],
  ])('R-ASK-17 is answered with an action: %s', async (_what, act, expected) => {
    const { approval, cli } = asked<ElicitationApproval>(elicitation)
    expect(act(approval)).toBe(true)
    expect(await answered(cli)).toEqual(expected)
  })
})

describe('answering', () => {
  test('twice throws, whatever the second answer is, and writes nothing more', async () => {
    const { approval, cli } = asked<ToolApproval>(canUseTool())
    approval.allow()
    expect(() => approval.allow()).toThrow(AlreadyAnsweredError)
    expect(() => approval.deny()).toThrow('answered already (allowed)')
    expect(await answered(cli)).toMatchObject({ behavior: 'allow' })
    expect(approval.status).toBe('answered')
  })

  test('after the withdrawal is dropped and says so, as often as it is tried', async () => {
    const { approval, cli } = asked<ToolApproval>(canUseTool())
    const written = cli.written.length
    cli.withdraw('q1')
    expect(approval.status).toBe('withdrawn')
    expect(approval.allow()).toBe(false)
    expect(approval.deny()).toBe(false)
    await settled()
    expect(cli.written.length).toBe(written)
    expect(approval.status).toBe('withdrawn')
  })

  test('after the death of the process is dropped too', async () => {
    const { approval, cli } = asked<QuestionApproval>(ask)
    cli.exit({ exitCode: 1 })
    expect(approval.answer({})).toBe(false)
  })
})

describe('what the CLI says about how to ask', () => {
  const rule: PermissionUpdate = {
    type: 'addRules',
    rules: [{ toolName: 'Bash' }],
    behavior: 'allow',
    destination: 'session',
  }

  test.each([
    [{}, { needsPerson: false, defaultsToNo: false, suggestions: [rule] }],
    [{ requires_user_interaction: true }, { needsPerson: true }],
    [{ matched_ask_rule: 'Bash(git push *)' }, { needsPerson: true }],
    [{ default_to_no: true }, { defaultsToNo: true }],
    [{ suppress_always_allow_rule: true }, { suggestions: [] }],
  ])('R-APPROVE-43 %j', (flags, expected) => {
    const request = canUseTool({ command: 'ls' }, { ...flags, permission_suggestions: [rule] })
    expect(asked<ToolApproval>(request).approval).toMatchObject(expected)
  })
})

test.each<[string, (approval: ToolApproval) => unknown, string]>([
  ['a misspelt input', (it) => it.allow({ inptu: {} } as object), "did you mean 'input'?"],
  ['an input that is none', (it) => it.allow({ input: 5 as never }), '`input` must be an object, not 5.'],
  ['an input that is no JSON', (it) => it.allow({ input: { a: 1n } }), 'BigInt'],
  ['rules that are no list', (it) => it.allow({ remember: 5 as never }), '`remember` must be a list, not 5.'],
  ['a misspelt interrupt', (it) => it.deny('no', { interupt: true } as object), "did you mean 'interrupt'?"],
  ['a message that is none', (it) => it.deny(5 as never), '`message` must be a text, not 5.'],
  ['a misspelt decision', (it) => it.decide({ decision: 'alow' as 'allow' }), '`decision` must be one of'],
])('%s is refused, and the approval stays open', async (_, answer, message) => {
  const { approval, cli } = asked<ToolApproval>(canUseTool({ command: 'rm -r a' }))
  expect(() => answer(approval)).toThrow(message)
  expect(approval.status).toBe('pending')
  approval.deny('no')
  expect(await answered(cli)).toMatchObject({ behavior: 'deny', message: 'no' })
})
