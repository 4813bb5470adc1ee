import { describe, expect, test } from 'vitest'
import { parseVersion } from '../version.ts'
import { buildArguments } from './arguments.ts'
import { FLAGS } from './flag-table.ts'
import type { CliOptions } from './options.ts'

const v197 = parseVersion('2.1.197 (Claude Code)')
const v325 = parseVersion('2.1.325 (Claude Code)')
const user = { env: {}, uid: 1000 }

function build(options: CliOptions, version = v325) {
  return buildArguments(options, version, user)
}

/** What the options add to the command line of a session without any. */
function added(options: CliOptions, version = v325): string[] {
  const plain = build({}, version).args
  return build(options, version).args.filter((arg) => !plain.includes(arg))
}

describe('buildArguments', () => {
  test('R-FLAG-1 R-FLAG-18 R-FLAG-35 without options: a stream both ways, the default mode, echo and partials', () => {
    expect(build({})).toEqual({
      args: [
        ...['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'],
        ...['--permission-prompt-tool=stdio', '--permission-mode=default'],
        ...['--replay-user-messages', '--include-partial-messages'],
        '--settings={"useAutoModeDuringPlan":false}',
      ],
      leftOut: [],
      sdkServers: [],
    })
  })

  test('R-FLAG-35 echo and partial messages can be turned off, hook events on', () => {
    const { args } = build({
      replayUserMessages: false,
      includePartialMessages: false,
      includeHookEvents: true,
    })
    expect(args).not.toContain('--replay-user-messages')
    expect(args).not.toContain('--include-partial-messages')
    expect(args).toContain('--include-hook-events')
  })

  test('R-FLAG-22 R-FLAG-24 options with one value', () => {
    const options: CliOptions = {
      model: 'opus',
      fallbackModel: ['sonnet', 'haiku'],
      effort: 'high',
      thinking: 'adaptive',
      maxThinkingTokens: 0,
      thinkingDisplay: 'omitted',
      maxTurns: 3,
      maxBudgetUsd: 0.5,
      taskBudget: 20_000,
      agent: 'reviewer',
      managedSettings: { permissions: { deny: ['Bash'] } },
      projectConfigRoot: '/project',
    }
    expect(added(options)).toEqual([
      ...['--model=opus', '--fallback-model=sonnet,haiku', '--effort=high', '--thinking=adaptive'],
      ...['--max-thinking-tokens=0', '--thinking-display=omitted', '--max-turns=3'],
      ...['--max-budget-usd=0.5', '--task-budget=20000', '--agent=reviewer'],
      ...['--managed-settings={"permissions":{"deny":["Bash"]}}', '--project-config-root=/project'],
    ])
  })

  test('R-FLAG-25 R-FLAG-26 lists are one value with commas, and an empty one may mean none', () => {
    expect(added({ tools: ['Bash', 'Read'], allowedTools: ['Bash(git log *)', 'Edit'] })).toEqual([
      '--tools=Bash,Read',
      '--allowedTools=Bash(git log *),Edit',
    ])
    expect(added({ disallowedTools: ['Bash'], settingSources: ['user', 'project'] })).toEqual([
      '--disallowedTools=Bash',
      '--setting-sources=user,project',
    ])
    expect(added({ tools: 'default' })).toEqual(['--tools=default'])
    expect(added({ tools: [], settingSources: [] })).toEqual(['--tools=', '--setting-sources='])
    expect(added({ allowedTools: [], disallowedTools: [], betas: [], plugins: [] })).toEqual([])
  })

  test('R-FLAG-31 what may be repeated is one flag per entry, also betas', () => {
    const options = {
      additionalDirectories: ['/a', '/b c'],
      plugins: ['/p'],
      pluginsWithoutMcp: ['/q'],
      betas: ['x', 'y'],
    }
    expect(added(options)).toEqual([
      ...['--betas=x', '--betas=y'],
      ...['--plugin-dir=/p', '--plugin-dir-no-mcp=/q', '--add-dir=/a', '--add-dir=/b c'],
    ])
  })

  test('R-FLAG-34 options of the session', () => {
    const id = '11111111-1111-4111-8111-111111111111'
    expect(added({ resume: id, forkSession: true, sessionId: id, resumeSessionAt: 'm' })).toEqual([
      ...[`--resume=${id}`, '--fork-session', '--resume-session-at=m', `--session-id=${id}`],
    ])
    expect(added({ continue: true, persistSession: false })).toEqual([
      '--continue',
      '--no-session-persistence',
    ])
    expect(added({ persistSession: true, continue: false, sessionMirror: true })).toEqual([
      '--session-mirror',
    ])
  })

  test('R-FLAG-28 skills are allowed as tools', () => {
    expect(added({ skills: 'all' })).toEqual(['--allowedTools=Skill'])
    expect(added({ skills: ['pdf'], allowedTools: ['Read'] })).toEqual(['--allowedTools=Read,Skill(pdf)'])
  })

  test('R-FLAG-20 bypassing permissions can be made available', () => {
    expect(added({ allowDangerouslySkipPermissions: true })).toEqual(['--allow-dangerously-skip-permissions'])
    expect(build({ dangerouslySkipPermissions: true }).args).toContain('--permission-mode=bypassPermissions')
  })

  test('a tool may answer for the host, and the newer name of the default mode is not needed', () => {
    const { args } = build({ permissionPromptToolName: 'mcp__x__ask', permissionMode: 'manual' })
    expect(args).toContain('--permission-prompt-tool=mcp__x__ask')
    expect(args).toContain('--permission-mode=default')
  })

  test('debug capture', () => {
    expect(added({ debug: true, debugFile: '/log', debugToStderr: true })).toEqual([
      ...['--debug', '--debug-file=/log', '--debug-to-stderr'],
    ])
    expect(added({ debug: '!file,api' })).toEqual(['--debug=!file,api'])
    expect(added({ debug: false })).toEqual([])
  })

  test('R-FLAG-29 a schema is JSON', () => {
    expect(added({ jsonSchema: { type: 'object' } })).toEqual(['--json-schema={"type":"object"}'])
  })

  test('R-FLAG-37 a value that begins with a dash stays one token', () => {
    expect(added({ model: '-x', additionalDirectories: ['--verbose'], betas: ['-y'] })).toEqual([
      ...['--model=-x', '--betas=-y', '--add-dir=--verbose'],
    ])
  })

  test('R-MCP-10 servers of the host are named apart, all others go into one config', () => {
    const { args, sdkServers } = build({
      mcpServers: {
        files: { command: 'files', args: ['-x'] },
        web: { type: 'http', url: 'http://127.0.0.1' },
        mine: { type: 'sdk', name: 'mine' },
      },
      mcpConfig: ['/servers.json', '{"mcpServers":{}}'],
      strictMcpConfig: true,
    })
    const files = '{"command":"files","args":["-x"]}'
    const web = '{"type":"http","url":"http://127.0.0.1"}'
    expect(args.filter((arg) => arg.includes('mcp'))).toEqual([
      `--mcp-config={"mcpServers":{"files":${files},"web":${web}}}`,
      '--mcp-config=/servers.json',
      '--mcp-config={"mcpServers":{}}',
      '--strict-mcp-config',
    ])
    expect(sdkServers).toEqual(['mine'])
    expect(added({ mcpServers: { mine: { type: 'sdk', name: 'mine' } } })).toEqual([])
  })

  test('options that other layers add do not become flags', () => {
    const options: CliOptions & { cwd: string } = { cwd: '/' }
    expect(added(options)).toEqual([])
  })
})

describe('what a version does not know', () => {
  const options: CliOptions = {
    permissionPrompts: 'host',
    awaitInitialize: true,
    projectConfigRoot: '/project',
    resume: 'x',
    resumeSessionAt: 'y',
    resumeDropsTurn: 'z',
    thinking: 'adaptive',
    thinkingDisplay: 'highlights',
  }
  const newer = [
    ...['permissionPrompts', 'thinkingDisplay', 'resumeDropsTurn', 'awaitInitialize', 'projectConfigRoot'],
  ] as const

  test('R-FLAG-8 R-FLAG-21 is left out and reported', () => {
    const { args, leftOut } = build(options, v197)
    expect(leftOut.map(({ option }) => option)).toEqual(newer)
    expect(leftOut[0]).toEqual({
      option: 'permissionPrompts',
      flag: '--permission-prompts',
      reason: 'known since 2.1.259, and this CLI is 2.1.197',
    })
    for (const option of newer) expect(args.join()).not.toContain(FLAGS[option].flag)
    expect(args).toContain('--resume-session-at=y')
  })

  test('is passed to one that does', () => {
    const { args, leftOut } = build(options, v325)
    expect(leftOut).toEqual([])
    for (const option of newer) expect(args.join()).toContain(FLAGS[option].flag)
  })

  // Each was asked: the first of the two versions takes it, the one before ended with "unknown option".
  test.each([
    ['permissionPrompts', '2.1.258', '2.1.259'],
    ['thinkingDisplay', '2.1.276', '2.1.277'],
    ['resumeDropsTurn', '2.1.222', '2.1.223'],
    ['awaitInitialize', '2.1.260', '2.1.261'],
    ['projectConfigRoot', '2.1.274', '2.1.275'],
  ] as const)('R-FLAG-8 %s is not for %s, and is for %s', (option, without, first) => {
    const leftOut = (version: string) =>
      build(options, parseVersion(version)).leftOut.some((it) => it.option === option)
    expect([leftOut(without), leftOut(first)]).toEqual([true, false])
  })

  test('is not risked when the version is not known', () => {
    const { leftOut } = buildArguments({ permissionPrompts: 'none' }, undefined, user)
    expect(leftOut[0]?.reason).toMatch(/the version of this CLI is not known/)
  })

  test('is not reported when it would not have been passed, or when an older value is asked for', () => {
    expect(build({ awaitInitialize: false, thinkingDisplay: 'omitted' }, v197).leftOut).toEqual([])
  })
})

describe('arguments that no process can be started with', () => {
  test('are refused', () => {
    expect(() => build({ model: 'a\0b' })).toThrow('The value of --model contains a NUL character.')
    expect(() => build({ jsonSchema: { description: 'x'.repeat(140_000) } })).toThrow(
      'The value of --json-schema is longer than a command line can take (128 KiB).',
    )
    expect(build({ jsonSchema: { description: 'x'.repeat(130_000) } }).args).toHaveLength(11)
  })
})
