/** `tool_use_summary`: a label for what the tools of a request did, which the model writes in a side call. */
import { randomUUID } from 'node:crypto'
import { textOf } from '../../content.ts'
import type { Thread } from './thread.ts'
import type { CallEnd } from './tool-call.ts'

const ASKED = 'Say in a few words, past tense, what these tool calls did. It is shown as one short line.'
const MAX = 300

/** Resolves when the summary is emitted, or when there is none: without the variable, for sub-agents, or after an error. */
export async function summarize(
  thread: Thread,
  ends: readonly CallEnd[],
  signal: AbortSignal,
): Promise<void> {
  const { agent } = thread
  const { CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: isWanted } = agent.env
  if ((isWanted !== '1' && isWanted !== 'true') || thread.agentId !== undefined || ends.length === 0) return
  const body = {
    model: thread.model.replace(/\[.*\]$/, ''),
    messages: [{ role: 'user', content: [{ type: 'text', text: question(ends, agent.profile.isOld) }] }],
    system: [{ type: 'text', text: ASKED }],
    tools: [],
    max_tokens: agent.profile.isOld ? 64_000 : 128_000,
  }
  const message = await agent.source.whole(body, signal).catch(() => undefined)
  if (message === undefined) return
  agent.output.emit({
    type: 'tool_use_summary',
    summary: textOf(message.content),
    preceding_tool_use_ids: ends.map(({ call }) => call.id),
    uuid: randomUUID(),
    session_id: agent.session.id,
  })
}

function question(ends: readonly CallEnd[], isOld: boolean): string {
  const names = [...new Set(ends.map(({ call }) => call.name))]
  const used = isOld ? '' : `<tools-used-before-summary>${names}</tools-used-before-summary>\n`
  const calls = ends.map(
    ({ call, content }) => `Tool: ${call.name}\nInput: ${short(call.input)}\nOutput: ${short(content)}\n\n`,
  )
  return `${used}Tools completed:\n\n${calls.join('')}Label:`
}

function short(value: unknown): string {
  return JSON.stringify(value).slice(0, MAX)
}
