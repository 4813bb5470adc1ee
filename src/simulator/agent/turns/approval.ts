import { defined, isObject, type JsonObject, parseObject } from '../../../protocol/json.ts'
import { isPermissionUpdate } from '../../../protocol/permissions.ts'
import { textOf } from '../../content.ts'
import type { Agent } from '../agent.ts'
import { specifics } from '../hooks.ts'
import type { HostAnswer } from '../io/host-requests.ts'
import type { Ask } from '../permissions/decide.ts'
import type { Call } from './reply.ts'
import type { Thread } from './thread.ts'

export type Verdict =
  | {
      kind: 'allow'
      input: JsonObject
      updatedPermissions?: unknown
      isUpdated: boolean
      classification?: string
    }
  | { kind: 'deny'; message: string; by: 'host' | 'error' | 'nobody' }
  | { kind: 'interrupt'; message?: string }
  | { kind: 'withdrawn' }

const INTERACTIVE = ['AskUserQuestion', 'ExitPlanMode']

export async function askHost(
  thread: Thread,
  call: Call,
  input: JsonObject,
  ask: Ask,
  signal: AbortSignal,
): Promise<Verdict> {
  const { agent } = thread
  const { promptTool } = agent.options
  if (promptTool === undefined) return { kind: 'deny', message: ask.message, by: 'nobody' }
  if (promptTool !== 'stdio') return askTool(thread, promptTool, call, input, signal)
  const decided = new AbortController()
  const either = AbortSignal.any([signal, decided.signal])
  agent.state.asks()
  const answer = agent.host
    .ask(questionOf(thread, call, input, ask), { signal: either, onAnswer: () => agent.state.decided() })
    .then((it) => verdictOf(it, input, agent))
  agent.faults.reach('approval')
  const hooks = byHooks(thread, call, input, ask, signal)
  const verdict = await Promise.race([answer, hooks.then((it) => it ?? answer)])
  decided.abort()
  return verdict
}

/** A tool of an MCP server decides instead of the host. If it does not exist, the agent cannot continue. */
async function askTool(
  thread: Thread,
  promptTool: string,
  call: Call,
  input: JsonObject,
  signal: AbortSignal,
): Promise<Verdict> {
  const { agent } = thread
  const tool = agent.mcp.tool(promptTool)
  if (tool === undefined) throw new NoPromptTool(promptTool, agent)
  const question = { tool_name: call.name, input, tool_use_id: call.id }
  const { content } = await tool.run(question, { agent, thread, id: call.id, signal })
  return verdictOf({ ok: true, response: parseObject(textOf(content)) }, input, agent)
}

/** The tool that `--permission-prompt-tool` names does not exist. */
export class NoPromptTool extends Error {
  constructor(name: string, { mcp }: Agent) {
    const there = mcp.tools.map((tool) => tool.name).join(', ')
    super(
      `Error: MCP tool ${name} (passed via --permission-prompt-tool) not found. ` +
        `Available MCP tools: ${there === '' ? 'none' : there}`,
    )
  }
}

/** A PermissionRequest hook may decide instead of the host. Returns undefined if none does. */
async function byHooks(
  { agent, agentId }: Thread,
  call: Call,
  input: JsonObject,
  ask: Ask,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  if (!agent.hooks.has('PermissionRequest')) return undefined
  const fields = { tool_name: call.name, tool_input: input, permission_suggestions: ask.suggestions ?? [] }
  const replies = await agent.hooks.fire('PermissionRequest', fields, {
    name: call.name,
    toolUseId: call.id,
    signal,
    agentId,
  })
  for (const { decision } of specifics(replies)) {
    if (!isObject(decision)) continue
    if (decision.behavior === 'allow') {
      const updated = isObject(decision.updatedInput) ? decision.updatedInput : undefined
      const { updatedPermissions } = decision
      return { kind: 'allow', input: updated ?? input, isUpdated: updated !== undefined, updatedPermissions }
    }
    if (decision.behavior === 'deny') {
      if (decision.interrupt === true) return { kind: 'interrupt' }
      return { kind: 'deny', message: String(decision.message ?? 'Permission denied by hook'), by: 'host' }
    }
  }
  return undefined
}

function questionOf(
  { agent, agentId }: Thread,
  call: Call,
  input: JsonObject,
  ask: Ask,
): JsonObject & { subtype: string } {
  const { isOld } = agent.profile
  const server = agent.mcp.serverOf(call.name)
  return {
    subtype: 'can_use_tool',
    tool_name: call.name,
    display_name: agent.mcp.displayName(call.name),
    input,
    ...defined({
      description: ask.description,
      permission_suggestions: ask.suggestions,
      blocked_path: ask.blockedPath,
      decision_reason: ask.reason,
      decision_reason_type: ask.reasonType,
      mcp_server: isOld || server === undefined ? undefined : { name: server, source: 'sdk' },
      server_policy_ask_only: isOld ? undefined : ask.isAskOnly,
    }),
    tool_use_id: call.id,
    ...defined({
      agent_id: agentId,
      requires_user_interaction: !isOld && INTERACTIVE.includes(call.name) ? true : undefined,
    }),
  }
}

const UPDATES = ['addRules', 'replaceRules', 'removeRules', 'setMode', 'addDirectories', 'removeDirectories']

function isKnownUpdate(update: unknown): boolean {
  return isPermissionUpdate(update) && UPDATES.includes(update.type)
}

function verdictOf(answer: HostAnswer | 'withdrawn', input: JsonObject, { profile }: Agent): Verdict {
  if (answer === 'withdrawn') return { kind: 'withdrawn' }
  if (!answer.ok)
    return { kind: 'deny', message: `Tool permission request failed: Error: ${answer.error}`, by: 'error' }
  const { response } = answer
  const invalid = (why: string): Verdict => ({
    kind: 'deny',
    message: `Tool permission request failed: ZodError: invalid permission response: ${why}`,
    by: 'error',
  })
  if (!isObject(response)) return invalid('expected an object')
  if (response.behavior === 'deny') {
    if (typeof response.message !== 'string') return invalid('message: expected string, received undefined')
    const denied: Verdict = { kind: 'deny', message: response.message, by: 'host' }
    return response.interrupt === true ? { kind: 'interrupt', message: response.message } : denied
  }
  if (response.behavior !== 'allow') return invalid('behavior: expected "allow" or "deny"')
  const { updatedInput, updatedPermissions, decisionClassification: said } = response
  if (updatedInput === undefined && profile.isOld)
    return invalid('updatedInput: expected record, received undefined')
  if (updatedInput !== undefined && !isObject(updatedInput)) return invalid('updatedInput: expected record')
  const isSound = !Array.isArray(updatedPermissions) || updatedPermissions.every(isKnownUpdate)
  if (profile.isFirst && !isSound) return invalid('updatedPermissions: no matching discriminator')
  const isUpdated = updatedInput !== undefined && (profile.isFirst || Object.keys(updatedInput).length > 0)
  const classification = typeof said === 'string' ? { classification: said } : {}
  return {
    kind: 'allow',
    input: isUpdated ? updatedInput : input,
    isUpdated,
    updatedPermissions,
    ...classification,
  }
}
