/** Everything that happens to a tool call except its result: progress, approval, task, and its end without a result. */
import type { CanUseToolRequest } from '../../protocol/control/to-host.ts'
import type { ToolProgressMessage } from '../../protocol/messages/notices.ts'
import { type ApprovalEntry, byId } from '../approvals/approvals.ts'
import { objectIn, textIn } from '../fields.ts'
import { valueAt } from '../list.ts'
import { lookUp } from '../lookup.ts'
import type { SessionState } from '../session-state.ts'
import { isRunning } from '../tasks.ts'
import type { CallItem, CallStatus } from './items.ts'
import type { Moment } from './message-fields.ts'
import { callNamed, MAIN, setCall, type Transcript, threadsAbove } from './transcript.ts'

/** How far back to look for an approval that was answered before its call arrived. */
const LATELY = 16

/** On a heartbeat the call's own id is that of the parent. */
export function foldProgress(
  transcript: Transcript,
  message: ToolProgressMessage,
  { at }: Moment,
): Transcript {
  const id = [textIn(message.tool_use_id), textIn(message.parent_tool_use_id)].find(
    (it) => it !== undefined && callNamed(transcript, it) !== undefined,
  )
  if (id === undefined) return transcript
  const seconds = message.elapsed_time_seconds
  return setCall(transcript, id, (call) =>
    call.status === 'running' && seconds >= (call.progress?.seconds ?? 0)
      ? { ...call, progress: { seconds, at } }
      : call,
  )
}

export function withTaskId(transcript: Transcript, toolUseId: unknown, taskId: string): Transcript {
  const id = textIn(toolUseId)
  if (id === undefined) return transcript
  return setCall(transcript, id, (call) => (call.taskId === taskId ? call : { ...call, taskId }))
}

/** The approval with this id was asked or answered. */
export function foldApproval(transcript: Transcript, approvalId: string, state: SessionState): Transcript {
  const approval = byId(state, approvalId)
  if (approval?.toolUseId === undefined) return transcript
  return setCall(transcript, approval.toolUseId, (call) => joined(call, approval))
}

/** Of a sub-agent's call, the approval may come before the call itself. */
export function withApproval(call: CallItem, { approvals }: SessionState): CallItem {
  const open = approvals.pending.find(({ toolUseId }) => toolUseId === call.toolUseId)
  if (open) return joined(call, open)
  const { closed } = approvals
  for (let i = closed.size - 1; i >= Math.max(0, closed.size - LATELY); i--) {
    const approval = valueAt(closed, i)
    if (approval?.toolUseId === call.toolUseId) return joined(call, approval)
  }
  return call
}

function joined(call: CallItem, approval: ApprovalEntry): CallItem {
  const input = approval.status === 'answered' ? approval.answer.input : undefined
  const asked = objectIn((approval.request as CanUseToolRequest).input)
  const after = decided(call, approval)
  if (after.kind === 'question') {
    const answers = objectIn(input?.answers)
    return answers && answers !== after.answers ? { ...after, answers } : after
  }
  const changed = input && input !== after.ranWith ? { ...after, ranWith: input } : after
  if (changed.kind !== 'plan') return changed
  // The CLI takes the plan from a file where the model wrote it there.
  const plan = textIn(input?.plan) ?? textIn(asked?.plan)
  return plan === undefined || plan === changed.plan ? changed : { ...changed, plan }
}

function decided(call: CallItem, approval: ApprovalEntry): CallItem {
  const { id, status } = approval
  const at =
    status === 'answered' ? approval.answer.at : status === 'withdrawn' ? approval.endedAt : undefined
  if (call.approvalId === id && call.decidedAt === at) return call
  const { decidedAt: _, ...rest } = call
  return { ...rest, approvalId: id, ...(at !== undefined && { decidedAt: at }) }
}

/** A person, or a rule that a person made, did not let it run. */
export function wasDenied(call: CallItem, state: SessionState): boolean {
  const approval = call.approvalId === undefined ? undefined : byId(state, call.approvalId)
  return approval?.status === 'answered' && approval.answer.decision === 'denied'
}

export function endCall(
  transcript: Transcript,
  toolUseId: string,
  status: CallStatus,
  endedAt: number,
): Transcript {
  return setCall(transcript, toolUseId, (call) =>
    call.status === 'running' ? { ...call, status, endedAt } : call,
  )
}

/** The turn is over. Sub-agents in the background continue. */
export function endCallsOfTurn(transcript: Transcript, state: SessionState, at: number): Transcript {
  const last = valueAt(state.turns.past, state.turns.past.size - 1)
  const status = last?.interrupted ? 'interrupted' : 'lost'
  return endCalls(transcript, status, at, (threads) => !threads.some((thread) => runsTask(state, thread)))
}

function runsTask({ tasks }: SessionState, thread: string): boolean {
  return thread !== MAIN && tasks.list.some((task) => task.toolUseId === thread && isRunning(task))
}

/** A sub-agent is over, and so is what it had called. */
export function endCallsOfTask(
  transcript: Transcript,
  toolUseId: string,
  status: CallStatus,
  at: number,
): Transcript {
  return endCalls(transcript, status, at, (threads) => threads.includes(toolUseId))
}

export function endCalls(
  transcript: Transcript,
  status: CallStatus,
  at: number,
  which: (threads: readonly string[]) => boolean,
): Transcript {
  const over = transcript.running.filter((id) => {
    const thread = lookUp(transcript.calls, id)?.thread ?? MAIN
    return which(threadsAbove(transcript, thread))
  })
  return over.reduce((after, id) => endCall(after, id, status, at), transcript)
}
