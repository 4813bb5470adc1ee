import { describe, expect, test } from 'vitest'
import { profileOf } from '../version.ts'
import { readOptions, splitRules } from './options.ts'
import { parseFlags } from './parse.ts'

const old = profileOf('2.1.197')
const now = profileOf('2.1.325')
const STREAM = '--input-format stream-json --output-format stream-json --verbose'
const read = (line: string, profile = now) =>
  readOptions(parseFlags(line.split(' '), profile), { IS_SANDBOX: '1' }, profile)

describe('the command line is refused', () => {
  test.each([
    ['--no-such-flag', "unknown option '--no-such-flag'"],
    ['--model', "option '--model <model>' argument missing"],
    ['--permission-mode=delegate', "argument 'delegate' is invalid"],
    ['--sim-version=1', "argument '1' is invalid"],
    ['--output-format stream-json', 'requires --verbose'],
    ['--input-format stream-json', 'requires output-format=stream-json'],
    ['--replay-user-messages', '--replay-user-messages requires both'],
    ['--include-partial-messages', 'requires --print and --output-format=stream-json'],
    [`${STREAM} --session-id=x`, 'Must be a valid UUID'],
    [`${STREAM} --session-id=x --resume y`, 'if --fork-session is also specified'],
    [`${STREAM} --resume-session-at=x`, '--resume-session-at requires --resume'],
    [`${STREAM} --mcp-config {`, 'Invalid MCP configuration'],
    [`${STREAM} --settings /no/such/file`, 'Settings file not found'],
  ])('%s', (line, reason) => {
    expect(() => read(line)).toThrow(reason)
  })

  test('by an old version, where a flag or a value is newer', () => {
    expect(() => read('--permission-prompts=host', old)).toThrow('unknown option')
    expect(() => read('--permission-mode=manual', old)).toThrow('is invalid')
    expect(read('--permission-mode=manual').mode).toBe('default')
  })
})

describe('the command line is read', () => {
  test('with values after a space, after an equals sign, and several of them', () => {
    const options = read(
      `${STREAM} -p --allowedTools Bash Edit --disallowedTools=Read,Write --add-dir a --add-dir=b hello`,
    )
    expect(options).toMatchObject({ allowed: ['Bash', 'Edit'], disallowed: ['Read', 'Write'], print: true })
    expect(options.directories).toEqual(['a', 'b'])
    expect(options.prompt).toBe('hello')
  })

  test('with values that begin with a dash', () => {
    expect(read('--model=-x').model).toBe('-x')
  })

  test('with what skips permissions', () => {
    expect(read('--dangerously-skip-permissions')).toMatchObject({
      mode: 'bypassPermissions',
      canBypass: true,
    })
    expect(read('--allow-dangerously-skip-permissions')).toMatchObject({ mode: 'default', canBypass: true })
  })

  test('with rules that hold commas', () => {
    expect(splitRules('Bash(echo a, b),Edit(src/**) Read')).toEqual([
      'Bash(echo a, b)',
      'Edit(src/**)',
      'Read',
    ])
  })
})
