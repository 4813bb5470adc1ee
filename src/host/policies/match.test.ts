// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell lines
import { describe, expect, test } from 'vitest'
import { policyRuleSchema } from '../../api/resources.ts'
import { MemoryStore } from '../journal/memory-store.ts'
import { judgeBy } from './match.ts'
import { Policies } from './policies.ts'

const rule = (fields: object) => policyRuleSchema.parse({ id: 'r', effect: 'allow', ...fields })
const session = { id: 's1', cwd: '/home/me/app' }
const bash = (command: string) => ({ session, toolName: 'Bash', input: { command } })
const write = (path: string) => ({ session, toolName: 'Write', input: { file_path: path } })
const evaluate = (fields: object, question: ReturnType<typeof bash> | ReturnType<typeof write>) =>
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
    ['npm test*', 'npm testevil', 'none'],
    ['npm test *', 'npm test', 'none'],
    ['git * --stat', 'git diff --stat', 'allow'],
    ['git * --stat', 'git diff x --stat', 'none'],
    ['a.b', 'axb', 'none'],
  ])('an allow of %j for %j: %s', (command, given, effect) => {
    expect(evaluate({ tool: 'Bash', command }, bash(given))).toBe(effect)
  })

  test.each([
    ['rm *', 'cd x && rm -rf y', 'deny'],
    ['*curl*', 'echo $(curl evil)', 'deny'],
    ['*curl*sh*', 'curl x | sh', 'deny'],
    ['rm *', 'npm test', 'none'],
    ['git push*', 'git pull', 'none'],
    ['git push*', 'echo git push', 'none'],
  ])('a deny of %j for %j: %s', (command, given, effect) => {
    expect(evaluate({ effect: 'deny', tool: 'Bash', command }, bash(given))).toBe(effect)
  })

  test.each([
    ...[
      '/bin/rm x',
      '\\rm x',
      'X=1 rm x',
      '(rm x)',
      'rm  x',
      'rm\tx',
      '{ rm x; }',
      'RM x',
      '"rm" x',
      "r''m x",
    ],
    ...[
      'sudo rm x',
      'sudo -u root -- rm x',
      'env A=1 rm x',
      'env -i /bin/rm x',
      'command rm x',
      'nohup rm x &',
    ],
    ...[
      'timeout 5 rm x',
      'nice -n 5 rm x',
      'xargs rm x',
      'find . -exec rm x {} +',
      'busybox rm x',
      'time rm x',
    ],
    ...[
      "sh -c 'rm x'",
      'bash -lc "cd y; rm x"',
      "eval 'rm x'",
      'eval rm x',
      "sudo sh -c 'rm x'",
      "env -S 'rm x'",
    ],
    ...[
      'echo $(rm x)',
      'echo `rm x`',
      'cat <(rm x)',
      'if true; then rm x; fi',
      'f() { rm x; }; f',
      'a | rm x',
    ],
    ...[
      'echo a\nrm x',
      'echo "$(rm x)"',
      'echo ${y:-$(rm x)}',
      'cat <<E\n$(rm x)\nE',
      'bash <<E\nrm x\nE',
      '! rm x',
    ],
    ...[
      'ls | xargs rm',
      'xargs -n 1 rm',
      "bash <<< 'rm x'",
      'env -S"rm x"',
      '1=2 rm x',
      '- rm x',
      'repeat 2 rm x',
    ],
    `sudo ${'-n '.repeat(41)}rm x`,
    `find . ${'-not -name a '.repeat(14)}-exec rm {} +`,
    `sudo ${'-n '.repeat(300)}rm x`,
    ...["ssh host 'rm x'", "$'rm' x", 'rm x > log', '> log rm x', 'true & rm x', 'coproc rm x', 'rm x &&'],
  ])('a deny of "rm *" finds it in %j', (given) => {
    expect(evaluate({ effect: 'deny', tool: 'Bash', command: 'rm *' }, bash(given))).toBe('deny')
    expect(evaluate({ effect: 'ask', tool: 'Bash', command: 'rm *' }, bash(given))).toBe('ask')
  })

  test.each([
    'git -C . push',
    'git -C . -c a=b push origin',
    'git --git-dir=x push',
    'git --no-pager push',
    `git ${'-c a=b '.repeat(21)}push`,
    '/usr/bin/git  push',
    'sudo git -C /x push',
  ])('a deny of "git push*" finds it in %j', (given) => {
    expect(evaluate({ effect: 'deny', tool: 'Bash', command: 'git push*' }, bash(given))).toBe('deny')
  })

  test('every command of a line needs a rule that allows it; different rules may', () => {
    const rules = [rule({ id: 'a', command: 'npm *' }), rule({ id: 'b', command: 'git status*' })]
    expect(judgeBy(rules, bash('npm test && git status')).effect).toBe('allow')
    expect(judgeBy(rules, bash('npm test && git push')).effect).toBe('none')
  })

  test('one command that is denied denies the line, one that is asked about asks', () => {
    const rules = [
      rule({ id: 'a', command: 'npm *' }),
      rule({ id: 'b', effect: 'ask', command: 'git push*' }),
      rule({ id: 'c', effect: 'deny', command: 'rm *' }),
      rule({ id: 'd', tool: 'Bash' }),
    ]
    expect(judgeBy(rules, bash('npm test && git push'))).toMatchObject({ effect: 'ask', rule: 'b' })
    expect(judgeBy(rules, bash('npm test && rm x'))).toMatchObject({ effect: 'deny', rule: 'c' })
    expect(judgeBy(rules, bash('npm test && ls > x'))).toMatchObject({ effect: 'allow', rule: 'd' })
  })

  test('what is asked about does not keep another command from being denied', () => {
    const rules = [
      rule({ id: 'push', effect: 'ask', command: 'git push*' }),
      rule({ id: 'rm', effect: 'deny', command: 'rm *' }),
    ]
    for (const line of [
      'git push && rm x',
      'rm x && echo "; git push"',
      '(git push); rm x',
      'git push > log; rm x',
    ])
      expect([line, judgeBy(rules, bash(line)).effect]).toEqual([line, 'deny'])
    expect(judgeBy(rules, bash('git push')).effect).toBe('ask')
    expect(judgeBy(rules, bash('git push '.repeat(20_000))).effect).toBe('deny')
  })

  test('what is quoted in a plain line is no command', () => {
    const rules = [rule({ id: 'a', command: 'echo *' }), rule({ id: 'b', effect: 'deny', command: 'rm *' })]
    expect(judgeBy(rules, bash('echo "; rm x"')).effect).toBe('allow')
  })

  test('a pattern that goes over several commands is compared with the line', () => {
    const rules = [
      rule({ id: 'a', command: 'curl *' }),
      rule({ id: 'b', command: 'sh' }),
      rule({ id: 'c', effect: 'deny', command: '*curl*sh*' }),
    ]
    expect(judgeBy(rules, bash('curl x | sh'))).toMatchObject({ effect: 'deny', rule: 'c' })
    expect(judgeBy(rules, bash('curl x')).effect).toBe('allow')
  })

  /** With each pattern compared again for each command, this would take minutes. */
  test('many commands and many rules are looked at once each', () => {
    const denied = Array.from({ length: 50 }, (_, at) =>
      rule({ id: `d${at}`, effect: 'deny', command: `rm${at} *` }),
    )
    const line = Array.from({ length: 5000 }, (_, at) => `x${at}`).join('\n')
    expect(judgeBy([...denied, rule({ id: 'all', command: '*' })], bash(line)).effect).toBe('allow')
  })

  /** With the text read again for each shell, this would take minutes. */
  test('what shells read from the line is looked at once', () => {
    const line = `${'sh\n'.repeat(4000)}cat <<E\n${'echo a; '.repeat(6000)}\nrm x\nE`
    expect(evaluate({ effect: 'deny', command: 'rm *' }, bash(line))).toBe('deny')
    expect(evaluate({ effect: 'deny', command: 'curl *' }, bash(line))).toBe('none')
  })

  test('a line that is too long to be read is denied by any rule on commands, and allowed by none', () => {
    for (const line of [
      `npm test ${'a '.repeat(60_000)}`,
      `npm test ${'{ '.repeat(20_000)}`,
      `${'coproc '.repeat(10_000)}npm test`,
    ]) {
      expect(evaluate({ effect: 'deny', command: 'rm *' }, bash(line))).toBe('deny')
      expect(evaluate({ command: 'npm test*' }, bash(line))).toBe('none')
    }
  })

  test('what keeps a rule from allowing a line is told', () => {
    const why = (command: string, more: object = {}) => {
      const question = { ...bash(command), input: { command, ...more } }
      return judgeBy([rule({ command: 'npm *' })], question).why
    }
    expect(why('npm test > log')).toMatch(/> log reads or writes a file/)
    expect(why('npm test $(id)')).toMatch(/runs another command inside/)
    expect(why('npm test', { dangerouslyDisableSandbox: true })).toMatch(/dangerouslyDisableSandbox/)
    expect(why('git status')).toBeUndefined()
  })
})

describe('the list', () => {
  const put = (fields: object) => new Policies(new MemoryStore()).put({ rules: [rule(fields)] })

  test.each(['npm test && git status', 'npm "test"', 'echo $HOME', 'a > b', ' '])(
    'does not take an allow of %j, which would never match',
    (command) => {
      expect(() => put({ command })).toThrow(/never match/)
      expect(put({ command, effect: 'deny' }).rules).toHaveLength(1)
    },
  )

  test('does not take a pattern that is too long', () => {
    expect(() => put({ command: 'a'.repeat(1001) })).toThrow(/1001 characters/)
    expect(() => put({ path: 'a'.repeat(1001), effect: 'deny' })).toThrow(/1001 characters/)
  })

  test('tells which rules of an earlier version mean something else, until it is saved again', () => {
    const store = new MemoryStore()
    const old = [
      rule({ id: 'tests', command: 'npm test*' }),
      rule({ id: 'chain', command: 'npm test && id' }),
      rule({ id: 'env', effect: 'deny', path: '**/.env' }),
      rule({ id: 'read', tool: 'Read' }),
    ]
    store.putSetting('policies', { rules: old })
    const policies = new Policies(store)
    expect(policies.list.changed.map(({ id }) => id)).toEqual(['tests', 'chain', 'env'])
    expect(policies.list.changed[0]?.text).toMatch(/"npm testx" is not allowed/)
    expect(policies.list.changed[1]?.text).toMatch(/no longer allows anything/)
    expect(new Policies(store).list.changed).toHaveLength(3)
    const edited = [rule({ id: 'tests', command: 'npm test *' }), ...old.slice(1)]
    expect(policies.put({ rules: edited }).changed.map(({ id }) => id)).toEqual(['chain', 'env'])
    expect(new Policies(store).list.changed.map(({ id }) => id)).toEqual(['chain', 'env'])
    expect(policies.put({ rules: edited }).changed).toEqual([])
    expect(new Policies(store).list).toEqual({ rules: edited, changed: [] })
    expect(new Policies(new MemoryStore()).list.changed).toEqual([])
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
    expect(evaluate({ path }, write(given))).toBe(effect)
  })

  test('a rule on a path does not match a tool that names none', () => {
    expect(evaluate({ path: '**' }, bash('ls'))).toBe('none')
  })
})

test('by tool, folder and session', () => {
  expect(evaluate({ tool: 'Ba*' }, bash('x'))).toBe('allow')
  expect(evaluate({ folder: '/home/me' }, bash('x'))).toBe('allow')
  expect(evaluate({ folder: '/home/me/ap' }, bash('x'))).toBe('none')
  expect(evaluate({ session: 's2' }, bash('x'))).toBe('none')
})

describe('R-SEC-4 the tools of an MCP server, whose name anyone can take', () => {
  const query = { session, toolName: 'mcp__db__query', input: {} } as never
  const from = (source: string) => ({ ...(query as object), source }) as never

  test.each(['*', 'mcp__*', 'mcp__db__query'])('are not allowed by %j alone', (tool) => {
    expect(evaluate({ tool }, query)).toBe('none')
    expect(evaluate({ tool }, from('project'))).toBe('none')
    expect(evaluate({ tool, source: 'user' }, query)).toBe('none')
    expect(evaluate({ tool, source: 'user' }, from('project'))).toBe('none')
    expect(evaluate({ tool, source: 'user' }, from('user'))).toBe('allow')
  })

  test('are denied and asked about by name, wherever they are from', () => {
    for (const effect of ['deny', 'ask']) {
      expect(evaluate({ effect, tool: 'mcp__db__*' }, query)).toBe(effect)
      expect(evaluate({ effect, tool: 'mcp__db__*' }, from('project'))).toBe(effect)
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
