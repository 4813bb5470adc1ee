import { resolve, sep } from 'node:path'
import { dataFolder } from '../data-folder.ts'

export interface EnvironmentOptions {
  /** What is inherited; that of this process unless given. */
  readonly base?: NodeJS.ProcessEnv
  /** Set by the caller, overriding the rules here; undefined removes a variable. */
  readonly env?: { readonly [name: string]: string | undefined }
  /** In debug mode the CLI gets DEBUG=1, otherwise no DEBUG at all. */
  readonly debug?: boolean | string
  /** Lets `rewind_files` restore what tools have changed. */
  readonly fileCheckpointing?: boolean
}

/**
 * What a Claude Code session sets for the programs that it starts, and what its official client sets for it. A host
 * that was started by one inherits them, and its own sessions are none of that one. Settings of the user, such as
 * CLAUDE_CONFIG_DIR, CLAUDE_CODE_USE_BEDROCK or CLAUDE_ENV_FILE, and credentials pass.
 */
const MARKS = new Set([
  'CLAUDECODE',
  'CLAUDE_AGENT_SDK_VERSION',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_EXECPATH',
  'CLAUDE_CODE_MESSAGING_SOCKET',
  'CLAUDE_CODE_MESSAGING_TOKEN',
  'CLAUDE_CODE_SESSION_ATTENDED',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_SESSION_KIND',
  'CLAUDE_CODE_SESSION_LOG',
  'CLAUDE_CODE_SESSION_NAME',
  'CLAUDE_CODE_SESSION_ORIGIN',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_TOOL_USE_ID',
  'CLAUDE_EFFORT',
  'CLAUDE_JOB_DIR',
  'CLAUDE_PID',
  'CLAUDE_PLUGIN_DATA',
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_SESSION_ID',
])
const MARK_PREFIXES = [
  'CLAUDE_BG_',
  'CLAUDE_BRIDGE_',
  'CLAUDE_CODE_BRIDGE_',
  'CLAUDE_CODE_RELAUNCH_',
  'CLAUDE_CODE_SDK_HAS_',
  'CLAUDE_CODE_SDK_READS_',
]

/** The host's own: with the token in its data folder an agent could answer its own approvals. */
const OF_THE_HOST = new Set(['FAIRLEAD_CACHE', 'FAIRLEAD_HOME', 'FAIRLEAD_PORT', 'FAIRLEAD_SQLITE'])
/** The working folders of the program that started the host. */
const PLACES = new Set(['PWD', 'OLDPWD', 'INIT_CWD'])

/** The environment of the CLI. */
export function buildEnvironment(options: EnvironmentOptions = {}): { [name: string]: string } {
  const { base = process.env, env = {}, debug = false, fileCheckpointing = false } = options
  const kept = Object.entries(base).filter(
    ([name, value]) => !isMark(name, value) && !isRemoved(name, value, base),
  )
  const result: NodeJS.ProcessEnv = {
    ...Object.fromEntries(kept),
    CLAUDE_CODE_ENTRYPOINT: 'fairlead',
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
    ...(debug !== false && { DEBUG: '1' }),
    ...(fileCheckpointing && { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' }),
    ...env,
  }
  const set = Object.entries(result).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(set)
}

function isMark(name: string, value: string | undefined): boolean {
  if (name === 'AI_AGENT') return value?.startsWith('claude-code') ?? false
  return MARKS.has(name) || MARK_PREFIXES.some((prefix) => name.startsWith(prefix))
}

function isRemoved(name: string, value = '', base: NodeJS.ProcessEnv): boolean {
  if (PLACES.has(name)) return `${resolve(value)}${sep}`.startsWith(`${dataFolder({ env: base })}${sep}`)
  return name === 'NODE_OPTIONS' || name === 'DEBUG' || OF_THE_HOST.has(name)
}
