/** Rules that allow shell commands, against lines made to get around them. */
import { describe, expect, test } from 'vitest'
import { policyRuleSchema } from '../../src/api/resources.ts'
import { judgeBy } from '../../src/host/policies/match.ts'
import { ALLOWED, HARMLESS, HOSTILE } from './hostile-lines.ts'

const rules = ALLOWED.map((command, at) =>
  policyRuleSchema.parse({ id: `r${at}`, effect: 'allow', tool: 'Bash', command }),
)
const evaluate = (command: string, more: object = {}) =>
  judgeBy(rules, { session: { id: 's', cwd: '/' }, toolName: 'Bash', input: { command, ...more } }).effect

test('there are at least 120 of them', () => {
  expect(new Set(Object.values(HOSTILE).flat()).size).toBeGreaterThanOrEqual(120)
})

describe.each(Object.entries(HOSTILE))('a line that tries to %s', (_, lines) => {
  test.each(lines.map((line) => [line.slice(0, 70), line]))('is not allowed: %j', (_title, line) => {
    expect(evaluate(line)).toBe('none')
  })
})

describe('what rules are for', () => {
  test.each(HARMLESS)('is allowed: %j', (line) => {
    expect(evaluate(line)).toBe('allow')
  })
})

describe('the other fields of a call', () => {
  test.each([
    [{ description: 'Runs the tests', timeout: 1000, run_in_background: true }, 'allow'],
    [{ dangerouslyDisableSandbox: true }, 'none'],
    [{ dangerouslyDisableSandbox: false }, 'none'],
    [{ anything: 'new' }, 'none'],
  ])('%j: %s', (fields, effect) => {
    expect(evaluate('npm test', fields)).toBe(effect)
  })

  test('a tool that is not the shell is not covered, whatever its field is called', () => {
    const question = { session: { id: 's', cwd: '/' }, input: { command: 'npm test' } }
    const anyTool = [policyRuleSchema.parse({ id: 'r', effect: 'allow', command: 'npm test' })]
    expect(judgeBy(anyTool, { ...question, toolName: 'Bash' }).effect).toBe('allow')
    expect(judgeBy(anyTool, { ...question, toolName: 'PowerShell' }).effect).toBe('none')
  })
})
