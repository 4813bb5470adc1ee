import { expect, test } from 'vitest'
import type { PolicyMatch, PolicyRule } from '../../api/resources.ts'
import { differences, inputWords } from './differences.ts'
import { areSame, fieldsOf, freeName, moved, problemsOf, ruleOf } from './rules.ts'

const rule = (fields: Partial<PolicyRule> = {}): PolicyRule => ({
  id: 'r',
  effect: 'deny',
  tool: 'Bash',
  enabled: true,
  ...fields,
})

test('what is empty in a form is not in the rule, and a rule without a tool is for all', () => {
  const fields = { ...fieldsOf(rule({ command: 'rm *', note: 'No.' })), command: ' ', tool: '' }
  expect(ruleOf(fields)).toEqual({ id: 'r', effect: 'deny', tool: '*', note: 'No.', enabled: true })
})

test('lists are the same whatever the order of their fields, and not in another order of rules', () => {
  const { enabled, ...rest } = rule({ command: 'x' })
  expect(areSame([rule({ command: 'x' })], [{ enabled, ...rest }])).toBe(true)
  expect(areSame([rule(), rule({ id: 'b' })], [rule({ id: 'b' }), rule()])).toBe(false)
})

test('what the host would refuse, or what would never match, is told at its field', () => {
  expect(problemsOf(rule(), [])).toEqual({})
  expect(problemsOf(rule(), [rule()])).toHaveProperty('id')
  expect(problemsOf(rule({ id: '' }), [])).toHaveProperty('id')
  expect(problemsOf(rule({ folder: 'src' }), [])).toHaveProperty('folder')
  const mcp = rule({ effect: 'allow', tool: 'mcp__db__*' })
  expect(problemsOf(mcp, []).source).toContain('Name the source of the MCP server')
  expect(problemsOf({ ...mcp, source: 'user' }, [])).toEqual({})
  expect(problemsOf({ ...mcp, effect: 'deny' }, [])).toEqual({})
})

test('a free name, and a move in a list', () => {
  expect(freeName('deny mcp__db__*', [])).toBe('deny-mcp__db__')
  expect(freeName('a', [rule({ id: 'a' }), rule({ id: 'a-2' })])).toBe('a-3')
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
})

const match = (seq: number, effect: PolicyMatch['effect'], id = 'r', input: unknown = {}): PolicyMatch => ({
  session: 's',
  seq,
  at: seq,
  toolName: 'Bash',
  input,
  rule: id,
  effect,
})

test('differences: what is decided otherwise, what is new and what is no longer matched', () => {
  const rows = differences(
    [match(1, 'deny'), match(2, 'allow', 'b'), match(3, 'ask')],
    [match(1, 'deny'), match(2, 'deny'), match(4, 'deny')],
  )
  expect(rows.map(({ match: { seq }, now, before }) => [seq, now.effect, before?.effect])).toEqual([
    [4, 'none', 'deny'],
    [3, 'ask', 'none'],
    [2, 'allow', 'deny'],
    [1, 'deny', undefined],
  ])
})

test('two calls of one message with the same input stay two', () => {
  expect(differences([match(1, 'deny'), match(1, 'deny')], [match(1, 'deny')])).toHaveLength(2)
})

test('what an input says in a line', () => {
  expect(inputWords({ description: 'x', command: 'ls' })).toBe('ls')
  expect(inputWords({ todos: [1] })).toBe('{"todos":[1]}')
})
