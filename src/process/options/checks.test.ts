import { describe, expect, test } from 'vitest'
import { OptionsError } from '../errors.ts'
import { parseVersion } from '../version.ts'
import { buildArguments } from './arguments.ts'
import type { ChildFacts } from './checks.ts'
import type { CliOptions } from './options.ts'

const id = '11111111-1111-4111-8111-111111111111'
const user = { env: {}, uid: 1000 }

function build(options: CliOptions, child: ChildFacts = user) {
  return buildArguments(options, parseVersion('2.1.325'), child)
}

/** As from a program without types. */
function untyped(options: { [Option in keyof CliOptions]: unknown }): CliOptions {
  return options as CliOptions
}

describe('R-FLAG-39 what cannot work is refused in words', () => {
  test.each<[CliOptions, RegExp]>([
    [{ model: 'opus', fallbackModel: 'opus' }, /is the model itself, "opus"/],
    [{ model: 'opus', fallbackModel: 'opus, opus' }, /is the model itself/],
    [{ resume: id, continue: true }, /use one of them/],
    [{ sessionId: 'mine' }, /must be a UUID, not "mine"/],
    [{ sessionId: id, resume: id }, /only if `forkSession` is set too/],
    [{ sessionId: id, continue: true }, /only if `forkSession` is set too/],
    [{ forkSession: true }, /needs a session to fork/],
    [{ resumeSessionAt: id }, /`resumeSessionAt` needs `resume`/],
    [{ resumeSessionAt: id, continue: true }, /`continue` is not enough/],
    [{ resumeDropsTurn: id, resume: id }, /`resumeDropsTurn` needs `resumeSessionAt`/],
    [{ sessionMirror: true, persistSession: false }, /which with `persistSession: false` is nothing/],
    [{ permissionMode: 'delegate' }, /"delegate" is gone/],
    [
      untyped({ permissionMode: 'yolo' }),
      /"yolo" is not a permission mode\. There are default, acceptEdits,/,
    ],
    [{ dangerouslySkipPermissions: true, permissionMode: 'plan' }, /silently replace .* "plan"/],
    [{ maxTurns: 0 }, /`maxTurns` must be a whole number above 0, not 0/],
    [{ maxTurns: 1.5 }, /`maxTurns` must be a whole number/],
    [{ maxBudgetUsd: -1 }, /`maxBudgetUsd` must be a number above 0, not -1/],
    [{ maxBudgetUsd: Number.NaN }, /not NaN/],
    [{ maxBudgetUsd: Number.POSITIVE_INFINITY }, /not Infinity/],
    [untyped({ maxTurns: '3' }), /not "3"/],
    [{ taskBudget: 0 }, /`taskBudget` must be/],
    [{ maxThinkingTokens: -1 }, /a whole number, 0 or more, not -1/],
    [{ settings: '{nope' }, /`settings` is JSON that does not parse/],
    [untyped({ sandbox: true }), /`sandbox` must be an object/],
    [untyped({ settings: [1] }), /`settings` must be an object or a text/],
    [{ managedSettings: '{nope' }, /`managedSettings` is JSON that does not parse/],
    [{ managedSettings: '/policy.json' }, /the CLI reads no file here/],
    [{ mcpConfig: '{nope' }, /`mcpConfig` is JSON that does not parse/],
    [{ mcpConfig: ['{"files":{}}'] }, /JSON without the object `mcpServers`/],
    [
      untyped({ mcpServers: { files: { command: 5 } } }),
      /MCP server "files" cannot be used: .*command.*string/,
    ],
    [untyped({ mcpServers: [] }), /`mcpServers` must be an object/],
    [untyped({ jsonSchema: [] }), /`jsonSchema` is a list, not a JSON schema/],
    [untyped({ jsonSchema: 'object' }), /`jsonSchema` is the text "object", not a JSON schema/],
    [
      { jsonSchema: { properties: { age: { type: 'nubmer' } } } },
      /`jsonSchema`\.properties\.age\.type: there is no 'nubmer'; did you mean 'number'\?/,
    ],
    [{ model: '' }, /`model` is empty/],
    [untyped({ model: null }), /`model` must be a text, not null/],
    [untyped({ thinking: 'hard' }), /one of adaptive, enabled, disabled, not "hard"/],
    [untyped({ settingSources: ['home'] }), /one of user, project, local, not "home"/],
    [untyped({ permissionPrompts: 'me' }), /one of host, none/],
    [untyped({ strictMcpConfig: 'no' }), /must be true or false, not "no"/],
    [untyped({ betas: 5 }), /must be a list, not 5/],
    [{ allowedTools: ['Bash', ''] }, /`allowedTools` is empty/],
  ])('%j', (options, message) => {
    expect(() => build(options)).toThrow(OptionsError)
    expect(() => build(options)).toThrow(message)
  })

  test('what does not fit together is told all at once', () => {
    try {
      build({ resume: id, continue: true, sessionId: 'x', permissionMode: 'delegate' })
      expect.unreachable()
    } catch (error) {
      expect((error as OptionsError).problems).toHaveLength(4)
    }
  })

  test('a value that cannot be JSON', () => {
    const circle: { [key: string]: unknown } = {}
    circle.self = circle
    expect(() => build({ jsonSchema: circle })).toThrow(/cannot be written as JSON/)
  })
})

describe('what works is let through', () => {
  test.each<CliOptions>([
    { model: 'opus', fallbackModel: 'sonnet,opus' },
    { sessionId: id.toUpperCase().replace('4', 'f') },
    { sessionId: id, resume: id, forkSession: true },
    { sessionId: id, continue: true, forkSession: true },
    { resume: 'the title of a session' },
    { resume: id, persistSession: false },
    { continue: true, persistSession: false },
    { sessionId: id, persistSession: false },
    { resume: id, resumeSessionAt: id, resumeDropsTurn: id },
    { dangerouslySkipPermissions: true, permissionMode: 'bypassPermissions' },
    { dangerouslySkipPermissions: false, permissionMode: 'plan' },
    { managedSettings: ' {"permissions":{}}' },
    { mcpConfig: '/servers.json' },
  ])('%j', (options) => {
    expect(build(options).args.length).toBeGreaterThan(0)
  })
})

describe('R-FLAG-39 as root, permissions are bypassed only in a sandbox', () => {
  const bypassing: CliOptions[] = [
    { permissionMode: 'bypassPermissions' },
    { dangerouslySkipPermissions: true },
    { allowDangerouslySkipPermissions: true },
  ]
  test.each(bypassing)('%j', (options) => {
    expect(() => build(options, { env: {}, uid: 0 })).toThrow(
      /as root, unless its environment has IS_SANDBOX=1/,
    )
    expect(() => build(options, { env: { IS_SANDBOX: 'true' }, uid: 0 })).toThrow(OptionsError)
    for (const child of [
      { env: { IS_SANDBOX: '1' }, uid: 0 },
      { env: {}, uid: 1000 },
    ]) {
      expect(build(options, child).args.length).toBeGreaterThan(0)
    }
  })
})
