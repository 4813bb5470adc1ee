/** From a session's row to a command line: the agent, its version, arguments, environment, and the first request. */
import type { Isolation } from '../../process/isolation/isolation.ts'
import { type Launch, type LaunchOptions, prepareLaunch } from '../../process/launch.ts'
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
export type LaunchChange = Readonly<Partial<Pick<LaunchOptions, (typeof FIRST_OPTIONS)[number]>>>

export interface SessionLaunch extends Launch {
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
): Promise<SessionLaunch> {
  const options: LaunchOptions = { ...USUAL, ...row.options, ...ALWAYS, ...change }
  const { cwd } = row
  const launch = await prepareLaunch(
    { ...options, env: { ...agent.env, ...secretEnv } },
    { cwd, binary: agent.binary, args: agent.args, isolation },
  )
  const hooks = { PreToolUse: [{ hookCallbackIds: [POLICY_HOOK] }] }
  return {
    ...launch,
    initialize: { ...launch.initialize, hooks },
    secrets: secretValues(() => agent, secretEnv),
  }
}
