/** What a CLI says about tasks, turns and its own state, reduced to what shows whether something goes on. */
import * as say from '../client/messages.ts'
import { Timeline } from './timeline.ts'

const system = (subtype: string, more: object = {}) => ({ ...say.idle, subtype, ...more })

export const init = say.init()
export const result = (text = ''): object => say.result(text)
/** It does not say whether it runs in the background. */
export const started = (id: string, more: object = {}): object =>
  system('task_started', { task_id: id, tool_use_id: `call-${id}`, description: `Task ${id}`, ...more })
/** The call that started the task is over. */
export const answered = (id: string): object => say.toolResult(`call-${id}`, '')
export const ended = (id: string, status = 'completed'): object =>
  system('task_notification', { task_id: id, status })
/** Comes before the notification. */
export const updated = (id: string, status = 'completed'): object =>
  system('task_updated', { task_id: id, patch: { status } })
export const listed = (...ids: string[]): object =>
  system('background_tasks_changed', { tasks: ids.map((id) => ({ task_id: id })) })
export const { running, idle } = say

/** A session that has heard these. */
export const after = (messages: readonly object[]): Timeline => new Timeline().ready().hear(...messages)
