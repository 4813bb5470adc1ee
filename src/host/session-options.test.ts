/** The options of a new session: refused at once, with path and what is expected, and nothing that the CLI can be given. */
import { describe, expect, test } from 'vitest'
import { createSessionSchema } from '../api/commands.ts'
import { ApiError } from '../api/errors.ts'
import { sessionOptionsSchema } from '../api/session-options.ts'
import { buildArguments } from '../process/options/arguments.ts'
import { FLAGS } from '../process/options/flag-table.ts'
import { parseVersion } from '../process/version.ts'
import { parsed } from './http/request.ts'

const UUID = '01234567-89ab-cdef-0123-456789abcdef'
const NEWEST = parseVersion('9.9.9')

const VALUES: readonly unknown[] = [
  ...[
    '',
    ' ',
    'x',
    'a,b',
    'user',
    'default',
    'all',
    'host',
    'adaptive',
    'summarized',
    'plan',
    'manual',
    UUID,
  ],
  ...['{"mcpServers":{}}', '{', 'file.json'],
  ...[0, 1, 1.5, -1, 1e300, true, false],
  ...[[], ['x'], ['x', 'y'], ['user'], [''], [1], {}, { a: 1 }, { a: { command: 'node' } }, { a: 'x' }],
]
/** What an option does not work without. */
const WITH: Readonly<Record<string, object>> = {
  forkSession: { resume: UUID },
  resumeSessionAt: { resume: UUID },
  resumeDropsTurn: { resume: UUID, resumeSessionAt: UUID },
}
/** The command line takes these too, but not as they are meant: a text that is no JSON, and no tool at all. */
function isMistaken(name: string, value: unknown): boolean {
  return (name === 'jsonSchema' && typeof value === 'string') || (name === 'allowedTools' && value === '')
}

function works(name: string, value: unknown): boolean {
  try {
    const options = { ...WITH[name], [name]: value } as Parameters<typeof buildArguments>[0]
    buildArguments(options, NEWEST, { env: {}, uid: 1000 })
    return true
  } catch {
    return false
  }
}

describe('what the command line takes, a new session takes', () => {
  test.each([...Object.keys(FLAGS), 'sandbox'])('%s', (name) => {
    const accepted = VALUES.filter((value) => sessionOptionsSchema.safeParse({ [name]: value }).success)
    const working = VALUES.filter((value) => works(name, value) && !isMistaken(name, value))
    expect(accepted.length).toBeGreaterThan(0)
    expect(accepted.length).toBeLessThan(VALUES.length)
    expect(accepted).toEqual(expect.arrayContaining(working))
  })
})

test('one name without a list is a list of one', () => {
  expect(sessionOptionsSchema.parse({ allowedTools: 'Read', settingSources: 'user' })).toEqual({
    allowedTools: ['Read'],
    settingSources: ['user'],
  })
})

test('JSON text of a schema is the schema; values of the environment are texts', () => {
  expect(sessionOptionsSchema.parse({ jsonSchema: '{"type":"object"}', env: { PORT: 80 } })).toEqual({
    jsonSchema: { type: 'object' },
    env: { PORT: '80' },
  })
})

test('what goes into `initialize` is passed on, with fields of sub-agents that are not listed', () => {
  const options = {
    systemPrompt: ['a', ''],
    appendSystemPrompt: '',
    systemPromptSnapshot: null,
    toolAliases: { Bash: 'Shell' },
    agents: { a: { description: 'd', prompt: 'p', permissionMode: 'plan' } },
    supportedDialogKinds: [],
    sdkMcpServerConfigs: { a: {} },
  }
  expect(sessionOptionsSchema.parse(options)).toEqual(options)
})

test.each<[Record<string, unknown>, string]>([
  [{ model: 5 }, 'body.options.model: Invalid input: expected string, received number'],
  [{ model: ' ' }, 'body.options.model: it is empty'],
  [{ maxTurns: 0 }, 'body.options.maxTurns: expected a number above 0'],
  [{ maxTurns: 1.5 }, 'body.options.maxTurns: expected a whole number'],
  [
    { thinking: 'hard' },
    'body.options.thinking: Invalid option: expected one of "adaptive"|"enabled"|"disabled"',
  ],
  [{ allowedTools: [''] }, 'body.options.allowedTools.0: it is empty'],
  [
    { mcpServers: { a: { type: 'http' } } },
    'body.options.mcpServers.a: expected an MCP server with what its type needs',
  ],
  [
    { agents: { a: { prompt: 'p' } } },
    'body.options.agents.a.description: Invalid input: expected string, received undefined',
  ],
  [{ env: { A: {} } }, 'body.options.env.A: expected a text'],
  [{ extraArgs: { bare: true } }, 'body.options.extraArgs.bare: expected a text, or null'],
  [{ sessionId: 'mine' }, 'body.options.sessionId: expected a UUID'],
  [{ settings: [] }, 'body.options.settings: expected an object, or a text that is not empty'],
  [{ continue: 'yes' }, 'body.options.continue: Invalid input: expected boolean, received string'],
])('%j is refused', (options, message) => {
  const parse = () => parsed(createSessionSchema, { cwd: '/', options }, 'body')
  expect(parse).toThrow(ApiError)
  expect(parse).toThrow(message)
})
