import type { SessionOptions } from '../../client/session-options.ts'
import { defined, isObject, type JsonObject } from '../../protocol/json.ts'
import { nearest } from '../../protocol/nearest.ts'
import { isPermissionMode, PERMISSION_MODES } from '../../protocol/permissions.ts'
import { AGENT_OPTION, agentBinary } from '../agent.ts'
import { type Given, UsageError, wholeNumber } from '../command-line.ts'
import { ISOLATION_OPTION } from '../isolation.ts'
import { OUTPUT_FORMATS } from './print.ts'

export const RUN_OPTIONS = {
  agent: AGENT_OPTION,
  cwd: { type: 'string', value: 'DIR', about: 'the folder to work in' },
  model: { type: 'string', value: 'NAME', about: 'the model: an alias such as opus or a full name' },
  'permission-mode': {
    type: 'string',
    value: 'MODE',
    about: 'default, acceptEdits, plan, dontAsk, auto or bypassPermissions',
  },
  allow: {
    type: 'string',
    multiple: true,
    value: 'RULE',
    about: "a tool, or a rule such as 'Bash(npm test)', that is not asked about; repeatable",
  },
  isolation: ISOLATION_OPTION,
  resume: { type: 'string', short: 'r', value: 'ID', about: 'continue this session' },
  continue: { type: 'boolean', short: 'c', about: 'continue the newest session of the folder' },
  scenario: {
    type: 'string',
    short: 's',
    value: 'FILE',
    about: 'play this scenario (JSON or YAML) on the simulator, or to the claude that --agent names',
  },
  print: { type: 'boolean', short: 'p', about: 'print the answer and nothing else, as claude -p does' },
  'output-format': {
    type: 'string',
    value: 'FORMAT',
    choices: OUTPUT_FORMATS,
    about: 'text (the answer), json (one object at the end) or stream-json (an object for each message)',
  },
  'include-partial-messages': { type: 'boolean', about: 'stream-json: parts of messages too' },
  'max-turns': { type: 'string', value: 'N', about: 'stop after this many rounds of model and tools' },
  'max-budget-usd': { type: 'string', value: 'USD', about: 'stop when this much is spent' },
  'json-schema': {
    type: 'string',
    value: 'JSON',
    about: 'the schema of the answer; json has it as structured_output',
  },
  'system-prompt': { type: 'string', value: 'TEXT', about: "instead of the CLI's own" },
  'append-system-prompt': { type: 'string', value: 'TEXT', about: "after the CLI's own" },
  'mcp-config': {
    type: 'string',
    multiple: true,
    value: 'FILE',
    about: 'MCP servers: a file, or JSON; repeatable',
  },
  'add-dir': {
    type: 'string',
    multiple: true,
    value: 'DIR',
    about: 'another folder to work in; repeatable',
  },
  settings: { type: 'string', value: 'FILE', about: 'settings: a file, or JSON' },
  allowedTools: { type: 'string', multiple: true, value: 'RULES', about: 'as --allow' },
  disallowedTools: {
    type: 'string',
    multiple: true,
    value: 'RULES',
    about: 'tools, or rules, that are refused',
  },
  'session-id': { type: 'string', value: 'UUID', about: 'the id of the new session' },
  'fork-session': { type: 'boolean', about: 'with --resume or --continue: use a new id' },
  effort: {
    type: 'string',
    value: 'LEVEL',
    about: 'how hard the model thinks: low, medium, high, xhigh or max',
  },
  verbose: { type: 'boolean', about: 'no effect: stream-json is always complete' },
  'no-wait': { type: 'boolean', about: 'do not wait for background tasks' },
  json: { type: 'boolean', about: "print the CLI's messages, one JSON object per line" },
} as const

export type RunGiven = Given<typeof RUN_OPTIONS>

/** A scenario runs on the simulator by default. */
export function agentOf({ agent, scenario }: RunGiven['values']): string | undefined {
  return agent ?? (scenario === undefined ? undefined : 'sim')
}

export function sessionOptions({ values, rest }: RunGiven): SessionOptions {
  const { cwd, model, resume, effort, settings } = values
  const allowedTools = [...(values.allow ?? []), ...(values.allowedTools ?? [])]
  const mode = values['permission-mode']
  if (mode !== undefined && !isPermissionMode(mode)) {
    const modes = PERMISSION_MODES.filter((it) => it !== 'delegate')
    const meant = nearest(mode, modes)
    throw new UsageError(
      `'${mode}' is not a permission mode; ${meant === undefined ? `there are ${modes.join(', ')}` : `did you mean ${meant}?`}`,
    )
  }
  if (resume !== undefined && values.continue)
    throw new UsageError('--resume and --continue cannot be combined')
  if (values.json && isPrinted(values))
    throw new UsageError('--json excludes -p and --output-format: stream-json is its form for programs')
  if (values['fork-session'] && resume === undefined && !values.continue)
    throw new UsageError('--fork-session needs a session to fork: --resume or --continue')
  return {
    ...agentBinary(agentOf(values)),
    ...defined({
      cwd,
      model,
      resume,
      effort,
      settings,
      permissionMode: mode,
      allowedTools: allowedTools.length > 0 ? allowedTools : undefined,
      disallowedTools: values.disallowedTools,
      maxTurns: wholeNumber('--max-turns', values['max-turns'], 1),
      maxBudgetUsd: dollars(values['max-budget-usd']),
      jsonSchema: schemaIn(values['json-schema']),
      systemPrompt: values['system-prompt'],
      appendSystemPrompt: values['append-system-prompt'],
      mcpConfig: values['mcp-config'],
      additionalDirectories: values['add-dir'],
      sessionId: values['session-id'],
      forkSession: values['fork-session'],
      includePartialMessages: isPrinted(values) ? (values['include-partial-messages'] ?? false) : undefined,
      extraArgs: rest.length > 0 ? flagsIn(rest) : undefined,
    }),
    ...(mode === 'bypassPermissions' && { allowDangerouslySkipPermissions: true }),
    ...(values.continue && { continue: true }),
  }
}

/** Only the answer is printed: text as it comes is of no use then. */
export function isPrinted(values: RunGiven['values']): boolean {
  return values.print === true || values['output-format'] !== undefined
}

function dollars(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const amount = Number(text)
  if (text.trim() !== '' && amount > 0 && Number.isFinite(amount)) return amount
  throw new UsageError(`--max-budget-usd takes an amount such as 0.50, not '${text}'`)
}

function schemaIn(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined
  try {
    const schema: unknown = JSON.parse(text)
    if (isObject(schema)) return schema
  } catch {}
  throw new UsageError(`--json-schema takes a JSON schema as text, such as '{"type":"object"}'`)
}

/** `--name value`, `--name=value` and `--name`, as the library takes them. */
function flagsIn(words: readonly string[]): Record<string, string | null> {
  const flags: Record<string, string | null> = {}
  let open: string | undefined
  for (const word of words) {
    const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    if (name !== undefined) {
      if (Object.hasOwn(flags, name)) throw new UsageError(`--${name} stands behind -- twice`)
      flags[name] = value ?? null
      open = value === undefined ? name : undefined
    } else if (open !== undefined) {
      flags[open] = word
      open = undefined
    } else throw new UsageError(`'${word}' behind -- is not a flag of claude: flags begin with two dashes`)
  }
  return flags
}
