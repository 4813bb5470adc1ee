// System messages about tasks.
import type {
  SystemBackgroundTasksChanged,
  SystemTaskNotification,
  SystemTaskProgress,
  SystemTaskStarted,
  SystemTaskUpdated,
} from '../../src/protocol/index.ts'
import { fromCli, sent } from './wire.ts'

fromCli<SystemTaskStarted>('R-TYPE-16 task_started describes the task', {
  all: {
    type: 'system',
    subtype: 'task_started',
    ...sent,
    task_id: 'a63f0',
    description: 'Find the parser',
    tool_use_id: 'toolu_01Kq',
    subagent_type: 'Explore',
    is_backgrounded: true,
    task_type: 'local_agent',
    prompt: 'Where are lines cut?',
    parent_task_id: 'a62b9',
    spawn_depth: 1,
  },
  needs: ['task_id'],
})

fromCli<SystemTaskProgress>('R-TYPE-17 task_progress has the usage so far', {
  all: {
    type: 'system',
    subtype: 'task_progress',
    ...sent,
    task_id: 'a63f0',
    description: 'Reading lines.ts',
    usage: { total_tokens: 9120, tool_uses: 4, duration_ms: 15_030 },
    last_tool_name: 'Read',
    summary: 'Reads the framer',
  },
  needs: ['task_id'],
})

fromCli<SystemTaskUpdated>('R-TYPE-18 the patch of task_updated may hold every field that can change', {
  all: {
    type: 'system',
    subtype: 'task_updated',
    ...sent,
    task_id: 'a63f0',
    patch: {
      status: 'failed',
      description: 'Find the parser',
      end_time: 1_772_357_400_000,
      total_paused_ms: 300,
      error: 'out of turns',
      is_backgrounded: false,
    },
  },
  needs: ['task_id', 'patch'],
})
fromCli<SystemTaskUpdated>('R-TYPE-18 the patch of task_updated has only what changed', {
  all: { type: 'system', subtype: 'task_updated', task_id: 'a63f0', patch: { is_backgrounded: true } },
  needs: ['task_id', 'patch'],
})

fromCli<SystemTaskNotification>('R-TYPE-19 task_notification says how the task ended', {
  all: {
    type: 'system',
    subtype: 'task_notification',
    ...sent,
    task_id: 'b41c',
    status: 'completed',
    output_file: '/tmp/claude-1000/tasks/b41c.output',
    summary: 'Background command "npm test" completed',
    tool_use_id: 'toolu_01Kq',
    reason: 'exit',
    usage: { total_tokens: 0, tool_uses: 0, duration_ms: 4210 },
  },
  needs: ['task_id', 'status'],
  values: { status: ['completed', 'failed', 'stopped'] },
})

fromCli<SystemBackgroundTasksChanged>('R-TYPE-20 background_tasks_changed lists the tasks', {
  all: {
    type: 'system',
    subtype: 'background_tasks_changed',
    ...sent,
    tasks: [{ task_id: 'b41c', task_type: 'local_bash', description: 'npm test' }],
  },
  needs: ['tasks[0]'],
})
