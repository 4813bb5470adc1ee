/** What the CLI offers: models, tools, commands, agents. By version, as in its own lists. */
import type { ModelInfo } from '../../protocol/control/initialize.ts'
import type { Profile } from './version.ts'

export interface PricedModel extends ModelInfo {
  readonly resolvedModel: string
  /** In dollars for a million tokens. */
  readonly price: readonly [input: number, output: number]
}

const EFFORT = {
  supportsEffort: true,
  supportedEffortLevels: ['low', 'medium', 'high', 'xhigh', 'max'],
  supportsAdaptiveThinking: true,
  supportsAutoMode: true,
}

const OLD_MODELS: readonly PricedModel[] = [
  model('default', 'claude-opus-4-8[1m]', 'Default (recommended)', [5, 25], { supportsFastMode: true }),
  model('opus[1m]', 'claude-opus-4-8[1m]', 'Opus', [5, 25], { supportsFastMode: true }),
  model('sonnet', 'claude-sonnet-5', 'Sonnet', [3, 15]),
  model('haiku', 'claude-haiku-4-5-20251001', 'Haiku', [1, 5]),
]
const NEWER = { supportsThinkingOff: false }
const FAST = { ...NEWER, supportsFastMode: true }
const FIRST_MODELS: readonly PricedModel[] = [
  model('default', 'claude-sonnet-4-5-20250929', 'Default (recommended)', [3, 15]),
  model('opus', 'claude-opus-4-6', 'Opus', [5, 25]),
  model('opus[1m]', 'claude-opus-4-6[1m]', 'Opus (1M context)', [10, 37.5]),
  model('haiku', 'claude-haiku-4-5-20251001', 'Haiku', [1, 5]),
]
const MODELS: readonly PricedModel[] = [
  model('default', 'claude-opus-5-5', 'Default (recommended)', [4, 20], FAST),
  model('opus', 'claude-opus-5-5', 'Opus', [4, 20], FAST),
  model('fable', 'claude-fable-5-2', 'Fable', [8, 40], FAST),
  model('sonnet', 'claude-sonnet-5-5', 'Sonnet', [2, 10], NEWER),
  model('haiku', 'claude-haiku-5-5', 'Haiku', [0.1, 0.5], NEWER),
]

export function modelsOf({ isOld, isFirst }: Profile): readonly PricedModel[] {
  return isFirst ? FIRST_MODELS : isOld ? OLD_MODELS : MODELS
}

/** The models as listed to the host; 2.1.37 does not list what they support. */
export function listedModels(profile: Profile): object[] {
  return modelsOf(profile).map(({ price: _, ...model }) => {
    const { value, displayName, description } = model
    return profile.isFirst ? { value, displayName, description } : model
  })
}

function model(
  value: string,
  resolvedModel: string,
  displayName: string,
  price: readonly [number, number],
  more: Partial<ModelInfo> & { supportsThinkingOff?: boolean } = {},
): PricedModel {
  const description = `${displayName} · $${price[0]}/$${price[1]} per Mtok`
  return { value, resolvedModel, displayName, description, ...EFFORT, ...more, price }
}

/** Returns the full name for an alias; any other name is returned as it is. */
export function resolveModel(name: string | undefined | null, profile: Profile): string {
  const models = modelsOf(profile)
  const isDefault =
    name === undefined || name === null || name === '' || (profile.isFirst && name === 'sonnet')
  const asked = isDefault ? 'default' : name
  return models.find(({ value }) => value === asked)?.resolvedModel ?? asked
}

/** Whether the version knows a model. An unknown model still works, or fails at the API. */
export function isKnownModel(name: string): boolean {
  return /(^|[./])claude-(3-|instant|2|(opus|sonnet|haiku|fable)-[1-5](?!\d))/.test(name)
}

/** The size of a model's context window, in tokens. Earlier Haikus have a smaller one than the others. */
export function contextWindowOf(name: string): number {
  return /claude-haiku-[1-4]\b/.test(name) ? 200_000 : 1_000_000
}

/** Whether the version lists the model, and so knows that it has levels of effort. */
export function isListedModel(name: string, profile: Profile): boolean {
  return modelsOf(profile).some(({ resolvedModel }) => resolvedModel === name)
}

/** In dollars for a million tokens of input and output. */
export function priceOf(name: string, profile: Profile): readonly [number, number] {
  const bare = name.replace(/\[.*\]$/, '')
  const found = modelsOf(profile).find(({ resolvedModel }) => resolvedModel.replace(/\[.*\]$/, '') === bare)
  return found?.price ?? [3, 15]
}

/** Named as in `system/init`: the model knows `Task` as `Agent`. */
const TOOLS =
  'Task AskUserQuestion Bash CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode ' +
  'ExitWorktree Glob Grep NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill'
const OLD_ONLY =
  'TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate WebFetch WebSearch Workflow Write'
const NEW_ONLY = 'ListAgents Monitor TaskStop ToolSearch WebFetch WebSearch Workflow Write'

const FIRST_TOOLS =
  'Task TaskOutput Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch TaskStop ' +
  'AskUserQuestion Skill EnterPlanMode ToolSearch'

export function builtInTools({ isOld, isFirst }: Profile): string[] {
  if (isFirst) return FIRST_TOOLS.split(' ')
  return `${TOOLS} ${isOld ? OLD_ONLY : NEW_ONLY}`.split(' ').sort(taskFirst)
}

function taskFirst(one: string, other: string): number {
  if (one === 'Task' || other === 'Task') return one === 'Task' ? -1 : 1
  return one < other ? -1 : 1
}

/** Removed if there is nobody to ask. */
export const ASKING_TOOLS = ['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']

export interface CommandInfo {
  readonly name: string
  readonly description: string
  readonly argumentHint: string
  readonly aliases?: readonly string[]
  readonly builtin?: true
}

const COMMANDS: readonly (readonly [name: string, description: string, hint?: string])[] = [
  ['clear', 'Start a new session with empty context', '[name]'],
  ['compact', 'Free up context by summarizing the conversation so far', '<instructions>'],
  ['config', 'Set a setting by key', 'key=value'],
  ['context', 'Show current context usage'],
  ['init', 'Initialize a new CLAUDE.md file with codebase documentation'],
  ['reload-skills', 'Pick up skills added or changed on disk during this session'],
  ['security-review', 'Complete a security review of the pending changes on the current branch'],
  ['usage', 'Show the cost of the session and the usage of the plan'],
]
const NEW_COMMANDS: typeof COMMANDS = [
  ['model', 'Set the model', '<model>'],
  ['rename', 'Rename the session', '[name]'],
]
const SKILLS: typeof COMMANDS = [
  ['code-review', 'Review the current diff for correctness bugs', '[low|medium|high] [<target>]'],
  ['simplify', 'Review the changed code for reuse and simplification', '[<target>]'],
]

const COMMAND_ALIASES: { readonly [name: string]: readonly string[] } = {
  clear: ['reset', 'new'],
  'code-review': ['review'],
  usage: ['cost'],
}

const FIRST_COMMANDS: typeof COMMANDS = [
  ['compact', 'Clear conversation history but keep a summary in context', '<instructions>'],
  ['context', 'Show current context usage'],
  ['cost', 'Show the total cost and duration of the current session'],
  ['init', 'Initialize a new CLAUDE.md file with codebase documentation'],
  ['pr-comments', 'Get comments from a GitHub pull request'],
  ['release-notes', 'View release notes'],
  ['review', 'Review a pull request'],
  ['security-review', 'Complete a security review of the pending changes on the current branch'],
  ['insights', 'Look into past sessions'],
]
const FIRST_SKILLS: typeof COMMANDS = [
  ['debug', 'Debug the current session by its log', '[issue description]'],
]

export function skillsOf({ isOld, isFirst }: Profile): CommandInfo[] {
  return (isFirst ? FIRST_SKILLS : SKILLS).map((row) => commandOf(row, isOld))
}

export function commandsOf(profile: Profile): CommandInfo[] {
  const { isOld, isFirst } = profile
  const own = isFirst ? FIRST_COMMANDS : [...COMMANDS, ...(isOld ? [] : NEW_COMMANDS)]
  return [...skillsOf(profile), ...own.map((row) => commandOf(row, isOld))]
}

function commandOf(row: (typeof COMMANDS)[number], isOld: boolean): CommandInfo {
  const [name, description, argumentHint = ''] = row
  const aliases = COMMAND_ALIASES[name]
  return {
    name,
    description,
    argumentHint,
    ...(aliases === undefined ? {} : { aliases }),
    ...(isOld ? {} : { builtin: true }),
  }
}

interface AgentInfo {
  readonly name: string
  readonly description: string
  readonly model?: string
}

const AGENTS: readonly AgentInfo[] = [
  { name: 'claude', description: "Catch-all for any task that doesn't fit a more specific agent." },
  { name: 'Explore', description: 'Fast read-only search agent for locating code.', model: 'inherit' },
  { name: 'general-purpose', description: 'General-purpose agent for researching and multi-step tasks.' },
  {
    name: 'Plan',
    description: 'Software architect agent for designing implementation plans.',
    model: 'inherit',
  },
  { name: 'statusline-setup', description: 'Configures the status line setting.', model: 'sonnet' },
]

export const CAPABILITIES = [
  'interrupt_receipt_v1',
  'interrupt_cancel_queued_v1',
  'msg_lifecycle_v1',
  'request_marker_lists_v1',
  'ask_user_question_unanswered_v1',
  'lifecycle_wakeup_source_v1',
  'sdk_mcp_tools_list_changed',
  'mcp_read_resource_v1',
  'mcp_call_check_permissions_v1',
]

export const HOST_CAPABILITIES = ['mcp_call_check_permissions_v1']

const FIRST_AGENTS = 'Bash general-purpose statusline-setup Explore Plan claude-code-guide'

export function agentsOf({ isFirst }: Profile): readonly AgentInfo[] {
  if (!isFirst) return AGENTS
  return FIRST_AGENTS.split(' ').map((name) => ({ name, description: `The agent ${name}.` }))
}

export function outputStyles({ isOld, isFirst }: Profile): string[] {
  return [
    'default',
    ...(isFirst ? [] : ['Proactive']),
    ...(isOld ? [] : ['Concise']),
    'Explanatory',
    'Learning',
  ]
}

/** The built-in plugins of later versions. */
export function pluginsOf({ isOld }: Profile): { name: string; path: string; source: string }[] {
  const names = isOld ? [] : ['cc-plugin-agents-md', 'cc-plugin-privacy', 'cc-plugin-plugin-authoring']
  return names.map((name) => ({ name, path: 'builtin', source: `${name}@builtin` }))
}
