/**
 * The names in `options` of a new session: what the CLI's command line, `initialize` and its environment take. Their
 * values are checked where the command line is built. The compiler holds the list to `CliOptions` (launch.test.ts).
 */
import { z } from 'zod'

/** Its value is checked later. */
const named = z.unknown().optional()

export const sessionOptionsSchema = z.strictObject({
  /** Kept in memory only. */
  env: named,
  fileCheckpointing: named,
  /** Flags of the CLI that have no name here. */
  extraArgs: named,

  model: named,
  fallbackModel: named,
  effort: named,
  thinking: named,
  maxThinkingTokens: named,
  thinkingDisplay: named,
  maxTurns: named,
  maxBudgetUsd: named,
  taskBudget: named,
  agent: named,
  betas: named,
  jsonSchema: named,

  permissionMode: named,
  permissionPromptToolName: named,
  permissionPrompts: named,
  allowDangerouslySkipPermissions: named,
  dangerouslySkipPermissions: named,

  resume: named,
  continue: named,
  forkSession: named,
  resumeSessionAt: named,
  resumeDropsTurn: named,
  sessionId: named,
  persistSession: named,
  sessionMirror: named,
  awaitInitialize: named,

  tools: named,
  allowedTools: named,
  disallowedTools: named,
  skills: named,
  mcpServers: named,
  mcpConfig: named,
  strictMcpConfig: named,
  plugins: named,
  pluginsWithoutMcp: named,
  additionalDirectories: named,

  settings: named,
  sandbox: named,
  managedSettings: named,
  settingSources: named,
  projectConfigRoot: named,
  includePartialMessages: named,
  includeHookEvents: named,
  replayUserMessages: named,
  debug: named,
  debugFile: named,
  debugToStderr: named,

  systemPrompt: named,
  appendSystemPrompt: named,
  appendSubagentSystemPrompt: named,
  systemPromptSnapshot: named,
  excludeDynamicSections: named,
  planModeInstructions: named,
  toolAliases: named,
  agents: named,
  title: named,
  promptSuggestions: named,
  agentProgressSummaries: named,
  forwardSubagentText: named,
  supportedDialogKinds: named,
  perTaskStopAffordance: named,
  proactivity: named,
  sdkMcpServerConfigs: named,
  sdkMcpServerManifests: named,
})
export type SessionOptionName = keyof typeof sessionOptionsSchema.shape
