/** The parts of an agent. Each gets the whole agent, and finds the other parts there. */

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
  /** The agent ignores everything from the host: some requests bring 2.1.197 into this state. */
  isWedged: boolean
  readonly custom: Customization
  /** The name that the API and `system/init` use. */
  model: string
  stderr(text: string): void
  /** Ends the process after everything is written. */
  exit(code: number): void
}

interface Customization {
  jsonSchema: Readonly<Record<string, unknown>> | undefined
  systemPrompt: string | undefined
  appendSystemPrompt: string | undefined
  agents: Readonly<Record<string, unknown>>
  proactivity: boolean
  /** Also forward the text of sub-agents in the foreground. */
  forwardsText: boolean
  suggests: boolean
  dialogKinds: readonly string[]
  plugins: readonly Plugin[]
  /** Somebody watches the stream. */
  hasSubscribers: boolean
  thinkingTokens: number | undefined
  isInitialized: boolean
  /** The slash commands that the agent last sent to the host. */
  toldCommands: string
}
