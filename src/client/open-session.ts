/** Opens a session: finds the CLI, builds its command line and environment, starts it, and sends the first request. */
import { type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { WorkingDirectoryError } from '../process/errors.ts'
import { prepareLaunch } from '../process/launch.ts'
import { spawnPipes } from '../process/pipe-transport.ts'
import { versionReported } from '../process/version.ts'
import type { InitializeResponse } from '../protocol/control/initialize.ts'
import { checkOptionNames } from '../protocol/option-names.ts'
import { splitServers } from './mcp-bridge.ts'
import { checkHandlers } from './option-conflicts.ts'
import { OTHER_NAMES, SESSION_OPTIONS } from './option-names.ts'
import { Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'
import { callSafely, type Warn, warnerOf } from './warnings.ts'

/**
 * Opens a session and waits until the CLI has answered. Close it, or declare it with `await using`.
 *
 * @throws OptionsError for an option of an unknown name or a value that cannot work, before a process is started.
 * @example
 * const session = await openSession({ cwd: '/home/me/app', onApproval: (approval) => approval.deny('Read only.') })
 * const { status, text } = await session.send('Which licence has this project?').result
 * await session.close()
 */
export async function openSession(options: SessionOptions = {}): Promise<Session> {
  const session = await startSession(options)
  try {
    await session.ready
    // An abort closes the session, which may still have answered.
    options.signal?.throwIfAborted()
    return session
  } catch (error) {
    await session.close()
    options.signal?.throwIfAborted()
    throw error
  }
}

/** As `openSession`, without waiting for the CLI's answer: prompts sent at once are written together with the first request. */
export async function startSession(options: SessionOptions = {}): Promise<Session> {
  checkOptionNames(options, SESSION_OPTIONS, OTHER_NAMES)
  checkHandlers(options)
  const { signal } = options
  signal?.throwIfAborted()
  const cwd = resolve(options.cwd ?? process.cwd())
  checkDirectory(cwd)
  const debugToStderr = options.debugToStderr ?? asksForDebug(options)
  const { configs, inProcess } = splitServers(options.mcpServers ?? {})
  const launch = await prepareLaunch(
    { ...options, mcpServers: configs, debug: options.debug ?? debugToStderr, debugToStderr },
    { cwd, binary: options.binary, isolation: options.isolation },
  )
  const { binary, version } = launch
  const onWarning = warnerOf(options.onWarning)
  if (version.problem !== undefined) onWarning({ code: 'version-unreadable', message: version.problem })
  for (const { option, reason } of launch.leftOut) {
    onWarning({ code: 'option-left-out', message: `${option} was left out: ${reason}` })
  }
  const transport = spawnPipes({
    command: launch.command,
    args: launch.args,
    cwd,
    env: launch.env,
    ...(options.onStderr && { onStderr: stderrListener(options.onStderr, onWarning) }),
    ...(options.isolation && { isolation: options.isolation }),
    ...(options.closeWaits && { waits: options.closeWaits }),
    ...(options.maxLineBytes !== undefined && { maxLineBytes: options.maxLineBytes }),
  })
  try {
    const session = new Session(transport, {
      ...options,
      onWarning,
      initialize: launch.initialize,
      inProcessServers: inProcess,
      process: { agent: binary.path, cwd, ...(version.parsed && { version: version.parsed.join('.') }) },
      wantsStructuredOutput: options.jsonSchema !== undefined,
    })
    if (launch.initialize.plugins) warnOfPlugins(session, onWarning)
    session.ready.then(
      (answer) => versionReported(version, answer.claude_code_version),
      () => {},
    )
    // Older versions report it with each turn only.
    session.ended.then(() => versionReported(version, session.state.facts.version))
    if (signal) closeOnAbort(session, signal)
    return session
  } catch (error) {
    // A hook of an unknown event, say: the process must not stay behind.
    await transport.close()
    throw error
  }
}

/** Also where the signal was aborted while the process was being started. */
function closeOnAbort(session: Session, signal: AbortSignal): void {
  const close = () => void session.close()
  if (signal.aborted) close()
  else signal.addEventListener('abort', close, { once: true })
  void session.ended.then(() => signal.removeEventListener('abort', close))
}

function stderrListener(onStderr: NonNullable<SessionOptions['onStderr']>, onWarning: Warn) {
  const onError = (error: unknown) => onWarning({ code: 'listener', message: 'onStderr threw', error })
  return (text: string) => callSafely(onStderr, onError, text)
}

function warnOfPlugins({ ready }: Session, onWarning: Warn): void {
  const message = 'the CLI has not loaded all of the plugins'
  const check = ({ plugins_applied: isApplied }: InitializeResponse) => {
    if (isApplied !== true) onWarning({ code: 'plugins-not-loaded', message })
  }
  ready.then(check, () => {})
}

/** The variable that turns debugging on in the official client does so here. */
function asksForDebug({ env }: SessionOptions): boolean {
  return Boolean(env?.DEBUG_CLAUDE_AGENT_SDK ?? process.env.DEBUG_CLAUDE_AGENT_SDK)
}

/** Synchronous: to wait for the thread that would look takes longer than to look. */
function checkDirectory(cwd: string): void {
  const found = lookAt(cwd)
  if (!found) throw new WorkingDirectoryError(cwd, 'does not exist')
  if (!found.isDirectory()) throw new WorkingDirectoryError(cwd, 'is not a directory')
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
