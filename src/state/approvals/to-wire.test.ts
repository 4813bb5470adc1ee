import { describe, expect, test } from 'vitest'
import type { PendingApproval } from './approvals.ts'
import { type ApprovalDecision, toWire } from './to-wire.ts'

const suggestion = {
  type: 'addRules',
  rules: [{ toolName: 'Bash' }],
  behavior: 'allow',
  destination: 'session',
}
const approval = (request: object): PendingApproval => ({ request }) as PendingApproval
const tool = approval({
  subtype: 'can_use_tool',
  tool_name: 'Bash',
  tool_use_id: 'toolu_1',
  input: { command: 'ls' },
  permission_suggestions: [suggestion],
})
const form = approval({ subtype: 'elicitation' })
const dialog = approval({ subtype: 'request_user_dialog' })
const id = { toolUseID: 'toolu_1' }

test('an answer that is no text is sent as JSON, also where it has a toString that is no function', () => {
  const answers = { a: { toString: 0 }, b: [{ toString: 0 }, 'x'], c: 5, d: null }
  const { response } = toWire(tool.request, { decision: 'answer', answers })
  expect(response).toMatchObject({
    updatedInput: { answers: { a: '{"toString":0}', b: '{"toString":0}, x', c: '5', d: '' } },
  })
})

describe('what a client decides, in the words of the CLI', () => {
  test.each<[string, PendingApproval, ApprovalDecision, string, object]>([
    [
      'allow',
      tool,
      { decision: 'allow' },
      'allowed',
      { behavior: 'allow', updatedInput: { command: 'ls' }, ...id },
    ],
    [
      'allow another input',
      tool,
      { decision: 'allow', input: { command: 'pwd' } },
      'allowed',
      { behavior: 'allow', updatedInput: { command: 'pwd' }, ...id },
    ],
    [
      'remember a suggestion',
      tool,
      { decision: 'allow', remember: [0] },
      'allowed',
      { behavior: 'allow', updatedInput: { command: 'ls' }, updatedPermissions: [suggestion], ...id },
    ],
    [
      'a plan, with the mode to go on in',
      tool,
      { decision: 'allow', mode: 'acceptEdits' },
      'allowed',
      {
        behavior: 'allow',
        updatedInput: { command: 'ls' },
        updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
        ...id,
      },
    ],
    [
      'answers to questions are texts',
      tool,
      { decision: 'answer', answers: { 'Which?': ['a', 'b'], 'How many?': 2 } },
      'answered',
      {
        behavior: 'allow',
        updatedInput: { command: 'ls', answers: { 'Which?': 'a, b', 'How many?': '2' } },
        ...id,
      },
    ],
    [
      'deny without a word',
      tool,
      { decision: 'deny', message: ' ' },
      'denied',
      { behavior: 'deny', message: 'The user denied this.', ...id },
    ],
    [
      'deny, and end the turn',
      tool,
      { decision: 'deny', message: 'no', interrupt: true },
      'denied',
      { behavior: 'deny', message: 'no', interrupt: true, ...id },
    ],
    [
      'cancel ends the turn',
      tool,
      { decision: 'cancel', message: 'no' },
      'cancelled',
      { behavior: 'deny', message: 'no', interrupt: true, ...id },
    ],
    [
      'a form',
      form,
      { decision: 'answer', answers: { a: 1 } },
      'answered',
      { action: 'accept', content: { a: 1 } },
    ],
    ['a form declined', form, { decision: 'deny' }, 'denied', { action: 'decline' }],
    ['a form cancelled', form, { decision: 'cancel' }, 'cancelled', { action: 'cancel' }],
    [
      'a dialog',
      dialog,
      { decision: 'answer', answers: { a: 1 } },
      'answered',
      { behavior: 'completed', result: { a: 1 } },
    ],
    ['a dialog cancelled', dialog, { decision: 'deny' }, 'cancelled', { behavior: 'cancelled' }],
  ])('%s', (_, asked, body, decision, response) => {
    expect(toWire(asked.request, body)).toEqual({ decision, response })
  })

  test.each([
    ['a suggestion that was not made', {}, [1], 'bad-request'],
    ['what is no permission update', {}, [{ type: 'addRules', rules: 3 }], 'bad-request'],
    ['where the CLI wants nothing remembered', { suppress_always_allow_rule: true }, [0], 'not-possible'],
  ])('%s is refused', (_, fields, remember, code) => {
    const asked = approval({ ...tool.request, ...fields })
    expect(() => toWire(asked.request, { decision: 'allow', remember })).toThrowError(
      expect.objectContaining({ code }),
    )
  })
})
