import type { InitializeRequest } from '../../protocol/control/initialize.ts'

/** The options that travel in `initialize` and not on the command line. */
const FIELDS = [
  'systemPrompt',
  'appendSystemPrompt',
  'appendSubagentSystemPrompt',
  'systemPromptSnapshot',
  'excludeDynamicSections',
  'planModeInstructions',
  'toolAliases',
  'agents',
  'title',
  'skills',
  'promptSuggestions',
  'agentProgressSummaries',
  'forwardSubagentText',
  'supportedDialogKinds',
  'perTaskStopAffordance',
  'proactivity',
  'sdkMcpServerConfigs',
  'sdkMcpServerManifests',
] as const satisfies readonly (keyof InitializeRequest)[]

/** `skills` has a flag too, which wants other values. */
export type InitializeOptions = Omit<Pick<InitializeRequest, (typeof FIELDS)[number]>, 'skills'> & {
  readonly skills?: unknown
}

/** What is left out stays out: an empty `systemPrompt`, say, would replace Claude Code's own. */
export function initializeFields(options: InitializeOptions): InitializeRequest {
  const given = FIELDS.filter((field) => options[field] !== undefined)
  return Object.fromEntries(given.map((field) => [field, options[field]]))
}
