/** The tool that starts a sub-agent: in the foreground or the background, depending on the input or the version. */
import type { JsonObject } from '../../../protocol/json.ts'
import type { Tokens } from '../session/usage.ts'
import { failed, type Tool, type ToolContext, type ToolOutcome } from '../tools/tool.ts'
import { Loop } from '../turns/loop.ts'
import { SubagentThread } from '../turns/subagent-thread.ts'
import { toolStats } from './agent-stats.ts'
import { handedBack, launched, type Report, usedBefore } from './agent-texts.ts'
import type { Task } from './tasks.ts'

export const agentTool: Tool = {
  name: 'Agent',
  description: 'Starts a sub-agent.',
  required: { description: 'string', prompt: 'string' },
  optional: { subagent_type: 'string', model: 'string', run_in_background: 'boolean' },
  isConcurrent: () => true,
  run: start,
}

async function start(input: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const { agent, id } = context
  const type = typeof input.subagent_type === 'string' ? input.subagent_type : 'general-purpose'
  const description = String(input.description)
  const prompt = String(input.prompt)
  const wanted = typeof input.run_in_background === 'boolean' ? input.run_in_background : undefined
  const isBackgrounded = agent.profile.isOld ? wanted === true : wanted !== false
  const more = { subagentType: type, prompt, isBackgrounded }
  const task = agent.tasks.start('local_agent', id, description, more)
  const fields = { agent_id: task.id, agent_type: type }
  void agent.hooks.fire('SubagentStart', fields, { agentId: task.id })
  agent.tasks.agents.started(type, wanted, isBackgrounded)
  if (!isBackgrounded) return inForeground(task, prompt, context)
  const { signal } = task.controller
  const working = agent.tasks.launches.ready(id, signal).then(() => work(task, prompt, context, signal))
  void working.then(({ text, status, usage }) => {
    const ended = `Agent "${description}" ${status === 'completed' ? 'finished' : status}`
    const told = [
      `<summary>${ended}</summary>`,
      `<result>${text}</result>`,
      `<usage><subagent_tokens>${usage.total_tokens}</subagent_tokens><tool_uses>${usage.tool_uses}</tool_uses></usage>`,
    ].join('\n')
    agent.tasks.end(task, { status, summary: agent.profile.isOld ? ended : text, told, usage })
  })
  return {
    content: [{ type: 'text', text: launched(task, agent.profile) }],
    result: {
      isAsync: true,
      status: 'async_launched',
      agentId: task.id,
      description,
      resolvedModel: agent.model,
      prompt,
      outputFile: task.outputFile,
      canReadOutputFile: true,
      ...(agent.profile.isOld ? {} : { canContinueAgent: true }),
    },
  }
}

async function inForeground(task: Task, prompt: string, context: ToolContext): Promise<ToolOutcome> {
  const { agent, signal } = context
  const both = AbortSignal.any([signal, task.controller.signal])
  const report = await work(task, prompt, context, both)
  const { text, status, usage, toolsUsed } = report
  const { profile } = agent
  agent.tasks.end(task, { status, summary: profile.isOld ? task.description : text, usage })
  if (status === 'stopped') return failed('The agent was stopped.')
  const hasUsed = toolsUsed.length > 0
  const said = hasUsed && !profile.isOld ? [usedBefore(toolsUsed), text] : [text]
  return {
    content: textBlocks(handedBack(task.id, report, profile)),
    result: {
      status: 'completed',
      prompt,
      agentId: task.id,
      agentType: task.subagentType,
      content: textBlocks(said),
      resolvedModel: agent.model,
      totalDurationMs: usage.duration_ms,
      totalTokens: usage.total_tokens,
      totalToolUseCount: usage.tool_uses,
      usage: report.lastUsage,
      ...(hasUsed ? { toolStats: toolStats(toolsUsed) } : {}),
      ...(profile.isOld ? {} : { ...(hasUsed ? { toolsUsed } : {}), ...CONTINUABLE }),
    },
  }
}

/** Fields that 2.1.325 adds for each sub-agent: that it can continue, and what the CLI added to its report. */
const CONTINUABLE = {
  canContinueAgent: true,
  harnessNoteCount: 0,
  harnessTailCount: 0,
  harnessSectionHash: '6a04e1bdd49a9a5b',
}

function textBlocks(texts: readonly string[]): JsonObject[] {
  return texts.map((text) => ({ type: 'text', text }))
}

interface Worked extends Report {
  readonly status: 'completed' | 'failed' | 'stopped'
  readonly lastUsage: Tokens
}

async function work(
  task: Task,
  prompt: string,
  { agent }: ToolContext,
  signal: AbortSignal,
): Promise<Worked> {
  const startedAt = Date.now()
  const thread = new SubagentThread(agent, task, prompt)
  const end = await new Loop(thread, signal).run()
  await agent.hooks.fire(
    'SubagentStop',
    {
      agent_type: task.subagentType ?? '',
      stop_hook_active: false,
      agent_transcript_path: thread.path,
      last_assistant_message: thread.lastText,
      background_tasks: [],
      session_crons: [],
    },
    { agentId: task.id },
  )
  const usage = {
    total_tokens: thread.tokens,
    tool_uses: thread.toolsUsed.length,
    duration_ms: Date.now() - startedAt,
  }
  const status = end.kind === 'aborted' ? 'stopped' : end.kind === 'api_error' ? 'failed' : 'completed'
  const text = end.kind === 'api_error' ? end.text : thread.lastText
  return { text, status, usage, toolsUsed: thread.toolsUsed, lastUsage: thread.usage }
}
