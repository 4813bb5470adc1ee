/** Recognises a turn that the CLI starts by itself to tell the model that a background task has ended. */
import type { ResultMessage } from '../../protocol/messages/result.ts'
import type { SystemMessage } from '../../protocol/messages/system.ts'
import type { SystemTaskNotification } from '../../protocol/messages/system-tasks.ts'
import { objectIn, textIn } from '../fields.ts'
import { idsOfSet, isRunning, type Tasks } from '../tasks.ts'

/** Such a turn may follow when a task ends between two turns. If the task was stopped, the model learns it with the next prompt. */
export function mayStartTurn({ status }: Pick<SystemTaskNotification, 'status'>): boolean {
  return status !== 'stopped'
}

/** Versions that do not say whose prompts are in a turn say at least that it was of a task. */
export function isOfTask({ origin }: ResultMessage): boolean {
  return objectIn(origin)?.kind === 'task-notification'
}

/** `tasks`: before this message. The CLI reports only tasks in the background to the model. */
export function endsBackgroundTask({ list }: Tasks, message: SystemMessage): boolean {
  const mayBeTold = list.filter(({ isBackgrounded, isAmbient }) => isBackgrounded && !isAmbient)
  switch (message.subtype) {
    case 'task_notification':
      return mayStartTurn(message) && mayBeTold.some(({ id }) => id === message.task_id)
    case 'task_updated': {
      // Its notification is yet to come.
      const status = textIn(message.patch.status) ?? 'running'
      const isOver = !isRunning({ status }) && status !== 'killed' && mayStartTurn({ status })
      return isOver && mayBeTold.some((task) => task.id === message.task_id && isRunning(task))
    }
    case 'background_tasks_changed': {
      const ids = idsOfSet(message.tasks)
      return mayBeTold.some((task) => isRunning(task) && !ids.has(task.id))
    }
    default:
      return false
  }
}
