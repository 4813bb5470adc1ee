import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '../../state/events.ts'
import { answerTo, refusalOf } from './cli-requests.ts'
import { POLICY_HOOK } from './launch.ts'
import type { Verdict } from './policy-gate.ts'

const session = { id: 's', cwd: '/' }
const asked = (request: object): SessionEvent =>
  ({
    kind: 'received',
    seq: 1,
    at: 0,
    message: { type: 'control_request', request_id: 'q', request },
  }) as unknown as SessionEvent
const answer = (request: object, verdict: Verdict = { effect: 'none' }) =>
  answerTo(asked(request), () => verdict, session)
const tool = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' } }

describe('what the host answers by itself', () => {
  test.each<[string, object, Verdict['effect'], unknown]>([
    [
      'its own hook',
      { subtype: 'hook_callback', callback_id: POLICY_HOOK, input: {} },
      'none',
      { response: {} },
    ],
    [
      'a hook of an earlier host’s client',
      { subtype: 'hook_callback', callback_id: 'old', input: {} },
      'none',
      { subtype: 'error', error: 'there is no hook old' },
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
    ['what it does not know', { subtype: 'new_thing' }, 'none', { subtype: 'error' }],
  ])('%s', (_, request, effect, response) => {
    expect(answer(request, { effect })).toMatchObject({
      id: 'q',
      message: { type: 'control_response', response: { request_id: 'q', ...(response as object) } },
    })
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
      verdict: { rule: 'r' },
      audit: { what: 'policy' },
    })
    expect(answer(hook, { effect: 'deny' })?.audit?.what).toBe('policy')
    expect(answer(hook)?.audit).toBeUndefined()
  })
})

test.each<[object, string | undefined]>([
  [{ type: 'control_request', request_id: 'q', request: 3 }, 'q'],
  [{ type: 'control_request', request: 3 }, undefined],
  [{ type: 'news', request_id: 'q' }, undefined],
])('a request that cannot be read is refused, so that the CLI does not wait: %j', (value, id) => {
  const event = { kind: 'unknown', value, reason: 'no subtype', seq: 1, at: 0 } as unknown as SessionEvent
  expect(refusalOf(event)?.id).toBe(id)
})
