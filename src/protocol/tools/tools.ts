import { mismatch, type ShapeOf } from '../shape.ts'
import type * as inputs from './inputs.ts'

/** The CLI's own tools by name. MCP tools and unlisted tools stay open records. */
export interface ToolInputs {
  Bash: inputs.BashInput
  Read: inputs.ReadInput
  Write: inputs.WriteInput
  Edit: inputs.EditInput
  MultiEdit: inputs.MultiEditInput
  NotebookEdit: inputs.NotebookEditInput
  Glob: inputs.GlobInput
  Grep: inputs.GrepInput
  WebFetch: inputs.WebFetchInput
  WebSearch: inputs.WebSearchInput
  Agent: inputs.AgentInput
  Task: inputs.AgentInput
  TaskOutput: inputs.TaskOutputInput
  TaskStop: inputs.TaskStopInput
  BashOutput: inputs.BashOutputInput
  KillShell: inputs.KillShellInput
  AskUserQuestion: inputs.AskUserQuestionInput
  EnterPlanMode: inputs.EnterPlanModeInput
  ExitPlanMode: inputs.ExitPlanModeInput
  Skill: inputs.SkillInput
  TodoWrite: inputs.TodoWriteInput
  TaskCreate: inputs.TaskCreateInput
  TaskGet: inputs.TaskGetInput
  TaskUpdate: inputs.TaskUpdateInput
  TaskList: inputs.TaskListInput
}
/** The name of a tool whose input has a type. */
export type ToolName = keyof ToolInputs

const edit = { old_string: 'string', new_string: 'string' } as const
const agent = { description: 'string', prompt: 'string' } as const

const toolShapes: { [N in ToolName]: ShapeOf<ToolInputs[N], never> } = {
  Bash: { command: 'string' },
  Read: { file_path: 'string' },
  Write: { file_path: 'string', content: 'string' },
  Edit: { file_path: 'string', ...edit },
  MultiEdit: { file_path: 'string', edits: [edit] },
  NotebookEdit: { notebook_path: 'string', new_source: 'string' },
  Glob: { pattern: 'string' },
  Grep: { pattern: 'string' },
  WebFetch: { url: 'string', prompt: 'string' },
  WebSearch: { query: 'string' },
  Agent: agent,
  Task: agent,
  TaskOutput: { task_id: 'string' },
  TaskStop: {},
  BashOutput: { bash_id: 'string' },
  KillShell: { shell_id: 'string' },
  AskUserQuestion: { questions: [{ question: 'string', options: [{ label: 'string' }] }] },
  EnterPlanMode: {},
  ExitPlanMode: {},
  Skill: { skill: 'string' },
  TodoWrite: { todos: [{ content: 'string', status: 'string' }] },
  TaskCreate: { subject: 'string', description: 'string' },
  TaskGet: { taskId: 'string' },
  TaskUpdate: { taskId: 'string' },
  TaskList: {},
}
/** The names of all tools whose input has a type. */
export const TOOL_NAMES = Object.keys(toolShapes) as ToolName[]

/** Whether a tool's input has a type here. */
export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(toolShapes, name)
}

/**
 * Returns true if `input` has the fields of the tool of this name: `if (isToolInput('Bash', block.input)) block.input.command`.
 */
export function isToolInput<N extends ToolName>(name: N, input: unknown): input is ToolInputs[N] {
  return mismatch(input, toolShapes[name]) === undefined
}

/** Splits `mcp__server__tool` into its parts; returns undefined for a tool that is not from an MCP server. */
export function mcpToolName(name: string): { server: string; tool: string } | undefined {
  const match = /^mcp__(.+?)__(.+)$/.exec(name)
  return match ? { server: match[1] as string, tool: match[2] as string } : undefined
}
