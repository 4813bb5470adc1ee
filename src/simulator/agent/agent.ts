/** The parts that an agent is made of. Each is given the whole, and finds the others there. */

import type { Plugin } from './commands/plugins.ts'
import type { FaultPlan } from './faults/plan.ts'
import type { Hooks } from './hooks.ts'
import type { HostRequests } from './io/host-requests.ts'
import type { Output } from './io/output.ts'
import type { McpServers } from './mcp/servers.ts'
import type { AgentOptions } from './options/options.ts'
import type { PermissionModes } from './permissions/modes.ts'
import type { Rules } from './permissions/rules.ts'
import type { Pace } from './replies/pace.ts'
import type { ReplySource } from './replies/source.ts'
import type { Places } from './session/places.ts'
import type { Session } from './session/session.ts'
import type { Settings } from './session/settings.ts'
import type { StateEvents } from './session/state-events.ts'
import type { Ledger } from './session/usage.ts'
import type { Tasks } from './tasks/tasks.ts'
import type { Checkpoints } from './tools/checkpoints.ts'
import type { PromptQueue } from './turns/queue.ts'
import type { Turns } from './turns/turns.ts'
import type { Profile } from './version.ts'

export interface Agent {
  readonly profile: Profile
  readonly options: AgentOptions
  readonly env: NodeJS.ProcessEnv
  readonly places: Places
  readonly output: Output
  readonly host: HostRequests
  readonly state: StateEvents
  readonly session: Session
  readonly settings: Settings
  readonly ledger: Ledger
  readonly source: ReplySource
  readonly pace: Pace
  readonly faults: FaultPlan
  readonly rules: Rules
  readonly modes: PermissionModes
  readonly hooks: Hooks
  readonly mcp: McpServers
  readonly tasks: Tasks
  readonly checkpoints: Checkpoints
  readonly queue: PromptQueue
  readonly turns: Turns
  /** Nothing that comes from the host is taken any more: 2.1.197 can be brought to that. */
  isWedged: boolean
  /** What the host has set in `initialize`. */
  readonly custom: Customization
  /** As the API and `system/init` name it. */
  model: string
  stderr(text: string): void
  /** Ends the process once everything is written. */
  exit(code: number): void
}

export interface Customization {
  jsonSchema: Readonly<Record<string, unknown>> | undefined
  systemPrompt: string | undefined
  appendSystemPrompt: string | undefined
  agents: Readonly<Record<string, unknown>>
  proactivity: boolean
  /** What sub-agents say in the foreground is told too. */
  forwardsText: boolean
  /** The user is offered what to say next. */
  suggests: boolean
  /** The kinds of dialog that the host can show. */
  dialogKinds: readonly string[]
  plugins: readonly Plugin[]
  /** Somebody looks at the stream as it comes. */
  hasSubscribers: boolean
  thinkingTokens: number | undefined
  isInitialized: boolean
  /** The slash commands that the host was last told of. */
  toldCommands: string
}
