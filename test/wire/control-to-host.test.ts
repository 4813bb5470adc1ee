// Control requests of the CLI, with the answers of the host.
import { describe, expectTypeOf, test } from 'vitest'
import type {
  CanUseToolRequest,
  CliRequestSubtype,
  CliResponse,
  DecisionReasonType,
  ElicitationRequest,
} from '../../src/protocol/index.ts'
import type { Known, Needed } from './example.ts'
import { cliAsks } from './wire.ts'

describe('can_use_tool', () => {
  const asked: Omit<CanUseToolRequest, 'subtype'> = {
    tool_name: 'Bash',
    input: { command: 'npm test' },
    tool_use_id: 'toolu_01Kq',
  }
  const needs = ['tool_name', 'input']

  cliAsks('R-CONTROL-36 can_use_tool has a tool and its input, and may say why it asks', 'can_use_tool', {
    all: {
      ...asked,
      permission_suggestions: [{ type: 'addDirectories', directories: ['/tmp'], destination: 'session' }],
      blocked_path: '/tmp/out',
      decision_reason: 'The path is outside of the project',
      decision_reason_type: 'workingDir',
      agent_id: 'a63f0',
      display_name: 'Bash',
      description: 'Run the tests',
    },
    needs,
    answers: [
      { behavior: 'allow', updatedInput: asked.input },
      { behavior: 'deny', message: 'Not on a Friday' },
    ],
  })

  cliAsks('R-CONTROL-37 can_use_tool of newer versions may say how to ask', 'can_use_tool', {
    all: {
      ...asked,
      title: 'Claude wants to run a command',
      requires_user_interaction: true,
      default_to_no: true,
      suppress_always_allow_rule: true,
      matched_ask_rule: { toolName: 'Bash', ruleContent: 'npm:*' },
      classifier_approvable: false,
      mcp_server: { name: 'tickets', source: 'project' },
    },
    needs,
  })
  test('R-CONTROL-37 the server has a name', () => {
    type Server = NonNullable<CanUseToolRequest['mcp_server']>
    expectTypeOf<Needed<Server>>().toEqualTypeOf<'name'>()
  })

  cliAsks('R-CONTROL-38 decision_reason_type has known values', 'can_use_tool', {
    all: { ...asked, decision_reason_type: 'ofTomorrow' },
    needs,
    values: {
      decision_reason_type: [
        'workingDir',
        'mode',
        'hook',
        'subcommandResults',
        'rule',
        'safetyCheck',
        'classifier',
        'other',
      ],
    },
  })
  test('R-CONTROL-38 decision_reason_type is an open string', () => {
    expectTypeOf<string>().toExtend<DecisionReasonType>()
  })
})

describe('elicitation and dialogs', () => {
  const needs = ['mcp_server_name', 'message']
  const asked: Omit<ElicitationRequest, 'subtype'> = {
    mcp_server_name: 'tickets',
    message: 'Which project?',
    mode: 'form',
    url: 'https://tickets.example.org/login',
    elicitation_id: 'eli_4',
    requested_schema: { type: 'object', properties: { project: { type: 'string' } } },
  }
  cliAsks('R-CONTROL-39 elicitation has a server and a message', 'elicitation', {
    all: asked,
    needs,
    values: { mode: ['form', 'url'] },
  })

  cliAsks('R-CONTROL-40 elicitation is accepted, declined or cancelled', 'elicitation', {
    all: asked,
    needs,
    answers: [
      { action: 'accept', content: { project: 'fairlead' } },
      { action: 'decline' },
      { action: 'cancel' },
    ],
  })
  test('R-CONTROL-40 the answer has an action', () => {
    type Answer = CliResponse<'elicitation'>
    expectTypeOf<Needed<Answer>>().toEqualTypeOf<'action'>()
    expectTypeOf<Known<Answer['action']>>().toEqualTypeOf<'accept' | 'decline' | 'cancel'>()
  })

  cliAsks(
    'R-CONTROL-41 request_user_dialog has a kind, and is completed or cancelled',
    'request_user_dialog',
    {
      all: { dialog_kind: 'refusal_fallback_prompt', payload: { model: 'claude-haiku-4-5' } },
      needs: ['dialog_kind'],
      answers: [{ behavior: 'completed', result: { choice: 'retry' } }, { behavior: 'cancelled' }],
    },
  )
  test('R-CONTROL-41 only a completed dialog has a result', () => {
    type Completed = Extract<CliResponse<'request_user_dialog'>, { behavior: 'completed' }>
    type Cancelled = Extract<CliResponse<'request_user_dialog'>, { behavior: 'cancelled' }>
    expectTypeOf<Needed<Completed>>().toEqualTypeOf<'behavior' | 'result'>()
    expectTypeOf<Needed<Cancelled>>().toEqualTypeOf<'behavior'>()
  })
})

describe('requests with open fields', () => {
  const open = [
    'oauth_token_refresh',
    'host_auth_token_refresh',
    'remote_tool_call',
    'remote_plumbing_call',
    'remote_tools_probe',
    'remote_tools_reannounce',
  ] as const satisfies CliRequestSubtype[]
  for (const subtype of open) {
    cliAsks(`R-CONTROL-42 ${subtype} is known, and has any field`, subtype, {
      all: { tool: 'Bash', deep: { list: [1, null] } },
      answers: [{ any: { field: true } }],
    })
  }
})
