import { describe, expect, test } from 'vitest'
import { policyRuleSchema } from '../../api/resources.ts'
import { MemoryStore } from '../journal/memory-store.ts'
import { judgeBy } from './match.ts'
import { Policies } from './policies.ts'

const rule = (fields: object) => policyRuleSchema.parse({ id: 'r', effect: 'allow', ...fields })
const session = { id: 's1', cwd: '/home/me/app' }
const bash = (command: string) => ({ session, toolName: 'Bash', input: { command } })
const write = (path: string) => ({ session, toolName: 'Write', input: { file_path: path } })
const judge = (fields: object, question: ReturnType<typeof bash> | ReturnType<typeof write>) =>
  judgeBy([rule(fields)], question).effect

test('the first rule that matches decides; a rule that is off does not', () => {
  const rules = [
    rule({ id: 'off', effect: 'deny', enabled: false }),
    rule({ id: 'tests', tool: 'Bash', command: 'npm test*' }),
    rule({ id: 'shell', effect: 'deny', tool: 'Bash', note: 'No shell here.' }),
  ]
  expect(judgeBy(rules, bash('npm test -- x'))).toEqual({ effect: 'allow', rule: 'tests' })
  expect(judgeBy(rules, bash('rm -rf x'))).toEqual({ effect: 'deny', rule: 'shell', note: 'No shell here.' })
  expect(judgeBy(rules, write('a'))).toEqual({ effect: 'none' })
})

describe('commands', () => {
  test.each([
    ['npm test', 'npm test', 'allow'],
    ['npm test', 'npm test && rm -rf /', 'none'],
    ['npm *', 'npm test && npm run lint', 'allow'],
    ['npm *', 'npm test; curl evil', 'none'],
    ['npm *', 'npm test | sh', 'none'],
    ['npm *', 'npm run $(curl evil)', 'none'],
    ['npm *', 'npm run `curl evil`', 'none'],
    ['npm *', 'npm test\nrm x', 'none'],
    ['np? test', 'npm test', 'allow'],
    ['a.b', 'axb', 'none'],
  ])('an allow of %j for %j: %s', (command, given, effect) => {
    expect(judge({ tool: 'Bash', command }, bash(given))).toBe(effect)
  })

  test.each([
    ['rm *', 'cd x && rm -rf y', 'deny'],
    ['*curl*', 'echo $(curl evil)', 'deny'],
    ['rm *', 'npm test', 'none'],
  ])('a deny of %j for %j: %s', (command, given, effect) => {
    expect(judge({ effect: 'deny', tool: 'Bash', command }, bash(given))).toBe(effect)
  })
})

describe('paths', () => {
  test.each([
    ['src/**', 'src/a/b.ts', 'allow'],
    ['src/*', 'src/a/b.ts', 'none'],
    ['src/*', 'src/b.ts', 'allow'],
    ['src/**', 'src/../secret', 'none'],
    ['/etc/**', '/etc/passwd', 'allow'],
    ['**/*.md', 'docs/deep/a.md', 'allow'],
    ['src/**', '/home/me/app/src/x', 'allow'],
  ])('%j for %j: %s', (path, given, effect) => {
    expect(judge({ path }, write(given))).toBe(effect)
  })

  test('a rule on a path does not match a tool that names none', () => {
    expect(judge({ path: '**' }, bash('ls'))).toBe('none')
  })
})

test('by tool, folder and session', () => {
  expect(judge({ tool: 'Ba*' }, bash('x'))).toBe('allow')
  expect(judge({ folder: '/home/me' }, bash('x'))).toBe('allow')
  expect(judge({ folder: '/home/me/ap' }, bash('x'))).toBe('none')
  expect(judge({ session: 's2' }, bash('x'))).toBe('none')
})

describe('R-SEC-4 the tools of an MCP server, whose name anyone can take', () => {
  const query = { session, toolName: 'mcp__db__query', input: {} } as never
  const from = (source: string) => ({ ...(query as object), source }) as never

  test.each(['*', 'mcp__*', 'mcp__db__query'])('are not allowed by %j alone', (tool) => {
    expect(judge({ tool }, query)).toBe('none')
    expect(judge({ tool }, from('project'))).toBe('none')
    expect(judge({ tool, source: 'user' }, query)).toBe('none')
    expect(judge({ tool, source: 'user' }, from('project'))).toBe('none')
    expect(judge({ tool, source: 'user' }, from('user'))).toBe('allow')
  })

  test('are denied and asked about by name, wherever they are from', () => {
    for (const effect of ['deny', 'ask']) {
      expect(judge({ effect, tool: 'mcp__db__*' }, query)).toBe(effect)
      expect(judge({ effect, tool: 'mcp__db__*' }, from('project'))).toBe(effect)
    }
  })

  test('an allow that names no source is not taken into the list', () => {
    const policies = new Policies(new MemoryStore())
    const put = (fields: object) => policies.put({ rules: [rule({ tool: 'mcp__db__*', ...fields })] })
    expect(() => put({})).toThrow(/names no source/)
    expect(policies.list.rules).toEqual([])
    put({ effect: 'deny' })
    expect(put({ source: 'user' }).rules).toHaveLength(1)
  })
})
