/** The todo list of the main thread: whole with TodoWrite, piece by piece with TaskCreate and TaskUpdate. */
import type { ContentBlock, ToolResultBlock } from '../protocol/blocks.ts'
import { isObject } from '../protocol/json.ts'
import type { AssistantMessage } from '../protocol/messages/assistant.ts'
import type { UserMessage } from '../protocol/messages/user.ts'
import { changed, objectIn, objectsIn, textIn } from './fields.ts'

/** An entry of the model's to-do list. */
export interface Todo {
  readonly id: string
  readonly text: string
  readonly status: string
  /** How to say that it is being done. */
  readonly activeForm?: string
}
/** A TaskCreate that waits for its result, which contains the id. */
interface Created {
  readonly toolUseId: string
  readonly todo: Todo
}
/** The model's to-do list. */
export interface Todos {
  readonly list: readonly Todo[]
  readonly created: readonly Created[]
  /** What the last TodoWrite took the place of, until its result has come: it may have failed. */
  readonly replaced?: { readonly toolUseId: string; readonly list: readonly Todo[] }
}

export function todosAfterCall(todos: Todos, message: AssistantMessage): Todos {
  if (message.parent_tool_use_id) return todos
  let after = todos
  for (const block of message.message.content) after = afterBlock(after, block)
  return after
}

function afterBlock(todos: Todos, block: ContentBlock): Todos {
  if (block.type !== 'tool_use') return todos
  const input = objectIn(block.input) ?? {}
  if (block.name === 'TodoWrite') {
    const list = objectsIn(input.todos)
    if (!list) return todos
    return changed(todos, { list: list.map(todoIn), replaced: { toolUseId: block.id, list: todos.list } })
  }
  if (block.name === 'TaskCreate') {
    const todo = todoIn({ ...input, content: input.subject, id: block.id, status: 'pending' }, 0)
    return changed(todos, { created: [...todos.created, { toolUseId: block.id, todo }] })
  }
  if (block.name === 'TaskUpdate') return updated(todos, input)
  return todos
}

/** The id of a created task is in the tool's result: `#3`, or in its own result object. */
export function todosAfterResult(todos: Todos, message: UserMessage): Todos {
  if (typeof message.message.content === 'string') return todos
  if (todos.created.length === 0 && !todos.replaced) return todos
  let after = todos
  for (const block of message.message.content) {
    if (block.type === 'tool_result') after = afterResult(after, block, message.tool_use_result)
  }
  return after
}

function afterResult(todos: Todos, block: ToolResultBlock, own: unknown): Todos {
  if (todos.replaced?.toolUseId === block.tool_use_id) {
    const { replaced, created, list } = todos
    return { list: block.is_error ? replaced.list : list, created }
  }
  const found = todos.created.find(({ toolUseId }) => toolUseId === block.tool_use_id)
  if (!found) return todos
  const created = todos.created.filter((it) => it !== found)
  if (block.is_error) return changed(todos, { created })
  const id = taskId(own) ?? /#(\d+)/.exec(JSON.stringify(block.content ?? ''))?.[1] ?? found.todo.id
  return changed(todos, { list: [...todos.list, { ...found.todo, id }], created })
}

function taskId(own: unknown): string | undefined {
  if (!isObject(own)) return undefined
  const id = objectIn(own.task)?.id ?? own.taskId
  return typeof id === 'number' ? String(id) : textIn(id)
}

function updated(todos: Todos, input: { readonly [field: string]: unknown }): Todos {
  const id = textIn(input.taskId)
  const { status } = input
  if (status === 'deleted') return changed(todos, { list: todos.list.filter((todo) => todo.id !== id) })
  const list = todos.list.map((todo) => {
    if (todo.id !== id) return todo
    const activeForm = textIn(input.activeForm) ?? todo.activeForm
    return {
      id: todo.id,
      text: textIn(input.subject) ?? todo.text,
      status: textIn(status) ?? todo.status,
      ...(activeForm !== undefined && { activeForm }),
    }
  })
  return changed(todos, { list })
}

function todoIn(value: { readonly [field: string]: unknown }, index: number): Todo {
  const activeForm = textIn(value.activeForm)
  return {
    id: textIn(value.id) ?? String(index + 1),
    text: textIn(value.content) ?? '',
    status: textIn(value.status) ?? 'pending',
    ...(activeForm !== undefined && { activeForm }),
  }
}
