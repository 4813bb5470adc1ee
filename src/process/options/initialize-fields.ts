import type { InitializeRequest } from '../../protocol/control/initialize.ts'
import { isObject } from '../../protocol/json.ts'
import {
  anObject,
  aText,
  textOrTexts,
  texts,
  type ValueCheck,
  valuesOf,
  yesOrNo,
} from '../../protocol/option-values.ts'

/** Fields that follow from other options, or have a flag. */
type Derived = 'hooks' | 'sdkMcpServers' | 'jsonSchema' | 'plugins'
type Field = Exclude<keyof InitializeRequest, Derived>

/** The CLI leaves out an agent that lacks either, without a word. */
const anAgent: ValueCheck = (value) =>
  isObject(value) && typeof value.description === 'string' && typeof value.prompt === 'string'
    ? undefined
    : 'an agent'

/** The options that travel in `initialize` and not on the command line. */
export const INITIALIZE_FIELDS: { readonly [Name in Field]: ValueCheck | true } = {
  systemPrompt: textOrTexts,
  appendSystemPrompt: aText,
  appendSubagentSystemPrompt: aText,
  systemPromptSnapshot: true,
  excludeDynamicSections: yesOrNo,
  planModeInstructions: aText,
  toolAliases: valuesOf('an object of texts', aText),
  agents: valuesOf('an object of agents, each with `description` and `prompt`', anAgent),
  title: aText,
  skills: true,
  promptSuggestions: yesOrNo,
  agentProgressSummaries: yesOrNo,
  forwardSubagentText: yesOrNo,
  supportedDialogKinds: texts,
  perTaskStopAffordance: yesOrNo,
  proactivity: yesOrNo,
  sdkMcpServerConfigs: anObject,
  sdkMcpServerManifests: anObject,
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
