/** Opens a session: finds the CLI, builds its command line and environment, starts it, and says hello. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildArguments } from '../process/arguments.ts'
import { buildEnvironment } from '../process/environment.ts'
import { WorkingDirectoryError } from '../process/errors.ts'
import { findBinary } from '../process/find-binary.ts'
import { spawnPipes } from '../process/pipe-transport.ts'
import { atLeast, type CliVersion, readVersion } from '../process/version.ts'
import type { InitializeResponse } from '../protocol/control/initialize.ts'
import { isEarly } from '../protocol/early.ts'
import { initializeFields } from './initialize-fields.ts'
import { splitServers } from './mcp-bridge.ts'
import { checkConflicts } from './option-conflicts.ts'
import { deliverPlugins } from './plugin-delivery.ts'
import { Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'

/** Opens a session and waits until the CLI has answered. */
export async function openSession(options: SessionOptions = {}): Promise<Session> {
  const session = await startSession(options)
  try {
    await session.ready
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

/** As `openSession`, without waiting for the CLI's answer: prompts sent at once are written together with the hello. */
export async function startSession(options: SessionOptions = {}): Promise<Session> {
  checkConflicts(options)
  const cwd = resolve(options.cwd ?? process.cwd())
  await checkDirectory(cwd)
  const debugToStderr = options.debugToStderr ?? asksForDebug(options)
  const env = buildEnvironment({ ...options, debug: options.debug ?? debugToStderr })
  const binary = findBinary({ env, cwd, ...(options.binary !== undefined && { binary: options.binary }) })
  const version = await readVersion(binary, { env, isolation: options.isolation })
  const { configs, inProcess } = splitServers(options.mcpServers ?? {})
  const plugins = deliverPlugins(options, version)
  const flagged = { ...options, ...plugins.flags, mcpServers: configs, debugToStderr }
  const { args, leftOut, sdkServers } = buildArguments(flagged, version, { env })
  if (version.problem !== undefined) {
    options.onWarning?.({ code: 'version-unreadable', message: version.problem })
  }
  for (const { option, reason } of leftOut) {
    options.onWarning?.({ code: 'option-left-out', message: `${option} was left out: ${reason}` })
  }
  if (plugins.problem !== undefined) {
    options.onWarning?.({
      code: 'option-left-out',
      message: `pluginDelivery was left out: ${plugins.problem}`,
    })
  }
  const transport = spawnPipes({
    command: binary.command,
    args: [...binary.args, ...args],
    cwd,
    env,
    ...(options.onStderr && { onStderr: options.onStderr }),
    ...(options.isolation && { isolation: options.isolation }),
    ...(options.closeWaits && { waits: options.closeWaits }),
    ...(options.maxLineBytes !== undefined && { maxLineBytes: options.maxLineBytes }),
  })
  try {
    const session = new Session(transport, {
      ...options,
      version,
      initialize: {
        ...initializeFields(options),
        ...plugins.initialize,
        ...(sdkServers.length > 0 && { sdkMcpServers: sdkServers }),
      },
      inProcessServers: inProcess,
      process: { agent: binary.path, cwd, ...(version.parsed && { version: version.parsed.join('.') }) },
      wantsStructuredOutput: options.jsonSchema !== undefined,
      ignoresLocalRules: ignoresLocalRules(version),
    })
    if (plugins.initialize.plugins) warnOfPlugins(session, options)
    return session
  } catch (error) {
    // A hook of an unknown event, say: the process must not stay behind.
    await transport.close()
    throw error
  }
}

function warnOfPlugins({ ready }: Session, { onWarning }: SessionOptions): void {
  const message = 'the CLI has not loaded all of the plugins'
  const check = ({ plugins_applied: isApplied }: InitializeResponse) => {
    if (isApplied !== true) onWarning?.({ code: 'plugins-not-loaded', message })
  }
  ready.then(check, () => {})
}

/** In between, a rule for local settings counts only in a folder that the user has trusted; before and after, at once. */
const HONOURS_LOCAL_RULES = '2.1.325'

function ignoresLocalRules(version: CliVersion): boolean {
  const told = version.parsed?.join('.')
  return told !== undefined && !isEarly(told) && !atLeast(version, HONOURS_LOCAL_RULES)
}

/** The variable that turns debugging on in the official client does so here. */
function asksForDebug({ env }: SessionOptions): boolean {
  return Boolean(env?.DEBUG_CLAUDE_AGENT_SDK ?? process.env.DEBUG_CLAUDE_AGENT_SDK)
}

async function checkDirectory(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined)
  if (!found) throw new WorkingDirectoryError(cwd, 'does not exist')
  if (!found.isDirectory()) throw new WorkingDirectoryError(cwd, 'is not a directory')
}
