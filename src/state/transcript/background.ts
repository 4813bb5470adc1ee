/** Calls whose task continues in the background after the call has ended. */
import { ownValue } from '../../protocol/json.ts'
import { isRunning, type Task, type Tasks } from '../tasks.ts'
import type { CallItem, CallStatus } from './items.ts'
import { setCall, type Transcript } from './transcript.ts'

/** Notes on its call how each background task that has changed fares. */
export function withBackground(transcript: Transcript, tasks: Tasks, before: Tasks): Transcript {
  if (tasks === before) return transcript
  return tasks.list
    .filter((task) => task.isBackgrounded && !before.list.includes(task))
    .reduce((after, task) => {
      if (task.toolUseId === undefined) return after
      const status = statusOf(task)
      const { endedAt } = task
      return setCall(after, task.toolUseId, (call) =>
        call.background?.status === status && call.background.endedAt === endedAt
          ? call
          : { ...call, background: { status, ...(endedAt !== undefined && { endedAt }) } },
      )
    }, transcript)
}

const STATUSES: Readonly<Record<string, CallStatus>> = {
  failed: 'failed',
  stopped: 'interrupted',
  killed: 'interrupted',
  lost: 'lost',
}

function statusOf(task: Task): CallStatus {
  return isRunning(task) ? 'running' : (ownValue(STATUSES, task.status) ?? 'done')
}

/** How a call fares, together with what it left in the background. */
export function outcomeOf(call: CallItem): { readonly status: CallStatus; readonly endedAt?: number } {
  const { status, endedAt, background } = call
  if (status === 'done' && background) return background
  return { status, ...(endedAt !== undefined && { endedAt }) }
}
