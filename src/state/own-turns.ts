/** How a turn that the CLI starts by itself is known: it tells the model that a background task has ended. */
import type { ResultMessage } from '../protocol/messages/result.ts'
import type { SystemTaskNotification } from '../protocol/messages/system-tasks.ts'
import { objectIn } from './fields.ts'

/** Such a turn may follow when a task ends between two turns. The model is told of one that was stopped with the next prompt. */
export function mayStartTurn({ status }: Pick<SystemTaskNotification, 'status'>): boolean {
  return status !== 'stopped'
}

/** Versions that do not say whose prompts are in a turn say at least that it was of a task. */
export function isOfTask({ origin }: ResultMessage): boolean {
  return objectIn(origin)?.kind === 'task-notification'
}
