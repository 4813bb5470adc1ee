/** The tool that starts a sub-agent: in the foreground or the background, by what is asked for or by the version. */
import type { JsonObject } from '../../../protocol/json.ts'
import { failed, type Tool, type ToolContext, type ToolOutcome } from '../tools/tool.ts'
import { Loop } from '../turns/loop.ts'
import { SubagentThread } from '../turns/subagent-thread.ts'
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
  void work(task, prompt, context, task.controller.signal).then(({ text, status, usage }) => {
    const told = [
      `<summary>Agent "${description}" ${status === 'completed' ? 'finished' : status}</summary>`,
      `<result>${text}</result>`,
      `<usage><subagent_tokens>${usage.total_tokens}</subagent_tokens><tool_uses>${usage.tool_uses}</tool_uses></usage>`,
    ].join('\n')
    agent.tasks.end(task, { status, summary: text, told, usage })
  })
  const content =
    `Async agent launched successfully.\nagentId: ${task.id} (internal ID - do not mention to user.)\n` +
    'The agent is working in the background. You will be notified automatically when it completes.\n' +
    `output_file: ${task.outputFile}`
  return {
    content: [{ type: 'text', text: content }],
    result: {
      isAsync: true,
      status: 'async_launched',
      agentId: task.id,
      description,
      resolvedModel: agent.model,
      prompt,
      outputFile: task.outputFile,
      canReadOutputFile: true,
      canContinueAgent: true,
    },
  }
}

async function inForeground(task: Task, prompt: string, context: ToolContext): Promise<ToolOutcome> {
  const { agent, signal } = context
  const both = AbortSignal.any([signal, task.controller.signal])
  const { text, status, usage } = await work(task, prompt, context, both)
  agent.tasks.end(task, { status, summary: agent.profile.isOld ? task.description : text, usage })
  if (status === 'stopped') return failed('The agent was stopped.')
  const content = [
    { type: 'text', text },
    {
      type: 'text',
      text: `agentId: ${task.id} (use SendMessage with to: '${task.id}' to continue this agent)`,
    },
  ]
  return {
    content,
    result: {
      status: 'completed',
      prompt,
      agentId: task.id,
      agentType: task.subagentType,
      content: [{ type: 'text', text }],
      resolvedModel: agent.model,
      totalDurationMs: usage.duration_ms,
      totalTokens: usage.total_tokens,
      totalToolUseCount: usage.tool_uses,
    },
  }
}

type Usage = { total_tokens: number; tool_uses: number; duration_ms: number }

async function work(
  task: Task,
  prompt: string,
  { agent }: ToolContext,
  signal: AbortSignal,
): Promise<{ text: string; status: 'completed' | 'failed' | 'stopped'; usage: Usage }> {
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
    tool_uses: thread.toolUses,
    duration_ms: Date.now() - startedAt,
  }
  const status = end.kind === 'aborted' ? 'stopped' : end.kind === 'api_error' ? 'failed' : 'completed'
  return { text: end.kind === 'api_error' ? end.text : thread.lastText, status, usage }
}
