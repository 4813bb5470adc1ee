import type { InitializeRequest } from '../../protocol/control/initialize.ts'

/** Fields that follow from other options, or have a flag. */
type Derived = 'hooks' | 'sdkMcpServers' | 'jsonSchema' | 'plugins'
type Field = Exclude<keyof InitializeRequest, Derived>

/** The options that travel in `initialize` and not on the command line. */
export const INITIALIZE_FIELDS: { readonly [Name in Field]: true } = {
  systemPrompt: true,
  appendSystemPrompt: true,
  appendSubagentSystemPrompt: true,
  systemPromptSnapshot: true,
  excludeDynamicSections: true,
  planModeInstructions: true,
  toolAliases: true,
  agents: true,
  title: true,
  skills: true,
  promptSuggestions: true,
  agentProgressSummaries: true,
  forwardSubagentText: true,
  supportedDialogKinds: true,
  perTaskStopAffordance: true,
  proactivity: true,
  sdkMcpServerConfigs: true,
  sdkMcpServerManifests: true,
}

/** `skills` has a flag too, which wants other values. */
export type InitializeOptions = Omit<Pick<InitializeRequest, Field>, 'skills'> & {
  readonly skills?: unknown
}

/** What is left out stays out: an empty `systemPrompt`, say, would replace Claude Code's own. */
export function initializeFields(options: InitializeOptions): InitializeRequest {
  const given = (Object.keys(INITIALIZE_FIELDS) as Field[]).filter((field) => options[field] !== undefined)
  return Object.fromEntries(given.map((field) => [field, options[field]]))
}
