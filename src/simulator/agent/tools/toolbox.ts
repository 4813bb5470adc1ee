import type { JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { ASKING_TOOLS, builtInTools } from '../catalog.ts'
import { agentTool } from '../tasks/agent-tool.ts'
import { bashTool } from './bash.ts'
import { editTool, readTool, writeTool } from './files.ts'
import { askTool, enterPlanTool, exitPlanTool } from './interaction.ts'
import { otherTools } from './others.ts'
import { globTool, grepTool } from './search.ts'
import { schemaOf, type Tool } from './tool.ts'

const ALL: ReadonlyMap<string, Tool> = new Map(
  [
    bashTool,
    readTool,
    writeTool,
    editTool,
    globTool,
    grepTool,
    askTool,
    enterPlanTool,
    exitPlanTool,
    agentTool,
    ...otherTools,
  ].map((tool) => [tool.name, tool]),
)

export function toolNames(agent: Agent): string[] {
  const { options, profile, rules, mcp, custom } = agent
  const denied = new Set(
    rules.all.filter((it) => it.behavior === 'deny' && it.content === undefined).map((it) => it.tool),
  )
  const canAsk = options.promptTool !== undefined || profile.isFirst
  const own = (options.tools ?? builtInTools(profile)).filter(
    (name) => !denied.has(modelName(name)) && (canAsk || !ASKING_TOOLS.includes(name)),
  )
  const structured = custom.jsonSchema === undefined ? [] : ['StructuredOutput']
  return [...own, ...structured, ...mcp.tools.map(({ name }) => name)]
}

export function toolSchemas(agent: Agent): JsonObject[] {
  return toolNames(agent).map((listed) => {
    const name = agent.profile.isFirst ? listed : modelName(listed)
    const mcp = agent.mcp.tools.find((tool) => tool.name === name)
    const tool = ALL.get(modelName(listed))
    if (name === 'StructuredOutput')
      return { name, description: 'Answers in the requested form.', input_schema: agent.custom.jsonSchema }
    return {
      name,
      description: mcp?.description ?? tool?.description ?? name,
      input_schema: mcp?.inputSchema ?? (tool === undefined ? { type: 'object' } : schemaOf(tool)),
    }
  })
}

export function findTool(agent: Agent, name: string): Tool | undefined {
  if (name.startsWith('mcp__')) return agent.mcp.tool(name)
  // The first version knows sub-agents only as `Task`.
  return agent.profile.isFirst && name === 'Agent' ? undefined : ALL.get(modelName(name))
}

function modelName(name: string): string {
  return name === 'Task' ? 'Agent' : name
}
