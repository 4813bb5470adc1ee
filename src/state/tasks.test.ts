import { describe, expect, test } from 'vitest'
import * as say from '../../test/state/talk.ts'
import { Timeline } from '../../test/state/timeline.ts'
import type { SystemMessage } from '../protocol/messages/system.ts'
import { emptyState } from './session-state.ts'
import { foldTasks, isRunning, type Tasks, taskTree } from './tasks.ts'

function fold(tasks: Tasks, ...messages: object[]): Tasks {
  return messages.reduce<Tasks>(
    (before, message, index) =>
      foldTasks(
        { ...emptyState, tasks: before },
        {
          seq: index + 1,
          at: 1000 * (index + 1),
          kind: 'received',
          message: { type: 'system', ...message } as SystemMessage,
        },
      ),
    tasks,
  )
}
const started = { subtype: 'task_started', task_id: 't1', description: 'npm test', tool_use_id: 'toolu_1' }

test('R-TASK-6 a patch is merged into what is known of the task', () => {
  const { list } = fold(emptyState.tasks, started, {
    subtype: 'task_updated',
    task_id: 't1',
    patch: { is_backgrounded: true, description: 'npm test, all of it' },
  })
  expect(list).toEqual([
    {
      id: 't1',
      status: 'running',
      startedAt: 1000,
      description: 'npm test, all of it',
      toolUseId: 'toolu_1',
      isBackgrounded: true,
    },
  ])
})

test('what a task does at the moment is not its description', () => {
  const { list } = fold(emptyState.tasks, started, {
    subtype: 'task_progress',
    task_id: 't1',
    description: 'Running Grep',
    last_tool_name: 'Grep',
  })
  expect(list).toMatchObject([{ description: 'npm test', doing: 'Running Grep', lastTool: 'Grep' }])
})

test('a task that is over stays over, and tells how it went', () => {
  const { list } = fold(
    emptyState.tasks,
    started,
    {
      subtype: 'task_notification',
      task_id: 't1',
      status: 'failed',
      summary: 'exit 1',
      output_file: 'out.txt',
    },
    { subtype: 'task_progress', task_id: 't1', usage: { total_tokens: 12, tool_uses: 3 } },
    { subtype: 'task_updated', task_id: 't1', patch: { status: 'running' } },
  )
  expect(list).toMatchObject([
    {
      status: 'failed',
      endedAt: 2000,
      summary: 'exit 1',
      outputFile: 'out.txt',
      figures: { tokens: 12, toolUses: 3 },
    },
  ])
})

test('a background task that is missing from the full set is over; how, a later message may tell', () => {
  const background = { subtype: 'background_tasks_changed', tasks: [{ task_id: 't1', status: 'running' }] }
  const gone = fold(emptyState.tasks, started, background, { subtype: 'background_tasks_changed', tasks: [] })
  expect(gone.list).toMatchObject([{ id: 't1', status: 'ended', endedAt: 3000 }])
  const told = fold(gone, { subtype: 'task_notification', task_id: 't1', status: 'completed' })
  expect(told.list).toMatchObject([{ id: 't1', status: 'completed' }])
})

test('a foreground task is not in the set, and goes on', () => {
  const { list } = fold(emptyState.tasks, started, { subtype: 'background_tasks_changed', tasks: [] })
  expect(list.every(isRunning)).toBe(true)
})

test('the end of the process ends its tasks', () => {
  const tasks = fold(emptyState.tasks, started)
  const after = foldTasks(
    { ...emptyState, tasks },
    {
      seq: 9,
      at: 9000,
      kind: 'process-exited',
      generation: 1,
      cause: 'kill',
      exitCode: null,
      signal: 'SIGKILL',
    },
  )
  expect(after.list).toMatchObject([{ status: 'lost', endedAt: 9000 }])
})

test('sub-agents stand under the task that started them; a circle does no harm', () => {
  const tasks = fold(
    emptyState.tasks,
    started,
    { subtype: 'task_started', task_id: 't2', parent_task_id: 't1' },
    { subtype: 'task_started', task_id: 't3', parent_task_id: 't2' },
    { subtype: 'task_started', task_id: 't4', parent_task_id: 'unknown' },
    { subtype: 'task_started', task_id: 't5', parent_task_id: 't5' },
  )
  const shape = (trees: ReturnType<typeof taskTree>): unknown =>
    trees.map(({ id, children }) => [id, shape(children)])
  expect(shape(taskTree(tasks))).toEqual([
    ['t1', [['t2', [['t3', []]]]]],
    ['t4', []],
    ['t5', []],
  ])
})

test('of tasks that are over, the last hundred are kept; those that run are all kept', () => {
  const ended = Array.from({ length: 150 }, (_, i) => [
    { subtype: 'task_started', task_id: `e${i}` },
    { subtype: 'task_notification', task_id: `e${i}`, status: 'completed' },
  ]).flat()
  const { list } = fold(emptyState.tasks, started, ...ended)
  expect(list).toHaveLength(101)
  expect(list[0]?.id).toBe('t1')
  expect(list[1]?.id).toBe('e50')
})

describe('R-TASK-11 a task that the CLI was asked to stop', () => {
  const running = () =>
    new Timeline()
      .ready()
      .prompt('p')
      .hear(say.init(), say.call('m1', 't1', 'Agent'))
      .hear(say.system('task_started', { task_id: 'a', tool_use_id: 't1' }))
      .hear(say.result('t1', 'launched'), say.call('m2', 't2', 'Bash', {}, { parent_tool_use_id: 't1' }))
      .hear(say.end())
      .ask('s1', 'stop_task', { task_id: 'a' })
  const told = ({ state }: Timeline) => state.tasks.list.map(({ status, endedAt }) => [status, endedAt])

  test('is stopped with its answer, where nothing else follows (100), and so is what it had called', () => {
    const line = running().at(5).answered('s1', {})
    expect(told(line)).toEqual([['stopped', 5000]])
    expect(say.shown(line.state)).toContain('  Bash interrupted')
  })

  test('runs on where the CLI cannot stop it, and until it answers', () => {
    const line = running()
    expect(told(line)).toEqual([['running', undefined]])
    line.hear({ type: 'control_response', response: { subtype: 'error', request_id: 's1', error: 'no' } })
    expect(told(line)).toEqual([['running', undefined]])
  })

  test('ends as the CLI says, where that comes before the answer (197)', () => {
    const line = running()
      .at(3)
      .hear(say.system('task_updated', { task_id: 'a', patch: { status: 'killed', end_time: 2500 } }))
    expect(told(line.at(5).answered('s1', {}))).toEqual([['killed', 2500]])
  })

  test('is the one that was asked for', () => {
    const line = running().ask('s2', 'stop_task', { task_id: 'nobody' }).answered('s2', {})
    expect(told(line)).toEqual([['running', undefined]])
  })
})
