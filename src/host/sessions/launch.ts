/** From a session's row to a command line: the agent, its version, arguments, environment, and the first request. */
import { initializeFields } from '../../client/initialize-fields.ts'
import type { SessionOptions } from '../../client/session-options.ts'
import { buildArguments, type LeftOut } from '../../process/arguments.ts'
import { buildEnvironment } from '../../process/environment.ts'
import { findBinary } from '../../process/find-binary.ts'
import type { Isolation } from '../../process/isolation/isolation.ts'
import { readVersion } from '../../process/version.ts'
import type { InitializeRequest } from '../../protocol/control/initialize.ts'
import type { SessionRow } from '../journal/store.ts'

/** An executable that sessions can run. */
export interface Agent {
  readonly name: string
  /** A path; undefined: look for a `claude` where it is usually found. */
  readonly binary?: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Options that say which conversation a process begins with: later ones go on with the session's own. */
export const FIRST_OPTIONS = [
  'resume',
  'continue',
  'forkSession',
  'resumeSessionAt',
  'resumeDropsTurn',
  'sessionId',
] as const
export type LaunchChange = Readonly<Partial<Pick<SessionOptions, (typeof FIRST_OPTIONS)[number]>>>

export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly version: string | undefined
  readonly initialize: InitializeRequest
  readonly leftOut: readonly LeftOut[]
  readonly isolation: Isolation | undefined
  /** Values that a person gave for the environment: nobody is shown them. */
  readonly secrets: readonly string[]
}

/** Under this id the CLI calls the host before each tool, also after the host was started again. */
export const POLICY_HOOK = 'fairlead-policy'
/** Unless a session was made with other options. Without checkpoints, files cannot be rewound later. */
const USUAL = { fileCheckpointing: true } as const
/** What every session of a host is run with: without it the state could not be kept true, or survive. */
const ALWAYS = { includePartialMessages: true, replayUserMessages: true } as const

/** What a person gave for the environment: of a session, and of its agent if that is still there. */
export function secretValues(agent: () => Agent, secretEnv: Readonly<Record<string, string>>): string[] {
  try {
    return Object.values({ ...agent().env, ...secretEnv })
  } catch {
    return Object.values(secretEnv)
  }
}

export async function launchOf(
  row: SessionRow,
  agent: Agent,
  secretEnv: Readonly<Record<string, string>>,
  change: LaunchChange = {},
  isolation?: Isolation,
): Promise<Launch> {
  const options = { ...USUAL, ...(row.options as SessionOptions), ...ALWAYS, ...change }
  const env = buildEnvironment({ ...options, env: { ...agent.env, ...secretEnv } })
  const binary = findBinary({
    env,
    cwd: row.cwd,
    ...(agent.binary !== undefined && { binary: agent.binary }),
  })
  const version = await readVersion(binary, { env, isolation })
  const { args, leftOut, sdkServers } = buildArguments(options as never, version, { env })
  return {
    command: binary.command,
    args: [...binary.args, ...agent.args, ...args],
    cwd: row.cwd,
    env,
    secrets: secretValues(() => agent, secretEnv),
    version: version.parsed === undefined ? undefined : version.text,
    initialize: {
      ...initializeFields(options),
      ...(sdkServers.length > 0 && { sdkMcpServers: sdkServers }),
      hooks: { PreToolUse: [{ hookCallbackIds: [POLICY_HOOK] }] },
    },
    leftOut,
    isolation,
  }
}
