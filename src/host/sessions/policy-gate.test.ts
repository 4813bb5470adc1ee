import { describe, expect, test } from 'vitest'
import type { PolicyRule } from '../../api/resources.ts'
import type { CanUseToolRequest } from '../../protocol/control/to-host.ts'
import { judgeBy } from '../policies/match.ts'
import { allowedBy, type Decision, hookAnswer, type PolicyEvaluator } from './policy-gate.ts'

const session = { id: 's', cwd: '/project' }
const says =
  (decision: Decision): PolicyEvaluator =>
  () =>
    decision
const broken: PolicyEvaluator = () => {
  throw new Error('damaged')
}
const hook = { tool_name: 'Bash', tool_input: { command: 'rm -rf /' } }

describe('the hook before a tool', () => {
  test.each<[string, PolicyEvaluator, unknown, unknown]>([
    ['lets pass what no rule is about', says({ effect: 'none' }), hook, undefined],
    ['leaves what is allowed to the rules of the CLI', says({ effect: 'allow', rule: 'r' }), hook, undefined],
    ['denies', says({ effect: 'deny', rule: 'r' }), hook, ['deny', 'Policy r says deny.']],
    [
      'asks, with the words of the rule',
      says({ effect: 'ask', rule: 'r', note: 'Sure?' }),
      hook,
      ['ask', 'Sure?'],
    ],
    ['fails closed', broken, hook, ['deny', expect.stringContaining('not allowed')]],
  ])('%s', (_, evaluate, input, expected) => {
    const { hookSpecificOutput: output } = hookAnswer(evaluate, session, input) as {
      hookSpecificOutput?: { permissionDecision: string; permissionDecisionReason: string }
    }
    expect(output && [output.permissionDecision, output.permissionDecisionReason]).toEqual(expected)
  })

  test('input that makes no sense is judged as a tool without a name', () => {
    const seen: unknown[] = []
    const evaluate: PolicyEvaluator = ({ toolName, input }) => {
      seen.push([toolName, input])
      return { effect: 'none' }
    }
    for (const input of [undefined, 'x', { tool_name: 3, tool_input: [] }])
      hookAnswer(evaluate, session, input)
    expect(seen).toEqual([
      ['', {}],
      ['', {}],
      ['', {}],
    ])
  })
})

describe('where the CLI asks', () => {
  const request = (fields: object = {}) =>
    ({ subtype: 'can_use_tool', tool_name: 'Bash', input: {}, ...fields }) as CanUseToolRequest
  const allow: Decision = { effect: 'allow', rule: 'r' }
  test.each<[string, PolicyEvaluator, object, Decision | undefined]>([
    ['a rule that allows answers', says(allow), {}, allow],
    ['one that denies does not: its hook has', says({ effect: 'deny' }), {}, undefined],
    ['one that cannot be read does not', broken, {}, undefined],
    ['none answers a question', says(allow), { tool_name: 'AskUserQuestion' }, undefined],
    ['none answers a plan', says(allow), { tool_name: 'ExitPlanMode' }, undefined],
    ['none answers what only a person may', says(allow), { requires_user_interaction: true }, undefined],
    ['none answers where a rule of the CLI asks', says(allow), { matched_ask_rule: 'Bash(rm *)' }, undefined],
  ])('%s', (_, evaluate, fields, expected) => {
    expect(allowedBy(evaluate, session, request(fields))).toEqual(expected)
  })

  test.each([
    ['user', 'user', 'allow'],
    ['user', 'project', undefined],
    [undefined, 'project', undefined],
    ['user', undefined, undefined],
    [undefined, undefined, undefined],
  ])(
    'R-SEC-4 a rule for servers from %s, asked by one from %s under the same name: %s',
    (trusted, source, effect) => {
      const rule = {
        id: 'r',
        effect: 'allow',
        tool: 'mcp__github__*',
        enabled: true,
        source: trusted,
      } as PolicyRule
      const evaluate: PolicyEvaluator = (question) => judgeBy([rule], question)
      const server = { mcp_server: { name: 'github', ...(source && { source }) } }
      const asked = request({ tool_name: 'mcp__github__get', ...server })
      expect(allowedBy(evaluate, session, asked)?.effect).toBe(effect)
    },
  )

  test('R-SEC-4 to deny, no source needs to be named; the hook tells it too', () => {
    const rule = { id: 'r', effect: 'deny', tool: 'mcp__github__*', enabled: true } as PolicyRule
    const input = { tool_name: 'mcp__github__get', mcp_server: { name: 'github', source: 'project' } }
    const from = (source?: string) =>
      hookAnswer((question) => judgeBy([{ ...rule, source }], question), session, input)
    expect(from()).toHaveProperty('hookSpecificOutput')
    expect(from('project')).toHaveProperty('hookSpecificOutput')
    expect(from('user')).toEqual({})
  })
})
