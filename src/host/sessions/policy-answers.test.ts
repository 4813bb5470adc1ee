import { describe, expect, test } from 'vitest'
import type { CliRequest } from '../../protocol/control/to-host.ts'
import { POLICY_HOOK } from './launch.ts'
import { policyAnswer, recorded } from './policy-answers.ts'
import type { Decision } from './policy-gate.ts'

const session = { id: 's', cwd: '/' }
const answer = (request: object, decision: Decision = { effect: 'none' }) =>
  policyAnswer(request as CliRequest, () => decision, session)
const tool = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' } }

describe('what the host answers by itself', () => {
  test.each<[string, object, Decision['effect'], unknown]>([
    [
      'its own hook',
      { subtype: 'hook_callback', callback_id: POLICY_HOOK, input: {} },
      'none',
      { response: {} },
    ],
    [
      'a tool that a policy allows',
      tool,
      'allow',
      { response: { behavior: 'allow', updatedInput: { command: 'ls' } } },
    ],
    [
      'a message to an MCP server that it does not have',
      { subtype: 'mcp_message', server_name: 'x', message: { jsonrpc: '2.0', id: 5, method: 'tools/list' } },
      'none',
      { response: { mcp_response: { id: 5, error: { code: -32601 } } } },
    ],
    [
      'a notification to one',
      { subtype: 'mcp_message', server_name: 'x', message: { jsonrpc: '2.0', method: 'x' } },
      'none',
      { response: { mcp_response: { id: null } } },
    ],
  ])('%s', (_, request, effect, response) => {
    expect(answer(request, { effect })).toMatchObject(response as object)
  })

  test.each([
    ['a hook of an earlier host’s client', { subtype: 'hook_callback', callback_id: 'old', input: {} }],
    ['a request that it does not know', { subtype: 'new_thing' }],
  ])('%s is an error', (_, request) => {
    expect(() => answer(request)).toThrow(/there is no hook old|the host does not answer new_thing/)
  })

  test.each([
    ['a tool that no policy allows', tool],
    ['an elicitation', { subtype: 'elicitation' }],
    ['a dialog', { subtype: 'request_user_dialog' }],
  ])('not %s: a person has to', (_, request) => {
    expect(answer(request)).toBeUndefined()
  })

  test('a policy that decided is in the audit; a hook that lets pass is not', () => {
    const hook = { subtype: 'hook_callback', callback_id: POLICY_HOOK, input: { tool_name: 'Bash' } }
    expect(answer(tool, { effect: 'allow', rule: 'r' })).toMatchObject({
      by: 'policy r',
      audit: { what: 'policy' },
    })
    expect(answer(hook, { effect: 'deny' })?.audit?.what).toBe('policy')
    expect(answer(hook)?.audit).toBeUndefined()
  })
})

test('an answer in a person’s place is recorded with the name of the policy', () => {
  const given = answer(tool, { effect: 'allow', rule: 'r' })
  expect(given && recorded(given, { id: 'q', session: 's', now: 5 })).toMatchObject({
    by: 'policy r',
    facts: [{ kind: 'approval-answered', id: 'q', decision: 'allowed', by: 'policy r' }],
    extras: { audit: [{ at: 5, session: 's', approval: 'q', by: 'policy r', what: 'policy' }] },
  })
})
