/** What fills the context of the model, by estimate. */
import type { JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { toolSchemas } from '../tools/toolbox.ts'

const WINDOW = 1_000_000
const SYSTEM_PROMPT = 1540

export interface ContextReport {
  readonly usage: JsonObject
  readonly text: string
}

export function contextReport(agent: Agent): ContextReport {
  const tools = tokensIn(toolSchemas(agent))
  const messages = agent.session.branch
    .filter(({ type }) => type === 'user' || type === 'assistant')
    .reduce((sum, { message }) => sum + tokensIn(message), 0)
  const used = SYSTEM_PROMPT + tools + messages
  const categories = [
    { name: 'System prompt', tokens: SYSTEM_PROMPT, color: 'promptBorder' },
    { name: 'System tools', tokens: tools, color: 'inactive' },
    { name: 'Messages', tokens: messages, color: 'purple_FOR_SUBAGENTS_ONLY' },
    { name: 'Free space', tokens: WINDOW - used, color: 'promptBorder' },
  ]
  const percentage = Math.round((used / WINDOW) * 100)
  const usage = {
    categories,
    totalTokens: used,
    maxTokens: WINDOW,
    rawMaxTokens: WINDOW,
    percentage,
    gridRows: [],
    model: agent.model,
    memoryFiles: [],
    mcpTools: agent.mcp.tools.map(({ name, description }) => ({ name, tokens: tokensIn(description) })),
    agents: [],
    isAutoCompactEnabled: true,
    autoCompactThreshold: 967_000,
    apiUsage: null,
  }
  const rows = categories.map(
    ({ name, tokens }) => `| ${name} | ${short(tokens)} | ${((tokens / WINDOW) * 100).toFixed(1)}% |`,
  )
  const text = [
    '## Context Usage',
    '',
    `**Model:** ${agent.model}  `,
    `**Tokens:** ${short(used)} / 1m (${percentage}%)`,
    '',
    '### Estimated usage by category',
    '',
    '| Category | Tokens | Percentage |',
    '|----------|--------|------------|',
    ...rows,
  ].join('\n')
  return { usage, text }
}

function short(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`
}

function tokensIn(value: unknown): number {
  return Math.ceil((JSON.stringify(value) ?? '').length / 4)
}
