// The command lines of `buildArguments`, given to the real CLIs. No model is needed: a CLI that has answered
// `initialize` has taken its flags, and one that does not know a flag ends at once. Many flags share one start.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBinary } from '../../src/process/find-binary.ts'
import { buildArguments } from '../../src/process/options/arguments.ts'
import { buildEnvironment } from '../../src/process/options/environment.ts'
import { FIXED_FLAGS, FLAGS, type Flag } from '../../src/process/options/flag-table.ts'
import type { CliOptions } from '../../src/process/options/options.ts'
import { StderrTail } from '../../src/process/stderr-tail.ts'
import { atLeast, type CliVersion, parseVersion, readVersion } from '../../src/process/version.ts'
import { encode, type JsonObject } from '../../src/protocol/index.ts'
import { type ClaudeVersion, claudeBinary, testedVersions, withFreshHome } from './claude-binaries.ts'

const versions = testedVersions
const newest = parseVersion('2.1.325')
const id = '11111111-1111-4111-8111-111111111111'

interface Start {
  readonly answers: JsonObject[]
  readonly code: number | null
  readonly stderr: string
}

/** Starts the CLI in an empty home, asks for its settings, and lets it end. */
function start(version: ClaudeVersion, argsIn: (home: string) => string[]): Promise<Start> {
  return withFreshHome(async (base) => {
    const home = base.HOME ?? ''
    const env = buildEnvironment({ base, env: offline(home) })
    const child = spawn(claudeBinary(version), argsIn(home), { cwd: home, env, timeout: 120_000 })
    const stderr = new StderrTail()
    const answers: JsonObject[] = []
    let output = ''
    child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (output + text).split('\n')
      output = lines.pop() ?? ''
      for (const message of lines.map((line) => JSON.parse(line))) {
        if (message.type === 'control_response') answers.push(message.response)
      }
      if (answers.length === 2) child.stdin.end()
    })
    // A CLI that has refused its arguments is gone before it is written to.
    child.stdin.on('error', () => {})
    for (const subtype of ['initialize', 'get_settings']) {
      child.stdin.write(encode({ type: 'control_request', request_id: subtype, request: { subtype } }))
    }
    const [code] = await once(child, 'close')
    return { answers, code, stderr: stderr.text() }
  })
}

/** Whatever it would say to the API or write to the temp folder stays here. */
function offline(home: string) {
  return {
    ...{ ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', TMPDIR: home },
    ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', IS_SANDBOX: '1' },
  }
}

function startWith(version: ClaudeVersion, options: CliOptions, as: CliVersion = parseVersion(version)) {
  return start(version, (home) => buildArguments(options, as, { env: offline(home) }).args)
}

function expectTaken({ answers, code, stderr }: Start): void {
  expect(answers, stderr).toEqual([
    expect.objectContaining({ subtype: 'success', request_id: 'initialize' }),
    expect.objectContaining({ subtype: 'success', request_id: 'get_settings' }),
  ])
  expect(code, stderr).toBe(0)
}

const most: CliOptions = {
  permissionPromptToolName: 'stdio',
  permissionPrompts: 'host',
  permissionMode: 'plan',
  allowDangerouslySkipPermissions: true,
  replayUserMessages: true,
  includePartialMessages: true,
  includeHookEvents: true,
  model: 'haiku',
  fallbackModel: ['sonnet', 'opus'],
  effort: 'low',
  thinking: 'adaptive',
  maxThinkingTokens: 2000,
  thinkingDisplay: 'highlights',
  maxTurns: 3,
  maxBudgetUsd: 0.5,
  taskBudget: 20_000,
  agent: 'general-purpose',
  betas: ['one', 'two'],
  jsonSchema: { type: 'object', properties: {} },
  sessionId: id,
  sessionMirror: true,
  awaitInitialize: true,
  tools: ['Bash', 'Read'],
  allowedTools: ['Bash(echo a, b)', 'Edit(src/**)'],
  disallowedTools: ['WebFetch'],
  skills: ['pdf'],
  mcpServers: { web: { type: 'http', url: 'http://127.0.0.1:9' }, mine: { type: 'sdk', name: 'mine' } },
  strictMcpConfig: true,
  settings: { cleanupPeriodDays: 7 },
  sandbox: { enabled: false },
  managedSettings: { permissions: { deny: ['WebSearch'] } },
  settingSources: ['user', 'project'],
  debug: 'hooks',
  debugToStderr: true,
  extraArgs: { name: '-a name' },
}
const fresh: CliOptions = {
  dangerouslySkipPermissions: true,
  continue: true,
  forkSession: true,
  persistSession: false,
  tools: [],
  settingSources: [],
  replayUserMessages: false,
  includePartialMessages: false,
}
const older: CliOptions = {
  resume: id,
  forkSession: true,
  sessionId: id.replaceAll('1', '2'),
  resumeSessionAt: id,
  resumeDropsTurn: id,
}
const dashes: CliOptions = {
  model: '-x',
  fallbackModel: '-x,-y',
  agent: '-x',
  effort: '-x',
  betas: ['-x'],
  tools: ['-x'],
  allowedTools: ['-x'],
  disallowedTools: ['--verbose'],
  plugins: ['-x'],
  pluginsWithoutMcp: ['-x'],
  additionalDirectories: ['--verbose'],
  debug: '-x',
}
/** Options whose values are files and folders of the home. */
function places(home: string): CliOptions {
  return {
    mcpConfig: join(home, 'servers.json'),
    plugins: [join(home, 'a plugin')],
    pluginsWithoutMcp: [join(home, 'a plugin')],
    additionalDirectories: [home, join(home, 'a plugin')],
    projectConfigRoot: home,
    debugFile: join(home, 'logs', 'debug.log'),
  }
}

interface Newer {
  readonly option: string
  readonly flag: string
  readonly since: string
  /** When not the flag itself is newer, but one of its values. */
  readonly value?: string
}
const newer = Object.entries<Flag>(FLAGS).flatMap(([option, { flag, since, valuesSince = {} }]): Newer[] => [
  ...(since === undefined ? [] : [{ option, flag, since }]),
  ...Object.entries(valuesSince).map(([value, since]) => ({ option, flag, since, value })),
])

test('every row of the table is given to the CLIs here', () => {
  const given = new Set([most, fresh, older, dashes, places('')].flatMap((options) => Object.keys(options)))
  expect(Object.keys(FLAGS).filter((option) => !given.has(option))).toEqual([])
})

describe.each(versions)('Claude Code %s', (version) => {
  test('R-SPAWN-5 tells its version', async () => {
    const read = await withFreshHome((env) =>
      readVersion(findBinary({ binary: claudeBinary(version) }), { env }),
    )
    expect(read).toEqual({ text: `${version} (Claude Code)`, parsed: version.split('.').map(Number) })
  })

  test('R-FLAG-1 R-FLAG-30 takes all flags that go together, and the settings merged from them', async () => {
    const started = await startWith(version, most)
    expectTaken(started)
    const { response } = started.answers[1] as { response: { effective: JsonObject } }
    expect(response.effective).toMatchObject({
      cleanupPeriodDays: 7,
      sandbox: { enabled: false },
      useAutoModeDuringPlan: false,
    })
    // Each beta is a flag of its own: the CLI takes `one,two` for the name of one.
    expect(started.stderr).toContain("Beta header 'one' is not allowed")
    expect(started.stderr).toContain("Beta header 'two' is not allowed")
  })

  test('R-FLAG-26 R-FLAG-31 R-FLAG-34 takes files, folders, empty lists, and a session that goes on', async () => {
    await withFolders(async (folder) => {
      const options = { ...fresh, ...places(folder) }
      expectTaken(await startWith(version, options))
      expect(existsSync(options.debugFile ?? '')).toBe(true)
    })
  })

  test('R-FLAG-37 takes values that begin with a dash as values', async () => {
    expectTaken(await startWith(version, dashes))
  })

  test('R-FLAG-34 takes those of a session that is resumed, and only then misses the session', async () => {
    const { answers, code, stderr } = await startWith(version, older)
    expect(stderr).toContain(`No conversation found with session ID: ${id}`)
    expect({ answers, code }).toEqual({ answers: [], code: 1 })
  })

  const tooNew = newer.filter(({ since }) => !atLeast(parseVersion(version), since))
  test.runIf(tooNew.length > 0)('R-FLAG-8 R-FLAG-21 does not know what is left out for it', async () => {
    for (const { option, flag, value } of tooNew) {
      const all = { ...most, ...older, ...places('/') }
      const only = { [option]: value ?? all[option as keyof CliOptions] }
      const { args } = buildArguments({ ...(option === 'resumeDropsTurn' && older), ...only }, newest)
      const { code, stderr } = await start(version, () => args)
      expect(stderr).toMatch(
        value === undefined ? `unknown option '${flag}` : `argument '${value}' is invalid`,
      )
      expect(code).toBe(1)
    }
  })

  test.each([
    ['--permission-mode=delegate', "argument 'delegate' is invalid"],
    [`--session-id=${id} --continue`, 'if --fork-session is also specified'],
    [`--resume-session-at=${id} --continue`, '--resume-session-at requires --resume'],
    ['--no-such-flag', 'unknown option'],
  ])('R-FLAG-8 ends on %s', async (flags, reason) => {
    const { answers, code, stderr } = await start(version, () => [...FIXED_FLAGS, ...flags.split(' ')])
    expect(stderr).toContain(reason)
    expect({ answers, code }).toEqual({ answers: [], code: 1 })
  })
})

async function withFolders(use: (folder: string) => Promise<void>): Promise<void> {
  await withFreshHome(async ({ HOME: folder = '' }) => {
    for (const name of ['a plugin', 'logs']) await mkdir(join(folder, name))
    await writeFile(join(folder, 'servers.json'), '{"mcpServers":{}}')
    await use(folder)
  })
}
