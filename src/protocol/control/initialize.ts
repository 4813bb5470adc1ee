import type { HookRegistration } from '../hooks.ts'
import type { JsonObject, OpenString } from '../json.ts'
import type { PermissionMode } from '../permissions.ts'

/** A sub-agent that the model may start. */
export interface AgentDefinition {
  description: string
  prompt: string
  tools?: string[]
  disallowedTools?: string[]
  model?: string
}

/** A host may send it before, with or after the first prompt, and again at any time. */
export interface InitializeRequest {
  hooks?: HookRegistration
  /** Names of the MCP servers that run in the host. */
  sdkMcpServers?: string[]
  sdkMcpServerConfigs?: JsonObject
  sdkMcpServerManifests?: JsonObject
  jsonSchema?: JsonObject
  /** Replaces Claude Code's own prompt, even if it is empty; omit it to keep that prompt. */
  systemPrompt?: string | string[]
  appendSystemPrompt?: string
  appendSubagentSystemPrompt?: string
  systemPromptSnapshot?: unknown
  excludeDynamicSections?: boolean
  planModeInstructions?: string
  toolAliases?: { [name: string]: string }
  agents?: { [name: string]: AgentDefinition }
  title?: string
  skills?: string[] | string
  plugins?: JsonObject[]
  promptSuggestions?: boolean
  agentProgressSummaries?: boolean
  forwardSubagentText?: boolean
  supportedDialogKinds?: string[]
  perTaskStopAffordance?: boolean
  /** Allows `set_proactivity_level`. */
  proactivity?: boolean
}

/** A slash command that the CLI offers. */
export interface SlashCommand {
  name: string
  description?: string
  argumentHint?: string
}
/** A model that the CLI offers. */
export interface ModelInfo {
  value: string
  resolvedModel?: string
  displayName?: string
  description?: string
  supportsEffort?: boolean
  supportedEffortLevels?: string[]
  supportsAdaptiveThinking?: boolean
  supportsFastMode?: boolean
  supportsAutoMode?: boolean
}
/** The account that the CLI is signed in with. */
export interface AccountInfo {
  email?: string
  organization?: string
  subscriptionType?: string
  tokenSource?: string
  apiKeySource?: string
  apiProvider?: string
}
/** What the CLI reports when it is ready: its commands, models, agents and account. */
export interface InitializeResponse {
  commands?: SlashCommand[]
  agents?: { name: string; description?: string; model?: string }[]
  output_style?: string
  available_output_styles?: string[]
  models?: ModelInfo[]
  account?: AccountInfo
  pid?: number
  claude_code_version?: string
  current_permission_mode?: OpenString<PermissionMode>
  session_state?: OpenString<'idle' | 'running' | 'requires_action'>
  capabilities?: string[]
  hooks_applied?: boolean
  hook_on_failure_supported?: boolean
  plugins_applied?: boolean
  sdk_mcp_manifests_parked?: unknown
  fast_mode_state?: string
}
