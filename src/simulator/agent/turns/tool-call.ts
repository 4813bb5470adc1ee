/** One tool call, from the model's request to the result: checks, hooks, permission, the tool itself, hooks again. */
import type { JsonObject } from '../../../protocol/json.ts'
import { blockedBy, type HookReply, specifics } from '../hooks.ts'
import { ran } from '../tools/bash.ts'
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
import { NoPromptTool } from './approval.ts'
import { heartbeat } from './heartbeat.ts'
import { type Decided, permit, REJECTED, STOPPED } from './permit.ts'
import type { Call } from './reply.ts'
import type { Thread } from './thread.ts'

export interface CallEnd {
  readonly call: Call
  readonly response: unknown
  readonly content: unknown
  /** A hook wants the turn to end here. */
  readonly stops: boolean
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
  const decided = signal.aborted
    ? { outcome: failed(REJECTED), input: call.input, meta: STOPPED }
    : await before()
  let { outcome, meta } = decided
  if (outcome === undefined) {
    const still = heartbeat(thread, call.id, call.name, call.id)
    outcome = await execute(thread, call, decided, signal).finally(() => still.end())
    if (signal.aborted) {
      outcome = failed(REJECTED)
      meta = STOPPED
    } else {
      outcome = await after(outcome, decided.input)
    }
  }
  finish(thread, call, outcome, meta)
  const { content } = outcome
  // Before 2.1.325 a failed tool does not end the turn, whatever the hook said.
  const isHeeded = !(agent.profile.isOld && outcome.isError === true)
  const stops = isHeeded && (decided.stops ?? false)
  return { call, content, response: outcome.result ?? content, stops }

  async function before(): Promise<Decided> {
    const tool = toolOf(thread, call)
    if (tool === undefined)
      return { outcome: misused(`Error: No such tool available: ${call.name}`), input: call.input }
    const problem = inputProblem(tool, call.input)
    if (problem !== undefined) {
      const text = `InputValidationError: ${call.name} failed due to the following issue:\n${problem}`
      return { outcome: misused(text), input: call.input }
    }
    try {
      return await permit(thread, call, tool, signal, interrupt)
    } catch (error) {
      if (!(error instanceof NoPromptTool)) throw error
      return end(error)
    }
  }

  /** There is nobody to ask: the call gets its result, and the agent ends. */
  function end({ message }: NoPromptTool): Promise<never> {
    const text = `Error calling tool (${call.name}): ${message}`
    const content = `<tool_use_error>${text}</tool_use_error>`
    finish(thread, call, { content, isError: true, result: text }, undefined)
    agent.stderr(`${message}\n`)
    agent.exit(1)
    return new Promise(() => {})
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
  return structuredTool(agent.custom.jsonSchema, agent.profile, (value, problem) => {
    structured.value = value
    structured.problem = problem
    structured.tries += 1
  })
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

/** Appends what hooks add for the model to the result. */
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

function finish(thread: Thread, call: Call, outcome: ToolOutcome, meta: JsonObject | undefined): void {
  const { content, isError, result, saysNoError } = outcome
  const error = isError === true ? { is_error: true } : saysNoError === true ? { is_error: false } : {}
  const block = { tool_use_id: call.id, type: 'tool_result', content, ...error }
  const told =
    meta === undefined || thread.agent.profile.isOld ? {} : { tool_result_meta: [{ id: call.id, ...meta }] }
  thread.toolResult(block, result ?? content, call.record, told)
  thread.agent.tasks.launches.told(call.id)
}
