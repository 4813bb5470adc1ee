/** Background commands and sub-agents: what runs, what came of it, and who started whom. */
import type { JsonObject } from '../protocol/json.ts'
import type { SystemMessage } from '../protocol/messages/system.ts'
import type { UserMessage } from '../protocol/messages/user.ts'
import { taskStopped } from './control/control.ts'
import type { SessionEvent } from './events.ts'
import { flagIn, merged, numberIn, objectIn, objectsIn, textIn } from './fields.ts'
import type { SessionState } from './session-state.ts'

/** What a task has used. */
export interface TaskFigures {
  readonly tokens?: number
  readonly toolUses?: number
  readonly durationMs?: number
}
/** A sub-agent, or a command in the background. */
export interface Task {
  readonly id: string
  /** The CLI's word (`running`, `completed`, …), `lost` with its process, or `ended` if nobody said how. */
  readonly status: string
  readonly startedAt: number
  readonly endedAt?: number
  readonly description?: string
  readonly type?: string
  readonly subagentType?: string
  /** True also of a task that still ran when the call that started it was over. */
  readonly isBackgrounded?: boolean
  /** It is the CLI's own, and may never end. */
  readonly isAmbient?: boolean
  /** The tool call that started it, and the task in which that happened. */
  readonly toolUseId?: string
  readonly parentTaskId?: string
  /** What it does at the moment, in the CLI's words, and the tool that it used last. */
  readonly doing?: string
  readonly lastTool?: string
  readonly summary?: string
  readonly outputFile?: string
  readonly error?: string
  readonly figures?: TaskFigures
}
/** In the order of their start. Of those that are over, the last ones. */
export interface Tasks {
  readonly list: readonly Task[]
}

const MAX_ENDED = 100
const RUNNING = new Set(['pending', 'running'])

/** Whether a task still runs. */
export function isRunning({ status }: Pick<Task, 'status'>): boolean {
  return RUNNING.has(status)
}

/** A task with those that it started. */
export interface TaskTree extends Task {
  readonly children: readonly TaskTree[]
}

/** Arranges tasks by the task that started them. */
export function taskTree({ list }: Tasks): readonly TaskTree[] {
  const known = new Set(list.map(({ id }) => id))
  const treeOf = (task: Task, above: ReadonlySet<string>): TaskTree => {
    const inside = new Set(above).add(task.id)
    const children = list.filter(({ id, parentTaskId }) => parentTaskId === task.id && !inside.has(id))
    return { ...task, children: children.map((child) => treeOf(child, inside)) }
  }
  return list
    .filter(({ id, parentTaskId: parent }) => parent === undefined || parent === id || !known.has(parent))
    .map((task) => treeOf(task, new Set()))
}

export function foldTasks(state: SessionState, event: SessionEvent): Tasks {
  const { tasks } = state
  if (event.kind === 'process-exited' || event.kind === 'process-started') return lost(tasks, event.at)
  if (event.kind !== 'received') return tasks
  if (event.message.type === 'system') return afterSystem(tasks, event.message, event.at)
  if (event.message.type === 'user') return leftBehind(tasks, event.message)
  if (event.message.type !== 'control_response') return tasks
  return stopped(tasks, taskStopped(state, event.message), event.at)
}

/** Some CLIs answer `stop_task` without a message about the task itself. */
function stopped(tasks: Tasks, id: string | undefined, at: number): Tasks {
  const task = tasks.list.find((it) => it.id === id)
  return task && isRunning(task) ? withTask(tasks, task.id, at, { status: 'stopped', endedAt: at }) : tasks
}

/** A call that is over leaves its task in the background, if that runs on. */
function leftBehind(tasks: Tasks, { message: { content } }: UserMessage): Tasks {
  if (typeof content === 'string' || !tasks.list.some(isRunning)) return tasks
  const over = new Set(content.map((block) => (block.type === 'tool_result' ? block.tool_use_id : undefined)))
  const isLeft = (task: Task) =>
    isRunning(task) && !task.isBackgrounded && task.toolUseId !== undefined && over.has(task.toolUseId)
  if (!tasks.list.some(isLeft)) return tasks
  return { list: tasks.list.map((task) => (isLeft(task) ? { ...task, isBackgrounded: true } : task)) }
}

/** Tasks do not outlive their process. */
function lost(tasks: Tasks, at: number): Tasks {
  if (!tasks.list.some(isRunning)) return tasks
  return {
    list: tasks.list.map((task) => (isRunning(task) ? { ...task, status: 'lost', endedAt: at } : task)),
  }
}

function afterSystem(tasks: Tasks, message: SystemMessage, at: number): Tasks {
  switch (message.subtype) {
    case 'task_started':
      return withTask(tasks, message.task_id, at, {
        status: 'running',
        description: textIn(message.description),
        type: textIn(message.task_type),
        subagentType: textIn(message.subagent_type),
        isBackgrounded: flagIn(message.is_backgrounded),
        isAmbient: flagIn(message.ambient),
        toolUseId: textIn(message.tool_use_id),
        parentTaskId: textIn(message.parent_task_id),
      })
    case 'task_progress':
      // Its description is not the task's own.
      return withTask(tasks, message.task_id, at, {
        doing: textIn(message.description),
        toolUseId: textIn(message.tool_use_id),
        lastTool: textIn(message.last_tool_name),
        summary: textIn(message.summary),
        figures: figuresIn(message.usage),
      })
    case 'task_updated':
      return withTask(tasks, message.task_id, at, {
        status: textIn(message.patch.status),
        description: textIn(message.patch.description),
        endedAt: numberIn(message.patch.end_time),
        error: textIn(message.patch.error),
        isBackgrounded: flagIn(message.patch.is_backgrounded),
      })
    case 'task_notification':
      return withTask(tasks, message.task_id, at, {
        status: message.status,
        endedAt: RUNNING.has(message.status) ? undefined : at,
        toolUseId: textIn(message.tool_use_id),
        summary: textIn(message.summary),
        outputFile: textIn(message.output_file),
        error: textIn(message.reason),
        figures: figuresIn(message.usage),
      })
    case 'background_tasks_changed':
      return withSet(tasks, objectsIn(message.tasks) ?? [], at)
    default:
      return tasks
  }
}

type TaskNews = { readonly [K in keyof Task]?: Task[K] | undefined }

function withTask(tasks: Tasks, id: string, at: number, news: TaskNews): Tasks {
  const known = tasks.list.find((task) => task.id === id)
  const task = merged<Task>(known ?? { id, status: 'running', startedAt: at }, news)
  if (!known) return bounded([...tasks.list, task])
  // A task that is over stays over, however late its progress arrives.
  const open = isRunning(known) || (known.status === 'ended' && !isRunning(task))
  const after = open ? task : { ...task, status: known.status, endedAt: known.endedAt ?? at }
  return bounded(tasks.list.map((it) => (it.id === id ? after : it)))
}

/** The ids in a `background_tasks_changed`. */
export function idsOfSet(set: readonly JsonObject[]): ReadonlySet<string | undefined> {
  return new Set(set.map(({ task_id: taskId, id }) => textIn(taskId) ?? textIn(id)))
}

/** The full set of background tasks: one that is missing from it is over, although it is not known how. */
function withSet(tasks: Tasks, set: readonly JsonObject[], at: number): Tasks {
  const ids = idsOfSet(set)
  let after = tasks
  for (const told of set) {
    const id = textIn(told.task_id) ?? textIn(told.id)
    if (id === undefined) continue
    after = withTask(after, id, at, {
      status: textIn(told.status),
      description: textIn(told.description),
      type: textIn(told.task_type) ?? textIn(told.type),
      toolUseId: textIn(told.tool_use_id),
      isBackgrounded: true,
      isAmbient: flagIn(told.ambient),
    })
  }
  const gone = (task: Task): boolean => isRunning(task) && task.isBackgrounded === true && !ids.has(task.id)
  if (!after.list.some(gone)) return after
  return {
    list: after.list.map((task) => (gone(task) ? { ...task, status: 'ended', endedAt: at } : task)),
  }
}

function bounded(list: readonly Task[]): Tasks {
  const over = list.filter((task) => !isRunning(task)).length - MAX_ENDED
  if (over <= 0) return { list }
  let left = over
  return { list: list.filter((task) => isRunning(task) || left-- <= 0) }
}

function figuresIn(value: unknown): TaskFigures | undefined {
  const usage = objectIn(value)
  if (!usage) return undefined
  return merged<TaskFigures>(
    {},
    {
      tokens: numberIn(usage.total_tokens),
      toolUses: numberIn(usage.tool_uses),
      durationMs: numberIn(usage.duration_ms),
    },
  )
}
