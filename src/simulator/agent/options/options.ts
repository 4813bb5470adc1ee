import { readFileSync } from 'node:fs'
import { isObject, type JsonObject, parseObject } from '../../../protocol/json.ts'
import type { Profile } from '../version.ts'
import { type Flags, Refusal } from './parse.ts'

/** Other names of the default mode: in newer versions, and in 2.1.37 without a team. */
const DEFAULTS = ['manual', 'delegate']
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export type AgentOptions = Readonly<ReturnType<typeof readOptions>>

export function readOptions(flags: Flags, env: NodeJS.ProcessEnv, profile: Profile) {
  checkTogether(flags, env)
  const mode = flags.text('--permission-mode') ?? 'default'
  const skips = flags.has('--dangerously-skip-permissions')
  return {
    print: flags.has('--print'),
    input: (flags.text('--input-format') ?? 'text') as 'text' | 'stream-json',
    output: (flags.text('--output-format') ?? 'text') as 'text' | 'json' | 'stream-json',
    prompt: flags.prompt,
    partial: flags.has('--include-partial-messages'),
    replay: flags.has('--replay-user-messages'),
    /** `stdio` if the agent asks the host for permissions. */
    promptTool:
      flags.text('--permission-prompts') === 'none' ? undefined : flags.text('--permission-prompt-tool'),
    mode:
      skips && !flags.has('--permission-mode')
        ? 'bypassPermissions'
        : DEFAULTS.includes(mode)
          ? 'default'
          : mode,
    canBypass: skips || mode === 'bypassPermissions' || flags.has('--allow-dangerously-skip-permissions'),
    model: flags.text('--model'),
    maxTurns: flags.number('--max-turns'),
    maxBudgetUsd: flags.number('--max-budget-usd'),
    jsonSchema: objectIn(flags.text('--json-schema')),
    resume: flags.text('--resume'),
    continue: flags.has('--continue'),
    fork: flags.has('--fork-session'),
    resumeAt: flags.text('--resume-session-at'),
    sessionId: flags.text('--session-id'),
    persist: !flags.has('--no-session-persistence'),
    tools: toolsOf(flags),
    allowed: flags.all('--allowedTools').flatMap(splitRules),
    disallowed: flags.all('--disallowedTools').flatMap(splitRules),
    directories: flags.all('--add-dir'),
    mcpServers: Object.assign(
      {},
      ...flags.all('--mcp-config').map((text) => serversIn(text, profile)),
    ) as JsonObject,
    settings: {
      ...objectIn(flags.text('--managed-settings')),
      ...settingsIn(flags.text('--settings')),
    } as JsonObject,
    betas: flags.all('--betas'),
    debugFile: flags.text('--debug-file'),
    debugToStderr: flags.has('--debug-to-stderr'),
    agents: objectIn(flags.text('--agents')) ?? {},
    systemPrompt: flags.text('--system-prompt'),
    appendSystemPrompt: flags.text('--append-system-prompt'),
    forwardsText: flags.has('--forward-subagent-text'),
    suggests:
      flags.has('--prompt-suggestions') &&
      !['false', '0', 'no', 'off'].includes(flags.text('--prompt-suggestions') ?? ''),
    /** Also emit every record of the transcript on stdout. */
    mirrors: flags.has('--session-mirror'),
    /** The settings files to read; all if undefined. */
    settingSources: flags
      .text('--setting-sources')
      ?.split(',')
      .map((source) => source.trim()),
    /** Use only the servers of the command line. */
    isStrictMcp: flags.has('--strict-mcp-config'),
    /** `initialize` may add plugins. */
    awaitsInitialize: flags.has('--await-initialize'),
    pluginDirs: [...flags.all('--plugin-dir'), ...flags.all('--plugin-dir-no-mcp')],
  }

  function toolsOf(given: Flags): readonly string[] | undefined {
    if (!given.has('--tools')) return undefined
    const names = given.all('--tools').flatMap((text) => text.split(/[,\s]+/).filter((name) => name !== ''))
    return names.includes('default') && !profile.isOld ? undefined : names
  }
}

function checkTogether(flags: Flags, env: NodeJS.ProcessEnv): void {
  const input = flags.text('--input-format') ?? 'text'
  const output = flags.text('--output-format') ?? 'text'
  const id = flags.text('--session-id')
  if (
    id !== undefined &&
    (flags.has('--resume') || flags.has('--continue')) &&
    !flags.has('--fork-session')
  ) {
    throw new Refusal(
      'Error: --session-id can only be used with --continue or --resume if --fork-session is also specified.',
    )
  }
  if (id !== undefined && !UUID.test(id))
    throw new Refusal('Error: Invalid session ID. Must be a valid UUID.')
  if (flags.has('--resume-session-at') && !flags.has('--resume'))
    throw new Refusal('Error: --resume-session-at requires --resume')
  if (input === 'stream-json' && output !== 'stream-json')
    throw new Refusal('Error: --input-format=stream-json requires output-format=stream-json.')
  if (flags.has('--replay-user-messages') && (input !== 'stream-json' || output !== 'stream-json')) {
    throw new Refusal(
      'Error: --replay-user-messages requires both --input-format=stream-json and --output-format=stream-json.',
    )
  }
  if (flags.has('--include-partial-messages') && output !== 'stream-json')
    throw new Refusal('Error: --include-partial-messages requires --print and --output-format=stream-json.')
  if (output === 'stream-json' && !flags.has('--verbose'))
    throw new Refusal('Error: When using --print, --output-format=stream-json requires --verbose')
  const skips =
    flags.has('--dangerously-skip-permissions') ||
    flags.has('--allow-dangerously-skip-permissions') ||
    flags.text('--permission-mode') === 'bypassPermissions'
  if (skips && process.getuid?.() === 0 && env.IS_SANDBOX !== '1') {
    throw new Refusal(
      '--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons',
    )
  }
}

/** Splits `Bash(echo a, b),Edit` into two rules: a comma in parentheses is part of a rule. */
export function splitRules(text: string): string[] {
  const rules: string[] = []
  let depth = 0
  let rule = ''
  for (const character of text) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth === 0 && (character === ',' || character === ' ')) {
      rules.push(rule)
      rule = ''
    } else {
      rule += character
    }
  }
  return [...rules, rule].filter((it) => it !== '')
}

function objectIn(text: string | undefined): JsonObject | undefined {
  return text === undefined ? undefined : parseObject(text)
}

function settingsIn(text: string | undefined): JsonObject {
  if (text === undefined) return {}
  if (text.trimStart().startsWith('{')) {
    const value = objectIn(text)
    if (value === undefined) throw new Refusal('Error: Invalid JSON provided to --settings')
    return value
  }
  const value = objectIn(fileText(text, `Error: Settings file not found: ${text}`))
  if (value === undefined) throw new Refusal(`Error: Invalid JSON in settings file: ${text}`)
  return value
}

/** The first version exits without a message if it cannot read the servers. */
function serversIn(text: string, { isFirst }: Profile): JsonObject {
  try {
    return servers(text)
  } catch (error) {
    if (isFirst && error instanceof Refusal) throw new Refusal('', 0)
    throw error
  }
}

function servers(text: string): JsonObject {
  const json = text.trimStart().startsWith('{')
    ? text
    : fileText(text, `Error: Invalid MCP configuration:\nMCP config file not found: ${text}`)
  const value = objectIn(json)
  if (value === undefined)
    throw new Refusal('Error: Invalid MCP configuration:\nMCP config is not a valid JSON')
  return isObject(value.mcpServers) ? value.mcpServers : value
}

function fileText(path: string, problem: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Refusal(problem)
  }
}
