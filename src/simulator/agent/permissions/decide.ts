/** Decides whether a tool call may run: by rule, by mode, by what the tool does. Otherwise the agent asks. */
import { dirname, relative, resolve } from 'node:path'
import type { JsonObject } from '../../../protocol/json.ts'
import type { PermissionUpdate } from '../../../protocol/permissions.ts'
import type { Agent } from '../agent.ts'
import { isFileCommand, isReadOnly, partsOf, ruleFor, targetsOf } from './bash.ts'
import { matches, type ToolCall } from './match.ts'
import { isInside, pathIn, pathsOutside } from './paths.ts'

export type Decision =
  | { behavior: 'allow'; reasonType?: string }
  | { behavior: 'deny'; message: string; reasonType?: string; isTold: boolean }
  | Ask

export interface Ask {
  behavior: 'ask'
  /** The reason given to the model if there is nobody to ask. */
  message: string
  suggestions?: PermissionUpdate[]
  reason?: string
  reasonType?: string
  blockedPath?: string
  description?: string
  /** Only a person can decide: later versions mark requests about files this way. */
  isAskOnly?: true
}

const EDITING = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit']
const READING = ['Read', 'Glob', 'Grep', 'LS']
const INTERACTIVE = ['AskUserQuestion', 'ExitPlanMode']
const ASKED_ALWAYS = ['WebFetch', 'WebSearch']

const AUTO_MODE_DENIAL =
  'Permission for this action was denied by the Claude Code auto mode classifier: the classifier is unavailable.'
const TRY_OTHERWISE =
  'IMPORTANT: You *may* attempt to accomplish this action using other tools that might naturally be used to ' +
  'accomplish this goal, e.g. using head instead of cat.'

export function decide(agent: Agent, call: ToolCall): Decision {
  const { rules, modes, places, profile } = agent
  const applies = (behavior: string, to: ToolCall) =>
    rules.all.some((rule) => rule.behavior === behavior && matches(rule, to, places.cwd))
  const parts = call.tool === 'Bash' ? partsOf(String(call.input.command ?? '')) : []
  const asPart = (command: string): ToolCall => ({ tool: 'Bash', input: { command } })
  // One denied command is enough for a denial; for an allow, each command must be allowed.
  const found = (behavior: string) =>
    applies(behavior, call) ||
    (behavior === 'allow'
      ? parts.length > 1 && parts.every((part) => isReadOnly(part) || applies('allow', asPart(part)))
      : parts.some((part) => applies(behavior, asPart(part))))
  if (found('deny')) {
    const what = call.tool === 'Bash' ? ` with command ${call.input.command}` : ''
    return deny(
      `Permission to use ${call.tool}${what} has been denied.`,
      call.tool === 'Bash' ? 'subcommandResults' : 'rule',
    )
  }
  if (INTERACTIVE.includes(call.tool)) return { behavior: 'ask', message: requested(call) }
  if (found('ask')) {
    const how = byTool(agent, call)
    const ask: Ask = how.behavior === 'ask' ? how : { behavior: 'ask', message: requested(call) }
    return asked(agent, { ...ask, reasonType: 'rule' }, call)
  }
  const bypasses =
    modes.mode === 'bypassPermissions' || (modes.mode === 'plan' && modes.canBypass && profile.isOld)
  if (bypasses) return { behavior: 'allow', reasonType: 'mode' }
  if (found('allow')) return { behavior: 'allow', reasonType: 'rule' }
  const decision = byTool(agent, call)
  return decision.behavior === 'ask' ? asked(agent, decision, call) : decision
}

/** In modes that never ask the host, an ask becomes a denial. */
function asked(agent: Agent, ask: Decision, call: ToolCall): Decision {
  const { mode } = agent.modes
  if (ask.behavior !== 'ask') return ask
  if (mode === 'dontAsk') {
    const why = `Permission to use ${call.tool} has been denied because Claude Code is running in don't ask mode.`
    return deny(`${why} ${TRY_OTHERWISE}`, 'mode')
  }
  if (mode === 'auto') return deny(AUTO_MODE_DENIAL, 'classifier')
  return { ...ask, message: ask.message || requested(call) }
}

function byTool(agent: Agent, call: ToolCall): Decision {
  const { cwd } = agent.places
  const { directories } = agent.rules
  const path = pathIn(call)
  const inside = path === undefined || isInside(path, directories, cwd)
  if (READING.includes(call.tool)) {
    if (inside || isOwnFile(agent, path)) return { behavior: 'allow', reasonType: 'mode' }
    const full = resolve(cwd, path)
    return outside(call, full, [readRule(full)])
  }
  if (EDITING.includes(call.tool)) return byEdit(agent, call, path ?? cwd, inside)
  if (call.tool === 'Bash') return byBash(agent, String(call.input.command ?? ''), call)
  if (call.tool.startsWith('mcp__') || ASKED_ALWAYS.includes(call.tool)) return byName(call)
  return { behavior: 'allow' }
}

function byEdit(agent: Agent, call: ToolCall, path: string, inside: boolean): Decision {
  const { cwd } = agent.places
  const full = resolve(cwd, path)
  if (isOwnFile(agent, full)) return { behavior: 'allow', reasonType: 'mode' }
  if (inside && agent.modes.mode === 'acceptEdits') return { behavior: 'allow', reasonType: 'mode' }
  const setMode: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
  const description = inside ? relative(cwd, full) : full
  const message = `Claude requested permissions to write to ${full}, but you haven't granted it yet.`
  if (!inside) {
    const add: PermissionUpdate = {
      type: 'addDirectories',
      directories: [dirname(full)],
      destination: 'session',
    }
    return { ...outside(call, full, [setMode, add]), description, message }
  }
  if (agent.modes.mode === 'plan') return { behavior: 'ask', message, description, reasonType: 'mode' }
  return { behavior: 'ask', message, description, suggestions: [setMode], isAskOnly: true }
}

function byBash(agent: Agent, command: string, call: ToolCall): Decision {
  const { modes, places, rules, settings, profile } = agent
  const strangers = pathsOutside(command, rules.directories, places.cwd)
  const allowed: Decision = { behavior: 'allow', reasonType: 'subcommandResults' }
  if (isReadOnly(command) && strangers.length === 0) return allowed
  if (modes.mode === 'plan' && settings.effective.useAutoModeDuringPlan !== false)
    return profile.isOld ? allowed : deny(AUTO_MODE_DENIAL, 'classifier')
  if (modes.mode === 'acceptEdits' && isFileCommand(command) && strangers.length === 0) return allowed
  return askBash(agent, command, strangers[0], call)
}

function askBash({ places }: Agent, command: string, stranger: string | undefined, call: ToolCall): Ask {
  const parts = partsOf(command)
  const asking = parts.filter((part) => parts.length === 1 || !/^cd\b/.test(part))
  const rule: PermissionUpdate = {
    type: 'addRules',
    rules: asking.map((part) => ({ toolName: 'Bash', ruleContent: ruleFor(part) })),
    behavior: 'allow',
    destination: 'localSettings',
  }
  const description =
    typeof call.input.description === 'string' ? { description: call.input.description } : {}
  const message = 'This command requires approval'
  const common = { behavior: 'ask', message, ...description } as const
  const [target] = targetsOf(command)
  if (stranger !== undefined && target === undefined) {
    const blockedPath = resolve(places.cwd, stranger)
    return { ...common, suggestions: [rule, readRule(blockedPath)], blockedPath }
  }
  if (target !== undefined) {
    const blockedPath = resolve(places.cwd, target)
    const directories = [dirname(blockedPath)]
    const add: PermissionUpdate = { type: 'addDirectories', directories, destination: 'session' }
    const setMode: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
    return {
      ...common,
      suggestions: [rule, add, ...(isFileCommand(command) ? [setMode] : [])],
      blockedPath,
    }
  }
  if (parts.length > 1) return { ...common, suggestions: [rule], reasonType: 'subcommandResults' }
  return { ...common, suggestions: [rule], reason: message, reasonType: 'other' }
}

function byName(call: ToolCall): Decision {
  const url = typeof call.input.url === 'string' ? call.input.url : undefined
  const ruleContent =
    url !== undefined && URL.canParse(url) ? { ruleContent: `domain:${new URL(url).hostname}` } : {}
  const rule: PermissionUpdate = {
    type: 'addRules',
    rules: [{ toolName: call.tool, ...ruleContent }],
    behavior: 'allow',
    destination: 'localSettings',
  }
  const said = url ?? call.input.query
  const description = typeof said === 'string' ? { description: said } : {}
  return { behavior: 'ask', message: requested(call), suggestions: [rule], ...description }
}

function outside(call: ToolCall, path: string, suggestions: PermissionUpdate[]): Ask {
  return {
    behavior: 'ask',
    message: requested(call),
    description: path,
    suggestions,
    reason: 'Path is outside allowed working directories',
    reasonType: 'workingDir',
    isAskOnly: true,
  }
}

/** A rule that allows reading the folder of a file. */
function readRule(path: string): PermissionUpdate {
  const rules = [{ toolName: 'Read', ruleContent: `/${dirname(path)}/**` }]
  return { type: 'addRules', rules, behavior: 'allow', destination: 'session' }
}

/** Plans and the outputs of tasks are the CLI's own files. */
function isOwnFile(agent: Agent, path: string | undefined): boolean {
  if (path === undefined) return false
  const { places, session } = agent
  return path.startsWith(dirname(places.plan('x'))) || path.startsWith(places.tasks(session.id))
}

function deny(message: string, reasonType: string): Decision {
  return { behavior: 'deny', message, reasonType, isTold: true }
}

function requested({ tool }: { tool: string; input: JsonObject }): string {
  return `Claude requested permissions to use ${tool}, but you haven't granted it yet.`
}
