/** One tool call, from what the model wrote to its result: checks, hooks, permission, the tool itself, hooks again. */
import type { JsonObject } from '../../../protocol/json.ts'
import { blockedBy, type HookReply, outputs, specifics } from '../hooks.ts'
import { type Ask, decide } from '../permissions/decide.ts'
import { normalized } from '../permissions/paths.ts'
import { ran } from '../tools/bash.ts'
import { NOT_PLANNING, planInput } from '../tools/interaction.ts'
import { structuredTool } from '../tools/structured.ts'
import {
  failed,
  inputProblem,
  misused,
  type Tool,
  type ToolContext,
  type ToolOutcome,
} from '../tools/tool.ts'
import { findTool } from '../tools/toolbox.ts'
import { askHost } from './approval.ts'
import type { Call } from './reply.ts'
import type { Thread } from './thread.ts'

export interface CallEnd {
  readonly call: Call
  readonly response: unknown
  /** A hook wants the turn to end here. */
  readonly stops: boolean
}

export const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  'new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.'

interface Decided {
  readonly outcome?: ToolOutcome
  readonly input: JsonObject
  readonly updatedPermissions?: unknown
  readonly stops?: boolean
}

export async function runCall(
  thread: Thread,
  call: Call,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<CallEnd> {
  const { agent } = thread
  thread.toolUsed(call.name, call.input)
  const startedAt = Date.now()
  const decided = signal.aborted ? { outcome: failed(REJECTED), input: call.input } : await before()
  let { outcome } = decided
  if (outcome === undefined) {
    outcome = await execute(thread, call, decided, signal)
    if (signal.aborted) outcome = failed(REJECTED)
    else outcome = await after(outcome, decided.input)
  }
  finish(thread, call, outcome)
  return { call, response: outcome.result ?? outcome.content, stops: decided.stops ?? false }

  async function before(): Promise<Decided> {
    const tool = toolOf(thread, call)
    if (tool === undefined)
      return { outcome: misused(`Error: No such tool available: ${call.name}`), input: call.input }
    const problem = inputProblem(tool, call.input)
    if (problem !== undefined) {
      const text = `InputValidationError: ${call.name} failed due to the following issue:\n${problem}`
      return { outcome: misused(text), input: call.input }
    }
    return permit(thread, call, tool, signal, interrupt)
  }

  async function after(done: ToolOutcome, input: JsonObject): Promise<ToolOutcome> {
    const duration_ms = Date.now() - startedAt
    const about = { tool_name: call.name, tool_input: input }
    const to = { name: call.name, toolUseId: call.id, agentId: thread.agentId }
    if (done.isError) {
      const error = String(done.content).replaceAll(/<\/?tool_use_error>/g, '')
      const fields = { ...about, tool_use_id: call.id, error, is_interrupt: false, duration_ms }
      await agent.hooks.fire('PostToolUseFailure', fields, to)
      return done
    }
    const tool_response = done.result ?? done.content
    const fields = { ...about, tool_response, tool_use_id: call.id, duration_ms }
    const replies = await agent.hooks.fire('PostToolUse', fields, to)
    return withContext(done, replies)
  }
}

function toolOf(thread: Thread, call: Call): Tool | undefined {
  const { agent, structured } = thread
  if (call.name !== 'StructuredOutput' || agent.custom.jsonSchema === undefined)
    return findTool(agent, call.name)
  return structuredTool(agent.custom.jsonSchema, (value) => {
    structured.value = value
    structured.tries += 1
  })
}

/** Hooks and permissions. Answers the input to run with, or the outcome where it does not run. */
async function permit(
  thread: Thread,
  call: Call,
  tool: Tool,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<Decided> {
  const { agent } = thread
  let input = normalized(
    call.name === 'ExitPlanMode' ? planInput(agent, call.input) : call.input,
    agent.places.cwd,
  )
  if (call.name === 'ExitPlanMode' && agent.modes.mode !== 'plan')
    return { outcome: misused(NOT_PLANNING), input }
  const hooked = await agent.hooks.fire(
    'PreToolUse',
    { tool_name: call.name, tool_input: input, tool_use_id: call.id },
    { name: call.name, toolUseId: call.id, signal, agentId: thread.agentId },
  )
  if (signal.aborted) return { outcome: failed(REJECTED), input }
  const stops = outputs(hooked).some((output) => output.continue === false)
  const said = preToolUse(hooked, agent.profile.isOld)
  if (said.updatedInput !== undefined) input = said.updatedInput
  if (said.decision === 'deny') return { outcome: failed(said.reason), input, stops }
  const decision = decide(agent, { tool: call.name, input })
  if (decision.behavior === 'deny') {
    denied(thread, call, input, decision.message, decision.reasonType)
    return { outcome: failed(decision.message), input, stops }
  }
  const hookAsk: Ask = { behavior: 'ask', message: said.reason, reason: said.reason, reasonType: 'hook' }
  const ask =
    said.decision === 'ask' ? { ...(decision.behavior === 'ask' ? decision : {}), ...hookAsk } : decision
  if (ask.behavior === 'allow' || (said.decision === 'allow' && !isInteractive(call))) {
    return { input: own(call, input, said.updatedInput !== undefined), stops }
  }
  const verdict = await askHost(thread, call, input, ask, signal)
  if (verdict.kind === 'withdrawn' || verdict.kind === 'interrupt') {
    thread.denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: input })
    if (verdict.kind === 'interrupt') interrupt()
    return { outcome: failed(REJECTED), input, stops }
  }
  if (verdict.kind === 'deny') {
    const isUnasked = agent.options.promptTool !== 'stdio'
    denied(
      thread,
      call,
      input,
      isUnasked && !agent.profile.isOld ? verdict.message : undefined,
      ask.reasonType,
    )
    return { outcome: failed(verdict.message), input, stops }
  }
  const problem = inputProblem(tool, verdict.input)
  if (problem !== undefined) {
    const text = `The permission handler returned updatedInput for ${call.name} that failed schema validation: ${problem}`
    return { outcome: misused(text), input, stops }
  }
  const { updatedPermissions } = verdict
  const mode = agent.rules.apply(updatedPermissions)
  if (mode !== undefined && call.name !== 'ExitPlanMode') agent.modes.set(mode)
  return { input: own(call, verdict.input, verdict.isUpdated), updatedPermissions, stops }
}

/** The tool says paths as the model wrote them, unless someone has changed the input. */
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
    ...(thread.agentId === undefined ? {} : { agent_id: thread.agentId }),
    ...(reasonType === undefined ? {} : { decision_reason_type: reasonType }),
    message,
  })
}

interface PreToolUse {
  readonly decision: 'allow' | 'deny' | 'ask' | undefined
  readonly reason: string
  readonly updatedInput: JsonObject | undefined
}

/** Of several hooks a denial counts most, then a question. */
function preToolUse(replies: readonly HookReply[], isOld: boolean): PreToolUse {
  const all = specifics(replies)
  const block = blockedBy(replies)
  const late = replies.some(({ kind }) => kind === 'timeout')
  const found = (decision: string) => all.find(({ permissionDecision }) => permissionDecision === decision)
  const updated = all.find(({ updatedInput }) => updatedInput !== undefined)?.updatedInput as
    | JsonObject
    | undefined
  if (!isOld && replies.some(({ kind }) => kind === 'closed')) {
    return {
      decision: 'deny',
      reason: 'PreToolUse hook could not be asked: the input has ended',
      updatedInput: undefined,
    }
  }
  if (late) return { decision: 'deny', reason: 'PreToolUse hook timed out', updatedInput: undefined }
  if (block !== undefined) return { decision: 'deny', reason: block, updatedInput: undefined }
  for (const decision of ['deny', 'ask', 'allow'] as const) {
    const output = found(decision)
    if (output === undefined) continue
    return {
      decision,
      reason: String(output.permissionDecisionReason ?? 'Blocked by hook'),
      updatedInput: updated,
    }
  }
  return { decision: undefined, reason: '', updatedInput: updated }
}

async function execute(
  thread: Thread,
  call: Call,
  decided: Decided,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { agent } = thread
  const tool = toolOf(thread, call)
  if (tool === undefined) return failed(`No such tool available: ${call.name}`)
  const { updatedPermissions, input } = decided
  const context: ToolContext = { agent, thread, id: call.id, signal, updatedPermissions }
  const plan = agent.source.planOf(call.id)
  try {
    if (plan.takes !== undefined) await agent.pace.wait(plan.takes, signal)
    if (plan.fails !== undefined) return failed(plan.fails)
    if (plan.result !== undefined) return scripted(tool, plan.result, input, context)
    if (plan.run || tool.pretend === undefined) {
      const outcome = await tool.run(input, context)
      const mode = call.name === 'ExitPlanMode' ? agent.rules.apply(updatedPermissions) : undefined
      if (mode !== undefined && !outcome.isError) agent.modes.set(mode)
      return outcome
    }
    return tool.pretend(input, context)
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/** The text of the scenario, in the form of the tool's results. */
function scripted(tool: Tool, text: string, input: JsonObject, context: ToolContext): ToolOutcome {
  if (tool.name === 'Bash') return ran(text)
  const pretended = tool.pretend?.(input, context)
  return { ...pretended, content: text }
}

/** What hooks add for the model stands behind the result. */
function withContext(outcome: ToolOutcome, replies: readonly HookReply[]): ToolOutcome {
  const texts = specifics(replies)
    .map(({ additionalContext }) => additionalContext)
    .filter((text) => typeof text === 'string')
  const block = blockedBy(replies)
  const all = block === undefined ? texts : [...texts, block]
  if (all.length === 0 || typeof outcome.content !== 'string') return outcome
  const added = all.map((text) => `<system-reminder>\n${text}\n</system-reminder>`).join('\n')
  return { ...outcome, content: `${outcome.content}\n\n${added}`, result: outcome.result ?? outcome.content }
}

function finish(thread: Thread, call: Call, { content, isError, result, saysNoError }: ToolOutcome): void {
  const error = isError === true ? { is_error: true } : saysNoError === true ? { is_error: false } : {}
  const block = { tool_use_id: call.id, type: 'tool_result', content, ...error }
  thread.toolResult(block, result ?? content, call.record)
}
