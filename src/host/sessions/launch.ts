import type { Isolation } from '../../process/isolation/isolation.ts'
import { type Launch, type LaunchOptions, prepareLaunch } from '../../process/launch.ts'
import type { SessionRow } from '../journal/store.ts'

/** An executable that sessions can run. */
export interface Agent {
  readonly name: string
  /** A path. Default: a `claude` in one of the usual places. */
  readonly binary?: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Options that choose the conversation of the first process. Later processes continue the session's own. */
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
  /** Environment values that a person gave, which are never shown. */
  readonly secrets: readonly string[]
}

/** The id with which the CLI calls the host before each tool, also after a restart of the host. */
export const POLICY_HOOK = 'fairlead-policy'
/** Defaults. Without checkpoints, files cannot be rewound later. */
const USUAL = { fileCheckpointing: true } as const
/** Set for every session: without these the state would be incomplete. */
const ALWAYS = { includePartialMessages: true, replayUserMessages: true } as const

/** Environment values that a person gave: of the session, and of its agent if that still exists. */
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
