/** System messages about tasks: sub-agents, background commands, and foreground commands that take long. */
import type { JsonObject, OpenString } from '../json.ts'
import type { ShapeOf } from '../shape.ts'
import type { SystemEnvelope } from './envelope.ts'

interface SystemTask<S extends string> extends SystemEnvelope<S> {
  task_id: string
}
/** How far a task has come. */
export type TaskStatus = OpenString<'pending' | 'running' | 'completed' | 'failed' | 'stopped' | 'killed'>

/** What a task has used. */
export interface TaskUsage {
  total_tokens?: number
  tool_uses?: number
  duration_ms?: number
}
/** A sub-agent, a background command or a slow foreground command has started. */
export interface SystemTaskStarted extends SystemTask<'task_started'> {
  description?: string
  tool_use_id?: string
  run_id?: string
  task_type?: string
  subagent_type?: string
  is_backgrounded?: boolean
  spawn_depth?: number
  parent_task_id?: string
  workflow_name?: string
  prompt?: string
  skip_transcript?: boolean
  ambient?: boolean
}
/** What a task has used so far. */
export interface SystemTaskProgress extends SystemTask<'task_progress'> {
  description?: string
  tool_use_id?: string
  usage?: TaskUsage
  last_tool_name?: string
  summary?: string
}
/** Fields of a task have changed. */
export interface SystemTaskUpdated extends SystemTask<'task_updated'> {
  /** Merge it into what is known of the task. */
  patch: {
    status?: TaskStatus
    description?: string
    end_time?: number
    total_paused_ms?: number
    error?: string
    is_backgrounded?: boolean
  }
}
/** The task is over. The CLI may start a turn because of it. */
export interface SystemTaskNotification extends SystemTask<'task_notification'> {
  status: TaskStatus
  tool_use_id?: string
  run_id?: string
  reason?: string
  output_file?: string
  summary?: string
  usage?: TaskUsage
  resource_links?: unknown
  skip_transcript?: boolean
  ambient?: boolean
}
/** All background tasks of this process. */
export interface SystemBackgroundTasksChanged extends SystemEnvelope<'background_tasks_changed'> {
  tasks: JsonObject[]
}

/** The `system` messages about tasks, by subtype. */
export interface SystemTaskMessages {
  task_started: SystemTaskStarted
  task_progress: SystemTaskProgress
  task_updated: SystemTaskUpdated
  task_notification: SystemTaskNotification
  background_tasks_changed: SystemBackgroundTasksChanged
}
export const systemTaskShapes: { [S in keyof SystemTaskMessages]: ShapeOf<SystemTaskMessages[S]> } = {
  task_started: { task_id: 'string' },
  task_progress: { task_id: 'string' },
  task_updated: { task_id: 'string', patch: {} },
  task_notification: { task_id: 'string', status: 'string' },
  background_tasks_changed: { tasks: [{}] },
}
