import type { JsonObject } from '../../protocol/json.ts'
import { OptionsError } from '../errors.ts'
import { atLeast, type CliVersion, parseVersion } from '../version.ts'
import { type ChildFacts, checkOptions, startMode } from './checks.ts'
import { extraTokens } from './extra-arguments.ts'
import { FIXED_FLAGS, FLAGS, type Flag, type FlagOption } from './flag-table.ts'
import { tokens } from './flag-value.ts'
import { mergeSettings } from './inline-settings.ts'
import type { CliOptions } from './options.ts'

/** An option that was given but not passed to this CLI. */
interface LeftOut {
  readonly option: string
  readonly flag: string
  readonly reason: string
}

export interface Arguments {
  readonly args: string[]
  readonly leftOut: LeftOut[]
  /** Names of the MCP servers that live in the host: they go into `initialize`. */
  readonly sdkServers: string[]
}

/** The version assumed for a CLI that does not report one. */
const ASSUMED = parseVersion('2.1.197')
/** Linux starts no process with a longer argument. */
const MAX_BYTES = 128 * 1024 - 1

/**
 * The command line for these options. Throws an OptionsError for what cannot work. What the version does not know
 * is left out and reported: an unknown flag would end the CLI.
 */
export function buildArguments(
  options: CliOptions,
  version: CliVersion | undefined,
  { env = process.env, uid = process.getuid?.() }: ChildFacts = {},
): Arguments {
  checkOptions(options, { env, uid })
  const leftOut: LeftOut[] = []
  const args: string[] = [...FIXED_FLAGS]
  const values = flagValues(options, leftOut)
  for (const [option, row] of Object.entries(FLAGS) as [FlagOption, Flag][]) {
    const value = values[option]
    if (value === undefined) continue
    const written = tokens(option, row, value)
    const since = row.valuesSince?.[String(value)] ?? row.since
    if (since === undefined || written.length === 0 || takes(version, since)) args.push(...written)
    else leftOut.push({ option, flag: row.flag, reason: tooOld(since, version) })
  }
  args.push(...extraTokens(options.extraArgs ?? {}, args))
  checkTokens(args)
  return { args, leftOut, sdkServers: Object.keys(serversByPlace(options).sdk) }
}

/** The value for each row of the table: the options, their defaults, and what is merged into them. */
function flagValues(options: CliOptions, leftOut: LeftOut[]): { [Option in FlagOption]?: unknown } {
  const permissionMode = startMode(options)
  const { settings, planModeProblem } = mergeSettings(options, permissionMode)
  if (planModeProblem !== undefined) {
    leftOut.push({ option: 'useAutoModeDuringPlan', flag: FLAGS.settings.flag, reason: planModeProblem })
  }
  const { outside } = serversByPlace(options)
  return {
    ...options,
    permissionPromptToolName: options.permissionPromptToolName ?? 'stdio',
    permissionMode,
    replayUserMessages: options.replayUserMessages ?? true,
    includePartialMessages: options.includePartialMessages ?? true,
    allowedTools: [...listOf(options.allowedTools), ...skillRules(options.skills)],
    mcpServers: Object.keys(outside).length > 0 ? { mcpServers: outside } : undefined,
    settings,
  }
}

/** In JavaScript a single rule may come as a text, which spread would be its letters. */
function listOf(value: unknown = []): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function skillRules(skills: CliOptions['skills'] = []): string[] {
  return skills === 'all' ? ['Skill'] : skills.map((name) => `Skill(${name})`)
}

function serversByPlace({ mcpServers = {} }: CliOptions): { sdk: JsonObject; outside: JsonObject } {
  const servers = Object.entries(mcpServers)
  return {
    sdk: Object.fromEntries(servers.filter(([, { type }]) => type === 'sdk')),
    outside: Object.fromEntries(servers.filter(([, { type }]) => type !== 'sdk')),
  }
}

function takes(version: CliVersion | undefined, since: string): boolean {
  return atLeast(version?.parsed === undefined ? ASSUMED : version, since)
}

function tooOld(since: string, version: CliVersion | undefined): string {
  if (version?.parsed === undefined) return `known since ${since}, and the version of this CLI is not known`
  return `known since ${since}, and this CLI is ${version.parsed.join('.')}`
}

function checkTokens(args: string[]): void {
  for (const arg of args) {
    const [flag] = arg.split('=', 1)
    if (arg.includes('\0')) throw new OptionsError(`The value of ${flag} contains a NUL character.`)
    if (Buffer.byteLength(arg) > MAX_BYTES) {
      throw new OptionsError(`The value of ${flag} is longer than a command line can take (128 KiB).`)
    }
  }
}
