/** Inputs of the CLI's own tools. Fields that the model may omit are optional. */
import type { JsonObject, OpenString } from '../json.ts'

/** Input of `Bash`. */
export interface BashInput {
  command: string
  description?: string
  timeout?: number
  run_in_background?: boolean
}
/** Input of `Read`. */
export interface ReadInput {
  file_path: string
  offset?: number
  limit?: number
}
/** Input of `Write`. */
export interface WriteInput {
  file_path: string
  content: string
}
/** Input of `Edit`. */
export interface EditInput {
  file_path: string
  old_string: string
  new_string: string
  replace_all?: boolean
}
/** Input of `MultiEdit`. */
export interface MultiEditInput {
  file_path: string
  edits: { old_string: string; new_string: string; replace_all?: boolean }[]
}
/** Input of `NotebookEdit`. */
export interface NotebookEditInput {
  notebook_path: string
  new_source: string
  cell_id?: string
  cell_type?: OpenString<'code' | 'markdown'>
  edit_mode?: OpenString<'replace' | 'insert' | 'delete'>
}
/** Input of `Glob`. */
export interface GlobInput {
  pattern: string
  path?: string
}
/** Input of `Grep`. */
export interface GrepInput {
  pattern: string
  path?: string
  glob?: string
  type?: string
  output_mode?: OpenString<'content' | 'files_with_matches' | 'count'>
  '-A'?: number
  '-B'?: number
  '-C'?: number
  '-i'?: boolean
  '-n'?: boolean
  head_limit?: number
  multiline?: boolean
}
/** Input of `WebFetch`. */
export interface WebFetchInput {
  url: string
  prompt: string
}
/** Input of `WebSearch`. */
export interface WebSearchInput {
  query: string
  allowed_domains?: string[]
  blocked_domains?: string[]
}
/** Starts a sub-agent. Older CLIs and `init.tools` call it `Task`. */
export interface AgentInput {
  description: string
  prompt: string
  subagent_type?: string
  model?: string
  run_in_background?: boolean
  resume?: string
}
/** Input of `TaskOutput`. */
export interface TaskOutputInput {
  task_id: string
  block?: boolean
  timeout?: number
}
/** Input of `TaskStop`. */
export interface TaskStopInput {
  task_id?: string
  shell_id?: string
}
/** Input of `BashOutput`. */
export interface BashOutputInput {
  bash_id: string
  filter?: string
}
/** Input of `KillShell`. */
export interface KillShellInput {
  shell_id: string
}
/** One question of `AskUserQuestion`, with the options to choose from. */
export interface Question {
  question: string
  header?: string
  options: { label: string; description?: string; preview?: string }[]
  multiSelect?: boolean
}
/** Input of `AskUserQuestion`. */
export interface AskUserQuestionInput {
  questions: Question[]
  /** The host adds it, keyed by the text of the question. */
  answers?: { [question: string]: string | string[] }
  annotations?: { [question: string]: { preview?: string; notes?: string; unanswered?: boolean } }
  /** What the user wrote instead of answers. */
  response?: string
}
/** Input of `EnterPlanMode`. */
export type EnterPlanModeInput = JsonObject
/** Input of `ExitPlanMode`. */
export interface ExitPlanModeInput {
  plan?: string
  planFilePath?: string
  allowedPrompts?: { tool: string; prompt: string }[]
  pushToRemote?: boolean
}
/** Input of `Skill`. */
export interface SkillInput {
  skill: string
  args?: string
}
/** How far an entry of the to-do list has come. */
export type TodoStatus = OpenString<'pending' | 'in_progress' | 'completed'>
/** Input of `TodoWrite`. */
export interface TodoWriteInput {
  todos: { content: string; status: TodoStatus; activeForm?: string; id?: string; priority?: string }[]
}
/** Input of `TaskCreate`. */
export interface TaskCreateInput {
  subject: string
  description: string
  activeForm?: string
  metadata?: JsonObject
}
/** Input of `TaskGet`. */
export interface TaskGetInput {
  taskId: string
}
/** Input of `TaskUpdate`. */
export interface TaskUpdateInput {
  taskId: string
  status?: OpenString<'pending' | 'in_progress' | 'completed' | 'deleted'>
  subject?: string
  description?: string
  activeForm?: string
  owner?: string
  addBlocks?: string[]
  addBlockedBy?: string[]
  metadata?: JsonObject
}
/** Input of `TaskList`. */
export type TaskListInput = JsonObject
