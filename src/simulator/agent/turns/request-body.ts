/** The body of an API request: the conversation as the model has to see it. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { blocksOf } from '../../content.ts'
import { type LinkedRecord, messageOf } from '../session/records.ts'
import { planFile } from '../tools/interaction.ts'
import { toolSchemas } from '../tools/toolbox.ts'
import type { Thread } from './thread.ts'

interface Message {
  role: string
  content: JsonObject[]
  id?: string
}

const SYSTEM = 'You are Claude Code, played by a simulator.'

export function requestBody(thread: Thread): JsonObject {
  const { agent } = thread
  const { systemPrompt, appendSystemPrompt } = agent.custom
  const system = [systemPrompt ?? SYSTEM, appendSystemPrompt].filter(
    (text) => text !== undefined && text !== '',
  )
  return {
    model: thread.model.replace(/\[.*\]$/, ''),
    messages: withPlan(thread, apiMessages(thread.records, agent.profile.isOld)),
    system: system.map((text) => ({ type: 'text', text })),
    tools: toolSchemas(agent),
    metadata: { user_id: `session_${agent.session.id}` },
    max_tokens: agent.profile.isOld ? 64_000 : 128_000,
    thinking: thinkingOf(agent.custom.thinkingTokens),
    stream: true,
  }
}

function thinkingOf(tokens: number | undefined): JsonObject {
  if (tokens === undefined) return { type: 'adaptive' }
  return tokens === 0 ? { type: 'disabled' } : { type: 'enabled', budget_tokens: tokens }
}

/** In plan mode the model gets the path for the plan. */
function withPlan({ agent }: Thread, messages: JsonObject[]): JsonObject[] {
  if (agent.modes.mode !== 'plan') return messages
  const content = `Plan mode is active. You should create your plan at ${planFile(agent)} using the Write tool.`
  return [...messages, { role: 'system', content }]
}

/**
 * Converts records to messages: joins the blocks of a message, and puts the results of its tools after it, wherever they are in
 * the file.
 */
function apiMessages(records: readonly LinkedRecord[], isOld: boolean): JsonObject[] {
  const messages: Message[] = []
  for (const record of records) {
    if (record.type === 'attachment') addFolded(record, messages, isOld)
    const message = record.type === 'user' || record.type === 'assistant' ? messageOf(record) : undefined
    if (message === undefined) continue
    const content = blocksOf(message.content)
    if (message.role === 'assistant') addBlock(message.id, content, messages)
    else addUser(content, messages)
  }
  const first = messages.find(({ role }) => role === 'user')
  first?.content.unshift({ type: 'text', text: reminder() })
  return messages.map(({ role, content }) => ({
    role,
    content: role === 'system' ? textIn(content) : content,
  }))
}

function addBlock(id: string | undefined, content: JsonObject[], messages: Message[]): void {
  const begun = id === undefined ? undefined : messages.findLast((message) => message.id === id)
  if (begun !== undefined) begun.content.push(...content)
  else messages.push({ role: 'assistant', content: [...content], ...(id === undefined ? {} : { id }) })
}

function addUser(content: JsonObject[], messages: Message[]): void {
  const last = messages.at(-1)
  if (last?.role === 'user') last.content.push(...content)
  else messages.push({ role: 'user', content: [...content] })
}

/** Adds a prompt that was sent while a tool ran as a message of the system. */
function addFolded({ attachment }: LinkedRecord, messages: Message[], isOld: boolean): void {
  if (!isObject(attachment) || attachment.type !== 'queued_command') return
  const prompt = String(attachment.prompt)
  if (attachment.commandMode !== 'prompt') {
    messages.push({ role: 'system', content: [{ type: 'text', text: prompt }] })
    return
  }
  const advice = isOld
    ? "IMPORTANT: After completing your current task, you MUST address the user's message above. Do not ignore it."
    : 'This is how Claude Code surfaces messages the user sends mid-turn — within the running turn. Address the ' +
      'message above as you continue this turn.'
  const text = `The user sent a new message while you were working:\n${prompt}\n\n${advice}`
  messages.push({ role: 'system', content: [{ type: 'text', text }] })
}

function reminder(): string {
  const today = new Date().toISOString().slice(0, 10)
  return `<system-reminder>\nAs you answer the user's questions, you can use the following context:\n# currentDate\nToday's date is ${today}.\n</system-reminder>\n\n`
}

function textIn(content: JsonObject[]): string {
  return content.map(({ text }) => String(text)).join('\n')
}
