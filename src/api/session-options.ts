/**
 * The names in `options` of a new session: what the CLI's command line, `initialize` and its environment take. Their
 * values are checked where the command line is built. The compiler holds the list to `CliOptions` (launch.test.ts).
 */
import { z } from 'zod'

const any = z.unknown().optional()

export const sessionOptionsSchema = z.strictObject({
  /** Kept in memory only. */
  env: any,
  fileCheckpointing: any,
  /** Flags of the CLI that have no name here. */
  extraArgs: any,

  model: any,
  fallbackModel: any,
  effort: any,
  thinking: any,
  maxThinkingTokens: any,
  thinkingDisplay: any,
  maxTurns: any,
  maxBudgetUsd: any,
  taskBudget: any,
  agent: any,
  betas: any,
  jsonSchema: any,

  permissionMode: any,
  permissionPromptToolName: any,
  permissionPrompts: any,
  allowDangerouslySkipPermissions: any,
  dangerouslySkipPermissions: any,

  resume: any,
  continue: any,
  forkSession: any,
  resumeSessionAt: any,
  resumeDropsTurn: any,
  sessionId: any,
  persistSession: any,
  sessionMirror: any,
  awaitInitialize: any,

  tools: any,
  allowedTools: any,
  disallowedTools: any,
  skills: any,
  mcpServers: any,
  mcpConfig: any,
  strictMcpConfig: any,
  plugins: any,
  pluginsWithoutMcp: any,
  additionalDirectories: any,

  settings: any,
  sandbox: any,
  managedSettings: any,
  settingSources: any,
  projectConfigRoot: any,
  includePartialMessages: any,
  includeHookEvents: any,
  replayUserMessages: any,
  debug: any,
  debugFile: any,
  debugToStderr: any,

  systemPrompt: any,
  appendSystemPrompt: any,
  appendSubagentSystemPrompt: any,
  systemPromptSnapshot: any,
  excludeDynamicSections: any,
  planModeInstructions: any,
  toolAliases: any,
  agents: any,
  title: any,
  promptSuggestions: any,
  agentProgressSummaries: any,
  forwardSubagentText: any,
  supportedDialogKinds: any,
  perTaskStopAffordance: any,
  proactivity: any,
  sdkMcpServerConfigs: any,
  sdkMcpServerManifests: any,
})
export type SessionOptionName = keyof typeof sessionOptionsSchema.shape
