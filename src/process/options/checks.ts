import { isObject } from '../../protocol/json.ts'
import { jsonSchemaProblem } from '../../protocol/json-schema.ts'
import { isKnownServerType, MCP_SERVER_TYPES, mcpConfigProblem } from '../../protocol/mcp.ts'
import { nearest } from '../../protocol/nearest.ts'
import { isPermissionMode, PERMISSION_MODES, type PermissionMode } from '../../protocol/permissions.ts'
import { OptionsError } from '../errors.ts'
import { isInline, parseObject } from './flag-value.ts'
import type { CliOptions } from './options.ts'

/** What the CLI will find when it starts. */
export interface ChildFacts {
  readonly env?: NodeJS.ProcessEnv
  /** Its user id; 0 is root. */
  readonly uid?: number | undefined
}

/** Throws when the options cannot work together, with one sentence for each reason. */
export function checkOptions(options: CliOptions, child: ChildFacts): void {
  const problems = [
    ...permissionProblems(options, child),
    ...sessionProblems(options),
    ...modelProblems(options),
    ...mcpProblems(options),
    ...managedProblems(options),
    ...schemaProblems(options),
  ]
  if (problems.length > 0) throw new OptionsError(...problems)
}

/** The mode to start in. */
export function startMode({ permissionMode, dangerouslySkipPermissions }: CliOptions): PermissionMode {
  if (dangerouslySkipPermissions) return 'bypassPermissions'
  // Only newer CLIs know `manual`; all know its older name.
  return permissionMode === undefined || permissionMode === 'manual' ? 'default' : permissionMode
}

function* permissionProblems(options: CliOptions, { env = {}, uid }: ChildFacts): Generator<string> {
  const { permissionMode: mode, dangerouslySkipPermissions, allowDangerouslySkipPermissions } = options
  if (mode === 'delegate') {
    yield 'The permission mode "delegate" is gone from the CLI.'
  } else if (mode !== undefined && !isPermissionMode(mode)) {
    const known = PERMISSION_MODES.filter((it) => it !== 'delegate')
    yield `"${mode}" is not a permission mode. There are ${known.join(', ')}.`
  }
  if (dangerouslySkipPermissions && mode !== undefined && mode !== 'bypassPermissions') {
    yield `\`dangerouslySkipPermissions\` would silently replace the permission mode "${mode}".`
  }
  const bypass = dangerouslySkipPermissions || allowDangerouslySkipPermissions || mode === 'bypassPermissions'
  if (bypass && uid === 0 && env.IS_SANDBOX !== '1' && !env.CLAUDE_CODE_BUBBLEWRAP) {
    yield 'The CLI refuses to bypass permissions as root, unless its environment has IS_SANDBOX=1.'
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function* sessionProblems(options: CliOptions): Generator<string> {
  const { resume, forkSession, sessionId, resumeSessionAt, resumeDropsTurn } = options
  const goesOn = resume !== undefined || options.continue === true
  if (resume !== undefined && options.continue) {
    yield '`resume` names a session and `continue` takes the newest: use one of them.'
  }
  if (sessionId !== undefined && !UUID.test(sessionId)) {
    yield `\`sessionId\` must be a UUID, not "${sessionId}".`
  }
  if (sessionId !== undefined && goesOn && !forkSession) {
    yield '`sessionId` goes with `resume` or `continue` only if `forkSession` is set too.'
  }
  if (forkSession && !goesOn) yield '`forkSession` needs a session to fork: `resume` or `continue`.'
  if (resumeSessionAt !== undefined && resume === undefined) {
    yield '`resumeSessionAt` needs `resume`; `continue` is not enough.'
  }
  if (resumeDropsTurn !== undefined && resumeSessionAt === undefined) {
    yield '`resumeDropsTurn` needs `resumeSessionAt`.'
  }
  if (options.sessionMirror && options.persistSession === false) {
    yield '`sessionMirror` sends what is written to disk, which with `persistSession: false` is nothing.'
  }
}

function* modelProblems({ model, fallbackModel }: CliOptions): Generator<string> {
  if (model === undefined || fallbackModel === undefined) return
  const names = typeof fallbackModel === 'string' ? fallbackModel.split(',') : fallbackModel
  if (names.length > 0 && names.every((name) => name.trim() === model)) {
    yield `\`fallbackModel\` is the model itself, "${model}".`
  }
}

function* mcpProblems({ mcpServers = {}, mcpConfig = [] }: CliOptions): Generator<string> {
  if (!isObject(mcpServers)) yield '`mcpServers` must be an object of servers by name.'
  else {
    for (const [name, config] of Object.entries(mcpServers)) {
      // The CLI would silently leave out such a server.
      const problem = mcpConfigProblem(config)
      if (problem !== undefined) yield `The MCP server "${name}" cannot be used: ${problem}.`
      const { type } = config
      const near = isKnownServerType(type) ? undefined : nearest(String(type), MCP_SERVER_TYPES)
      if (near !== undefined) yield `The MCP server "${name}" has the type "${type}"; did you mean "${near}"?`
    }
  }
  for (const text of typeof mcpConfig === 'string' ? [mcpConfig] : mcpConfig) {
    if (isInline(text) && !isObject(parseObject('mcpConfig', text).mcpServers)) {
      yield '`mcpConfig` is JSON without the object `mcpServers`.'
    }
  }
}

/** The CLI ignores what it cannot read here, and with it the restrictions. */
function* managedProblems({ managedSettings }: CliOptions): Generator<string> {
  if (typeof managedSettings === 'string' && !isInline(managedSettings)) {
    yield '`managedSettings` must be an object or its JSON text: the CLI reads no file here.'
  }
}

/** The CLI ends at a bad schema, or ignores it without a word. */
function* schemaProblems({ jsonSchema }: CliOptions): Generator<string> {
  const problem = jsonSchema === undefined ? undefined : jsonSchemaProblem(jsonSchema, '`jsonSchema`')
  if (problem !== undefined) yield problem
}
