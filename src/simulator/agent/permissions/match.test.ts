import { describe, expect, test } from 'vitest'
import { isFileCommand, isReadOnly, partsOf, ruleFor, targetsOf } from './bash.ts'
import { commandMatches, matches } from './match.ts'
import { isInside, normalized, pathsOutside } from './paths.ts'
import { parseRule } from './rules.ts'

const rule = (text: string) => ({ ...parseRule(text), source: 'session', behavior: 'allow' }) as const
const matched = (text: string, tool: string, input: object) =>
  matches(rule(text), { tool, input: { ...input } }, '/project')

test.each([
  ['Bash', 'Bash', { command: 'ls' }, true],
  ['Bash(npm test)', 'Bash', { command: 'npm test' }, true],
  ['Bash(npm test)', 'Bash', { command: 'npm test --all' }, false],
  ['Bash(npm *)', 'Bash', { command: 'npm test' }, true],
  ['Bash(npm:*)', 'Bash', { command: 'npmx' }, false],
  ['Edit', 'Write', { file_path: '/project/a' }, false],
  ['Edit(src/**)', 'Write', { file_path: '/project/src/deep/a.ts' }, true],
  ['Edit(src/*)', 'Write', { file_path: '/project/src/deep/a.ts' }, false],
  ['Read(//etc/**)', 'Read', { file_path: '/etc/hosts' }, true],
  ['Task', 'Agent', {}, true],
  ['mcp__calc', 'mcp__calc__add', {}, true],
  ['mcp__calc__add', 'mcp__calc__sub', {}, false],
  ['WebFetch(domain:a.org)', 'WebFetch', { url: 'https://a.org/x' }, true],
  ['WebFetch(domain:a.org)', 'WebFetch', { url: 'nonsense' }, false],
])('the rule %s and a call of %s with %o: %s', (text, tool, input, expected) => {
  expect(matched(text, tool, input)).toBe(expected)
})

test('a rule with stars inside', () => {
  expect(commandMatches('git * --all', 'git log --all')).toBe(true)
})

describe('of a command it is told', () => {
  test.each([
    ['ls -l | wc', true],
    ['git status && git diff', true],
    ['git push', false],
    ['echo x > file', false],
    ['cat $(which node)', false],
    ['touch a', false],
  ])('whether it only reads: %s', (command, expected) => {
    expect(isReadOnly(command)).toBe(expected)
  })

  test('whether it only handles files, and which rule fits', () => {
    expect(isFileCommand('mkdir a && touch a/b')).toBe(true)
    expect(isFileCommand('npm test')).toBe(false)
    expect(ruleFor('npm test --all')).toBe('npm test *')
    expect(ruleFor('mkdir -p a')).toBe('mkdir -p a')
    expect(ruleFor('echo a > b.txt')).toBe('echo a *')
  })

  test('which commands it is made of, and which files it is about', () => {
    expect(partsOf('cd sub && npm test; ls | wc')).toEqual(['cd sub', 'npm test', 'ls', 'wc'])
    expect(partsOf('for a in b; do c; done')).toEqual(['for a in b; do c; done'])
    expect(targetsOf('cp -r a.txt b')).toEqual(['a.txt', 'b'])
    expect(targetsOf('echo a >> b.txt')).toEqual(['b.txt'])
    expect(targetsOf('npm test')).toEqual([])
  })

  test('which paths it names outside of the folders', () => {
    expect(pathsOutside('cat /etc/hosts /project/a ../x 2>/dev/null', [], '/project')).toEqual([
      '/etc/hosts',
      '../x',
    ])
    expect(isInside('/more/a', ['/more'], '/project')).toBe(true)
    expect(normalized({ file_path: 'a', other: 'a' }, '/project')).toEqual({
      file_path: '/project/a',
      other: 'a',
    })
  })
})
