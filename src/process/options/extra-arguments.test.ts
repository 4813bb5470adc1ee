import { describe, expect, test } from 'vitest'
import { OptionsError } from '../errors.ts'
import { parseVersion } from '../version.ts'
import { buildArguments } from './arguments.ts'
import type { CliOptions } from './options.ts'

function build(options: CliOptions): string[] {
  return buildArguments(options, parseVersion('2.1.325'), { env: {}, uid: 1000 }).args
}

describe('extraArgs', () => {
  test('R-FLAG-36 come last, with or without a value', () => {
    const args = build({ model: 'opus', extraArgs: { 'safe-mode': null, name: '-tests', file: '' } })
    expect(args.slice(-3)).toEqual(['--safe-mode', '--name=-tests', '--file='])
  })

  test('may repeat a flag that can be repeated, and name a switch that is on anyway', () => {
    const args = build({
      additionalDirectories: ['/a'],
      extraArgs: { 'add-dir': '/b', 'replay-user-messages': null },
    })
    expect(args.filter((arg) => arg.startsWith('--add-dir'))).toEqual(['--add-dir=/a', '--add-dir=/b'])
    expect(args.filter((arg) => arg === '--replay-user-messages')).toHaveLength(1)
  })

  test('may set what has an option that is not used', () => {
    expect(build({ extraArgs: { model: 'opus' } }).at(-1)).toBe('--model=opus')
  })

  test.each<[CliOptions, RegExp]>([
    [{ extraArgs: { 'output-format': 'json' } }, /cannot set --output-format, which is always passed/],
    [{ extraArgs: { verbose: null } }, /cannot set --verbose/],
    [{ extraArgs: { 'permission-mode': 'auto' } }, /Use the option `permissionMode`/],
    [{ extraArgs: { 'permission-prompt-tool': 'x' } }, /Use the option `permissionPromptToolName`/],
    [{ model: 'opus', extraArgs: { model: 'haiku' } }, /--model is passed already/],
    [{ extraArgs: { '--model': 'x' } }, /Write it without dashes/],
    [{ extraArgs: { 'a=b': 'x' } }, /"a=b" in `extraArgs` is no flag/],
    [{ extraArgs: { '': null } }, /is no flag/],
    [{ extraArgs: { name: true } } as unknown as CliOptions, /must be a text, or null/],
  ])('refused: %j', (options, message) => {
    expect(() => build(options)).toThrow(OptionsError)
    expect(() => build(options)).toThrow(message)
  })
})
