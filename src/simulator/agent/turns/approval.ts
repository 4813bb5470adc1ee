/** The question to the host whether a tool may run, and what its answers mean. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { specifics } from '../hooks.ts'
import type { HostAnswer } from '../io/host-requests.ts'
import type { Ask } from '../permissions/decide.ts'
import type { Call } from './reply.ts'
import type { Thread } from './thread.ts'

export type Verdict =
  | { kind: 'allow'; input: JsonObject; updatedPermissions?: unknown; isUpdated: boolean }
  | { kind: 'deny'; message: string }
  | { kind: 'interrupt' }
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
  if (agent.options.promptTool !== 'stdio') return { kind: 'deny', message: ask.message }
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

/** A PermissionRequest hook may decide in place of the host. Undefined where none does. */
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
      return { kind: 'deny', message: String(decision.message ?? 'Permission denied by hook') }
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
  const given = (fields: JsonObject) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return {
    subtype: 'can_use_tool',
    tool_name: call.name,
    display_name: agent.mcp.displayName(call.name),
    input,
    ...given({
      description: ask.description,
      permission_suggestions: ask.suggestions,
      blocked_path: ask.blockedPath,
      decision_reason: ask.reason,
      decision_reason_type: ask.reasonType,
      mcp_server: isOld || server === undefined ? undefined : { name: server, source: 'sdk' },
      server_policy_ask_only: isOld || INTERACTIVE.includes(call.name) ? undefined : true,
    }),
    tool_use_id: call.id,
    ...given({
      agent_id: agentId,
      requires_user_interaction: !isOld && INTERACTIVE.includes(call.name) ? true : undefined,
    }),
  }
}

function verdictOf(answer: HostAnswer | 'withdrawn', input: JsonObject, { profile }: Agent): Verdict {
  if (answer === 'withdrawn') return { kind: 'withdrawn' }
  if (!answer.ok) return { kind: 'deny', message: `Tool permission request failed: Error: ${answer.error}` }
  const { response } = answer
  const invalid = (why: string): Verdict => ({
    kind: 'deny',
    message: `Tool permission request failed: ZodError: invalid permission response: ${why}`,
  })
  if (!isObject(response)) return invalid('expected an object')
  if (response.behavior === 'deny') {
    if (typeof response.message !== 'string') return invalid('message: expected string, received undefined')
    return response.interrupt === true ? { kind: 'interrupt' } : { kind: 'deny', message: response.message }
  }
  if (response.behavior !== 'allow') return invalid('behavior: expected "allow" or "deny"')
  const { updatedInput, updatedPermissions } = response
  if (updatedInput === undefined && profile.isOld)
    return invalid('updatedInput: expected record, received undefined')
  if (updatedInput !== undefined && !isObject(updatedInput)) return invalid('updatedInput: expected record')
  const isUpdated = updatedInput !== undefined && Object.keys(updatedInput).length > 0
  return { kind: 'allow', input: isUpdated ? updatedInput : input, isUpdated, updatedPermissions }
}
