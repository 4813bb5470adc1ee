/** Decides whether a tool call runs: its hooks, the rules and modes, the host. */
import { defined, type JsonObject } from '../../../protocol/json.ts'
import { type HookReply, outputs, specifics } from '../hooks.ts'
import { type Ask, decide } from '../permissions/decide.ts'
import { normalized } from '../permissions/paths.ts'
import { NOT_PLANNING, planInput } from '../tools/interaction.ts'
import { failed, inputProblem, misused, type Tool, type ToolOutcome } from '../tools/tool.ts'
import type { Profile } from '../version.ts'
import { askHost } from './approval.ts'
import type { Call } from './reply.ts'
import type { Thread } from './thread.ts'

export const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  'new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.'

export interface Decided {
  readonly outcome?: ToolOutcome
  readonly input: JsonObject
  readonly updatedPermissions?: unknown
  readonly stops?: boolean
  /** How it was decided, as later versions report it with the result. */
  readonly meta?: JsonObject
}

/** The user stopped the call, before or while it ran. */
export const STOPPED: JsonObject = { non_execution_kind: 'user-rejected' }

function accepted(source: string, reason_type?: string): JsonObject {
  return { permission_decision: defined({ decision: 'accept', source, reason_type }) }
}

function refused(source: string, reason_type?: string, kind = 'permission-rule'): JsonObject {
  const permission_decision = defined({ decision: 'reject', source, reason_type })
  return { non_execution_kind: kind, permission_decision }
}

/** Checks hooks and permissions. Returns the input to run with, or the outcome if the call does not run. */
export async function permit(
  thread: Thread,
  call: Call,
  tool: Tool,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<Decided> {
  const { agent } = thread
  const { isFirst } = agent.profile
  const given = call.name === 'ExitPlanMode' ? planInput(agent, call.input) : call.input
  let input = isFirst ? given : normalized(given, agent.places.cwd)
  if (call.name === 'ExitPlanMode' && agent.modes.mode !== 'plan' && !isFirst)
    return { outcome: misused(NOT_PLANNING), input }
  const hooked = await agent.hooks.fire(
    'PreToolUse',
    { tool_name: call.name, tool_input: input, tool_use_id: call.id },
    { name: call.name, toolUseId: call.id, signal, agentId: thread.agentId },
  )
  if (signal.aborted) return { outcome: failed(REJECTED), input, meta: STOPPED }
  const stops = outputs(hooked).some((output) => output.continue === false)
  const said = preToolUse(hooked, call.name, agent.profile)
  if (said.updatedInput !== undefined) input = said.updatedInput
  if (said.decision === 'deny') {
    // 2.1.37 does not count denials by hooks.
    if (!isFirst) denied(thread, call, input, undefined, 'hook')
    return { outcome: failed(said.reason), input, stops, meta: refused('hook', 'hook') }
  }
  const decision = decide(agent, { tool: call.name, input })
  if (decision.behavior === 'deny') {
    const isTold = !agent.profile.isOld || agent.options.promptTool !== undefined
    denied(thread, call, input, isTold ? decision.message : undefined, decision.reasonType)
    const meta = refused('config', decision.reasonType)
    return { outcome: failed(decision.message), input, stops, meta }
  }
  const hookAsk: Ask = { behavior: 'ask', message: said.reason, reason: said.reason, reasonType: 'hook' }
  const ask =
    said.decision === 'ask' ? { ...(decision.behavior === 'ask' ? decision : {}), ...hookAsk } : decision
  const isHooked = said.decision === 'allow' && !isInteractive(call)
  if (ask.behavior === 'allow' || isHooked) {
    const byRule = ask.behavior === 'allow' ? ask.reasonType : undefined
    const meta = isHooked ? accepted('hook', 'hook') : accepted('config', byRule)
    return { input: own(call, input, said.updatedInput !== undefined), stops, meta }
  }
  const verdict = await askHost(thread, call, input, ask, signal)
  if (verdict.kind === 'withdrawn' || verdict.kind === 'interrupt') {
    thread.denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: input })
    if (verdict.kind === 'interrupt') interrupt()
    const message = verdict.kind === 'interrupt' && isFirst ? verdict.message : undefined
    return { outcome: failed(message ?? REJECTED), input, stops, meta: STOPPED }
  }
  if (verdict.kind === 'deny') {
    const isUnasked = verdict.by === 'nobody'
    const told = isUnasked && !agent.profile.isOld ? verdict.message : undefined
    denied(thread, call, input, told, ask.reasonType)
    const meta = isUnasked
      ? refused('config', undefined, 'user-rejected')
      : verdict.by === 'error'
        ? refused('config', 'other')
        : refused('user_reject')
    return { outcome: failed(verdict.message), input, stops, meta }
  }
  const problem = inputProblem(tool, verdict.input)
  // The first version does not check the input: the tool itself fails, or does what it can with it.
  if (problem !== undefined && isFirst && !isInteractive(call))
    return { outcome: failed(problem), input, stops }
  if (problem !== undefined && !isFirst) {
    const text = `The permission handler returned updatedInput for ${call.name} that failed schema validation: ${problem}`
    return { outcome: misused(text), input, stops }
  }
  const { updatedPermissions } = verdict
  const mode = agent.rules.apply(updatedPermissions)
  if (mode !== undefined && call.name !== 'ExitPlanMode') agent.modes.set(mode)
  const meta = accepted(verdict.classification ?? 'user_temporary')
  return { input: own(call, verdict.input, verdict.isUpdated), updatedPermissions, stops, meta }
}

/** The tool reports paths as the model wrote them, unless someone changed the input. */
function own(call: Call, input: JsonObject, isUpdated: boolean): JsonObject {
  return isUpdated || isInteractive(call) ? input : call.input
}

function isInteractive({ name }: Call): boolean {
  return name === 'AskUserQuestion' || name === 'ExitPlanMode'
}

function denied(
  thread: Thread,
  call: Call,
  input: JsonObject,
  message: string | undefined,
  reasonType: string | undefined,
): void {
  thread.denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: input })
  if (message === undefined) return
  thread.agent.output.system('permission_denied', {
    tool_name: call.name,
    tool_use_id: call.id,
    ...defined({ agent_id: thread.agentId, decision_reason_type: reasonType }),
    message,
  })
}

interface PreToolUse {
  readonly decision: 'allow' | 'deny' | 'ask' | undefined
  readonly reason: string
  readonly updatedInput: JsonObject | undefined
}

/** Of several hooks, a denial has precedence, then an ask. */
function preToolUse(replies: readonly HookReply[], tool: string, profile: Profile): PreToolUse {
  const { isOld, isFirst } = profile
  const all = specifics(replies)
  const block = outputs(replies).find(({ decision }) => decision === 'block')
  const late = replies.some(({ kind }) => kind === 'timeout')
  const found = (decision: string) => all.find(({ permissionDecision }) => permissionDecision === decision)
  const updated = all.find(({ updatedInput }) => updatedInput !== undefined)?.updatedInput as
    | JsonObject
    | undefined
  const deny = (reason: string): PreToolUse => ({ decision: 'deny', reason, updatedInput: undefined })
  if (!isOld && replies.some(({ kind }) => kind === 'closed'))
    return deny('PreToolUse hook could not be asked: the input has ended')
  if (late && !isFirst) return deny('PreToolUse hook timed out')
  if (block !== undefined) return deny(denialBy(tool, block.reason, profile))
  for (const decision of ['deny', 'ask', 'allow'] as const) {
    const output = found(decision)
    if (output === undefined) continue
    const { permissionDecisionReason: why } = output
    const reason = decision === 'deny' ? denialBy(tool, why, profile) : String(why ?? 'Blocked by hook')
    return { decision, reason, updatedInput: updated }
  }
  return { decision: undefined, reason: '', updatedInput: updated }
}

/** The text for the model when a hook denies: later versions say first that it was a hook. */
function denialBy(tool: string, reason: unknown, { isOld }: Profile): string {
  if (isOld) return String(reason ?? `Hook PreToolUse:${tool} denied this tool`)
  return `PreToolUse:${tool} hook error: ${reason ?? 'Blocked by hook'}`
}
