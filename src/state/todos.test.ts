import { expect, test } from 'vitest'
import type { AssistantMessage } from '../protocol/messages/assistant.ts'
import type { UserMessage } from '../protocol/messages/user.ts'
import { emptyState } from './session-state.ts'
import { type Todos, todosAfterCall, todosAfterResult } from './todos.ts'

const none = emptyState.facts.todos

function call(name: string, input: unknown, id = 'toolu_1', parent: string | null = null): AssistantMessage {
  return {
    type: 'assistant',
    parent_tool_use_id: parent,
    message: { content: [{ type: 'tool_use', id, name, input }] },
  } as AssistantMessage
}
function result(id: string, content: string, own?: unknown, failed = false): UserMessage {
  return {
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: failed }] },
    ...(own !== undefined && { tool_use_result: own }),
  } as UserMessage
}
const listed = ({ list }: Todos): string[] => list.map(({ id, text, status }) => `${id} ${text}: ${status}`)

test('TodoWrite gives the whole list', () => {
  const written = todosAfterCall(
    none,
    call('TodoWrite', {
      todos: [
        { content: 'read', status: 'completed' },
        { content: 'write', status: 'in_progress' },
      ],
    }),
  )
  expect(listed(written)).toEqual(['1 read: completed', '2 write: in_progress'])
  expect(listed(todosAfterCall(written, call('TodoWrite', { todos: [] })))).toEqual([])
})

test('a TodoWrite that fails leaves the list as it was', () => {
  const one = todosAfterCall(none, call('TodoWrite', { todos: [{ content: 'a', status: 'pending' }] }))
  const done = todosAfterResult(one, result('toolu_1', 'ok'))
  expect(listed(done)).toEqual(['1 a: pending'])
  const two = todosAfterCall(done, call('TodoWrite', { todos: [] }, 'toolu_2'))
  expect(listed(two)).toEqual([])
  expect(todosAfterResult(two, result('toolu_2', 'no such tool', undefined, true))).toEqual(done)
})

test("a sub-agent's list is its own", () => {
  const write = call('TodoWrite', { todos: [{ content: 'x', status: 'pending' }] }, 'toolu_2', 'toolu_agent')
  expect(todosAfterCall(none, write)).toBe(none)
})

test('tasks are created when their result tells the id, changed and deleted', () => {
  let todos = todosAfterCall(
    none,
    call('TaskCreate', { subject: 'build', description: 'all of it' }, 'toolu_1'),
  )
  expect(todos.list).toEqual([])
  todos = todosAfterResult(todos, result('toolu_1', 'Task #7 created'))
  todos = todosAfterCall(todos, call('TaskCreate', { subject: 'ship', description: '' }, 'toolu_2'))
  todos = todosAfterResult(todos, result('toolu_2', 'done', { task: { id: '8' } }))
  todos = todosAfterCall(
    todos,
    call('TaskUpdate', { taskId: '7', status: 'in_progress', activeForm: 'building' }),
  )
  expect(listed(todos)).toEqual(['7 build: in_progress', '8 ship: pending'])
  expect(todos.list[0]?.activeForm).toBe('building')
  todos = todosAfterCall(todos, call('TaskUpdate', { taskId: '8', status: 'deleted' }))
  expect(listed(todos)).toEqual(['7 build: in_progress'])
})

test('a task that could not be created is not listed', () => {
  const asked = todosAfterCall(none, call('TaskCreate', { subject: 'build' }, 'toolu_1'))
  expect(todosAfterResult(asked, result('toolu_1', 'no', undefined, true))).toEqual(none)
})

test.each([null, 'text', [], { todos: 'none' }, { todos: [null, 3] }])(
  'a malformed input %j does no harm',
  (input) => {
    for (const name of ['TodoWrite', 'TaskCreate', 'TaskUpdate']) {
      expect(() => todosAfterCall(none, call(name, input))).not.toThrow()
    }
  },
)
