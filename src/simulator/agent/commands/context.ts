/** What fills the context of the model, by estimate. */
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { skillsOf } from '../catalog.ts'
import { type LinkedRecord, messageOf } from '../session/records.ts'
import { toolSchemas } from '../tools/toolbox.ts'

const WINDOW = 1_000_000
const SYSTEM_PROMPT = 1540
/** Later versions leave this much free for a compaction. */
const BUFFER = 33_000
const GRID = { rows: 10, columns: 20 }

export interface ContextReport {
  readonly usage: JsonObject
  /** The output of `/context` as text and, in later versions, as data. */
  readonly text: string
  readonly brief: JsonObject
}

interface Category {
  readonly id: string
  readonly name: string
  readonly tokens: number
  readonly color: string
  readonly kind: string
}

export function contextReport(agent: Agent): ContextReport {
  const { isOld } = agent.profile
  const skills = skillsOf(agent.profile).map((skill) => ({
    name: skill.name,
    source: 'built-in',
    tokens: tokensIn(skill),
  }))
  const agents = Object.entries(agent.custom.agents).map(([agentType, definition]) => ({
    agentType,
    source: 'flagSettings',
    tokens: tokensIn(definition),
  }))
  const mcpTools = agent.mcp.tools.map(({ name, description }) => ({ name, tokens: tokensIn(description) }))
  const all = categoriesOf(agent, total(skills), total(agents))
  const used = total(all.filter(({ kind }) => kind === 'used'))
  const percentage = Math.round((used / WINDOW) * 100)
  const categories = all.map(({ id, kind, ...rest }) => (isOld ? rest : { id, ...rest, kind }))
  const usage = {
    categories,
    totalTokens: used,
    maxTokens: WINDOW,
    rawMaxTokens: WINDOW,
    autocompactSource: 'model-default',
    percentage,
    gridRows: gridOf(all),
    model: agent.model,
    memoryFiles: [],
    mcpTools,
    ...(isOld ? {} : { mcpInstructions: [] }),
    agents,
    slashCommands: { totalCommands: skills.length, includedCommands: skills.length, tokens: total(skills) },
    skills: {
      totalSkills: skills.length,
      includedSkills: skills.length,
      tokens: total(skills),
      skillFrontmatter: skills,
    },
    autoCompactThreshold: WINDOW - BUFFER,
    isAutoCompactEnabled: true,
    messageBreakdown: breakdownOf(agent.session.branch),
    apiUsage: agent.ledger.last,
  }
  const brief = {
    model: agent.model,
    total_tokens: used,
    raw_max_tokens: WINDOW,
    percentage,
    categories: all.map(({ name, tokens, kind }) => ({ name, tokens, kind })),
    mcp_tools: mcpTools,
    memory_files: [],
    agents,
    skills,
  }
  return { usage, text: textOf(agent, all, used, percentage), brief }
}

export function tokensOfRecords(records: readonly LinkedRecord[]): number {
  return records
    .filter(({ type }) => type === 'user' || type === 'assistant')
    .reduce((sum, { message }) => sum + tokensIn(isObject(message) ? message.content : undefined), 0)
}

function categoriesOf(agent: Agent, skills: number, agents: number): Category[] {
  const tools = tokensIn(toolSchemas(agent))
  const messages = tokensOfRecords(agent.session.branch)
  const buffer = agent.profile.isOld ? 0 : BUFFER
  const free = WINDOW - SYSTEM_PROMPT - tools - messages - skills - agents - buffer
  const row = (id: string, name: string, tokens: number, color: string, kind = 'used') =>
    ({ id, name, tokens, color, kind }) satisfies Category
  return [
    row('system_prompt', 'System prompt', SYSTEM_PROMPT, 'promptBorder'),
    row('system_tools', 'System tools', tools, 'inactive'),
    ...(agents === 0 ? [] : [row('custom_agents', 'Custom agents', agents, 'permission')]),
    row('skills', 'Skills', skills, 'warning'),
    row('messages', 'Messages', messages, 'purple_FOR_SUBAGENTS_ONLY'),
    ...(buffer === 0 ? [] : [row('autocompact_buffer', 'Autocompact buffer', buffer, 'inactive', 'buffer')]),
    row('free_space', 'Free space', free, 'promptBorder', 'free'),
  ]
}

/** A picture of the window in squares of equal size. */
function gridOf(categories: readonly Category[]): JsonObject[][] {
  const squares = GRID.rows * GRID.columns
  const size = WINDOW / squares
  const cells = categories.flatMap(({ name, tokens, color, kind }) => {
    const count = Math.max(kind === 'used' && tokens > 0 ? 1 : 0, Math.round(tokens / size))
    return Array.from({ length: count }, (_, index) => ({
      color,
      isFilled: kind !== 'free',
      categoryName: name,
      tokens,
      percentage: Math.round((tokens / WINDOW) * 100),
      squareFullness: Math.min(1, Math.max(0, tokens / size - index)),
    }))
  })
  const whole = cells.slice(0, squares)
  return Array.from({ length: GRID.rows }, (_, row) =>
    whole.slice(row * GRID.columns, (row + 1) * GRID.columns),
  )
}

function breakdownOf(records: readonly LinkedRecord[]): JsonObject {
  let [toolCallTokens, toolResultTokens, attachmentTokens] = [0, 0, 0]
  let [assistantMessageTokens, userMessageTokens] = [0, 0]
  const calls = new Map<string, number>()
  for (const record of records) {
    if (record.type === 'attachment') attachmentTokens += tokensIn(record.attachment)
    const content = messageOf(record)?.content ?? []
    for (const block of typeof content === 'string' ? [{ type: 'text', text: content }] : content) {
      const tokens = tokensIn(block)
      if (block.type === 'tool_use') {
        toolCallTokens += tokens
        calls.set(String(block.name), (calls.get(String(block.name)) ?? 0) + tokens)
      } else if (block.type === 'tool_result') toolResultTokens += tokens
      else if (record.type === 'assistant') assistantMessageTokens += tokens
      else userMessageTokens += tokens
    }
  }
  return {
    toolCallTokens,
    toolResultTokens,
    attachmentTokens,
    assistantMessageTokens,
    userMessageTokens,
    redirectedContextTokens: 0,
    unattributedTokens: 0,
    toolCallsByType: [...calls].map(([name, callTokens]) => ({ name, callTokens, resultTokens: 0 })),
    attachmentsByType: [],
  }
}

function textOf({ model }: Agent, all: readonly Category[], used: number, percentage: number): string {
  const rows = all.map(
    ({ name, tokens }) => `| ${name} | ${short(tokens)} | ${((tokens / WINDOW) * 100).toFixed(1)}% |`,
  )
  return [
    '## Context Usage',
    '',
    `**Model:** ${model}  `,
    `**Tokens:** ${short(used)} / 1m (${percentage}%)`,
    '',
    '### Estimated usage by category',
    '',
    '| Category | Tokens | Percentage |',
    '|----------|--------|------------|',
    ...rows,
  ].join('\n')
}

function total(rows: readonly { tokens: number }[]): number {
  return rows.reduce((sum, { tokens }) => sum + tokens, 0)
}

function short(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`
}

function tokensIn(value: unknown): number {
  return Math.ceil((JSON.stringify(value) ?? '').length / 4)
}
