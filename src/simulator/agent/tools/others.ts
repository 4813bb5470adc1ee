/** Tools without any effect except their result. */
import type { JsonObject } from '../../../protocol/json.ts'
import { failed, type Tool, type ToolContext } from './tool.ts'

const simple = (
  name: string,
  description: string,
  required: Tool['required'],
  answer: (input: JsonObject, context: ToolContext) => { content: string; result?: unknown },
): Tool => ({
  name,
  description,
  required,
  isConcurrent: () => true,
  run: async (input, context) => answer(input, context),
  pretend: answer,
})

let todoCount = 0

export const otherTools: readonly Tool[] = [
  simple('TodoWrite', 'Keeps a list of what is to do.', { todos: 'array' }, ({ todos }) => ({
    content: 'Todos have been modified successfully. Ensure that you continue to use the todo list.',
    result: { oldTodos: [], newTodos: todos },
  })),
  simple('TaskCreate', 'Notes a task.', { subject: 'string', description: 'string' }, ({ subject }) => {
    todoCount += 1
    return {
      content: `Task #${todoCount} created successfully: ${subject}`,
      result: { task: { id: String(todoCount), subject } },
    }
  }),
  simple('TaskUpdate', 'Changes a task.', { taskId: 'string' }, ({ taskId }) => ({
    content: `Updated task #${taskId}`,
    result: { success: true, taskId },
  })),
  simple('TaskList', 'Lists the tasks.', {}, () => ({ content: 'No tasks found', result: { tasks: [] } })),
  simple('TaskGet', 'Shows a task.', { taskId: 'string' }, () => ({
    content: 'Task not found',
    result: { task: null },
  })),
  simple('Skill', 'Loads a skill.', { skill: 'string' }, ({ skill }) => ({
    content: `Launching skill: ${skill}`,
    result: { success: true, commandName: skill },
  })),
  simple('WebSearch', 'Searches the web.', { query: 'string' }, ({ query }) => ({
    content: `Web search results for query: "${query}"\n\nNo results: the simulator has no network.`,
    result: { query, results: [], durationSeconds: 0 },
  })),
  simple('ReportFindings', 'Reports findings.', {}, () => ({ content: 'Findings reported.' })),
  simple('NotebookEdit', 'Edits a notebook.', { notebook_path: 'string', new_source: 'string' }, (input) => ({
    content: `Updated cell ${input.cell_id ?? 0}`,
    result: { ...input },
  })),
  {
    name: 'WebFetch',
    description: 'Fetches a page.',
    required: { url: 'string', prompt: 'string' },
    isConcurrent: () => true,
    run: async ({ url }) => failed(`Unable to fetch ${url}: the simulator has no network.`),
    pretend: ({ url }) => ({
      content: `The page at ${url} was not fetched: this is a simulation.`,
      result: { url, code: 200, codeText: 'OK', bytes: 0, durationMs: 1, result: '' },
    }),
  },
  {
    name: 'TaskStop',
    description: 'Stops a background task.',
    required: {},
    optional: { task_id: 'string', shell_id: 'string' },
    isConcurrent: () => true,
    async run(input, { agent }) {
      const id = String(input.task_id ?? input.shell_id)
      return agent.tasks.stop(id)
        ? { content: `Successfully stopped task: ${id}`, result: { task_id: id } }
        : failed(`No task found with ID: ${id}`)
    },
  },
  {
    name: 'TaskOutput',
    description: 'Reads what a background task has written.',
    required: { task_id: 'string' },
    optional: { block: 'boolean', timeout: 'number' },
    isConcurrent: () => true,
    async run(input, { agent }) {
      const output = agent.tasks.output(String(input.task_id))
      return output === undefined ? failed(`No task found with ID: ${input.task_id}`) : { content: output }
    },
  },
]
