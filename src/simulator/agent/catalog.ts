/** What the CLI says it has: models, tools, commands, agents. By version, as in its own lists. */
import type { ModelInfo } from '../../protocol/control/initialize.ts'
import type { Profile } from './version.ts'

export interface PricedModel extends ModelInfo {
  readonly resolvedModel: string
  /** Dollars for a million tokens. */
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
const MODELS: readonly PricedModel[] = [
  model('default', 'claude-opus-5-5', 'Default (recommended)', [4, 20], { supportsFastMode: true }),
  model('opus', 'claude-opus-5-5', 'Opus', [4, 20], { supportsFastMode: true }),
  model('fable', 'claude-fable-5-2', 'Fable', [8, 40], { supportsFastMode: true }),
  model('sonnet', 'claude-sonnet-5-5', 'Sonnet', [2, 10]),
  model('haiku', 'claude-haiku-5-5', 'Haiku', [0.1, 0.5]),
]

export function modelsOf({ isOld }: Profile): readonly PricedModel[] {
  return isOld ? OLD_MODELS : MODELS
}

function model(
  value: string,
  resolvedModel: string,
  displayName: string,
  price: readonly [number, number],
  more: Partial<ModelInfo> = {},
): PricedModel {
  const description = `${displayName} · $${price[0]}/$${price[1]} per Mtok`
  return { value, resolvedModel, displayName, description, ...EFFORT, ...more, price }
}

/** The full name for an alias; any other name is taken as it is. */
export function resolveModel(name: string | undefined | null, profile: Profile): string {
  const models = modelsOf(profile)
  const asked = name === undefined || name === null || name === '' ? 'default' : name
  return models.find(({ value }) => value === asked)?.resolvedModel ?? asked
}

/** Dollars for a million tokens of input and output. */
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

export function builtInTools({ isOld }: Profile): string[] {
  return `${TOOLS} ${isOld ? OLD_ONLY : NEW_ONLY}`.split(' ').sort(taskFirst)
}

function taskFirst(one: string, other: string): number {
  if (one === 'Task' || other === 'Task') return one === 'Task' ? -1 : 1
  return one < other ? -1 : 1
}

/** Removed where nobody can be asked. */
export const ASKING_TOOLS = ['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']

export interface CommandInfo {
  readonly name: string
  readonly description: string
  readonly argumentHint: string
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

export function skillsOf(): CommandInfo[] {
  return SKILLS.map(commandOf)
}

export function commandsOf({ isOld }: Profile): CommandInfo[] {
  return [...SKILLS, ...COMMANDS, ...(isOld ? [] : NEW_COMMANDS)].map(commandOf)
}

function commandOf([name, description, argumentHint = '']: (typeof COMMANDS)[number]): CommandInfo {
  return { name, description, argumentHint }
}

export const AGENTS: readonly { name: string; description: string; model?: string }[] = [
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

export const OUTPUT_STYLES = ['default', 'Proactive', 'Explanatory', 'Learning']
