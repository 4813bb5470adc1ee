import type { ApprovalView, SessionSummary } from '../../api/resources.ts'
import type { ApprovalEntry } from '../../state/approvals/approvals.ts'
import { approvalView } from '../../state/approvals/view.ts'
import { type Liveness, liveness } from '../../state/liveness/liveness.ts'
import { describe } from '../../state/liveness/words.ts'
import { lastLine } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'
import { totalCost } from '../../state/usage-state.ts'
import type { SessionRow } from '../journal/store.ts'

export interface SummaryContext {
  readonly now: number
  /** How long the model may be silent before the session counts as stalled. False: for ever. */
  readonly stallAfter: number | false | undefined
  readonly durable: boolean
  readonly canBypass: boolean
  readonly isolation: SessionSummary['isolation']
  readonly warnings: readonly string[]
}

export function summaryOf(row: SessionRow, state: SessionState, context: SummaryContext): SessionSummary {
  const { now, stallAfter, durable, canBypass, isolation, warnings } = context
  const limits = stallAfter === undefined ? {} : { stallAfter: stallAfter || Number.POSITIVE_INFINITY }
  const live = liveness(state, now, limits)
  const isParked = row.extra.isParked === true
  const { facts, usage, approvals, prompts } = state
  const { context: meter } = usage
  return {
    id: row.id,
    title: facts.title ?? row.title,
    cwd: row.cwd,
    agent: row.agent,
    ...(facts.model !== undefined && { model: facts.model }),
    ...(facts.permissionMode !== undefined && { permissionMode: facts.permissionMode }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    archived: row.archived,
    group: isParked ? 'idle' : groupOf(live),
    liveness: {
      status: live.status,
      words: isParked
        ? 'Parked · the next message wakes the session'
        : describe(live, now, { withAge: false }),
      since: live.since,
      lastEventAt: live.lastEventAt,
      ...(live.reason !== undefined && { reason: live.reason }),
    },
    lastLine: lastLine(state),
    costUsd: totalCost(usage),
    ...(meter && {
      context: { tokens: meter.tokens, ...(meter.window !== undefined && { window: meter.window }) },
    }),
    pendingApprovals: approvals.pending.length,
    queued: prompts.open.filter(({ status }) => status !== 'running').length,
    seq: state.seq,
    ...(facts.cliSessions.length > 0 && { cliSessionId: facts.cliSessions.at(-1)?.id as string }),
    durable,
    ...(canBypass && { canBypass }),
    isolation,
    warnings: [...warnings],
  }
}

function groupOf({ status, wait, clean }: Liveness): SessionSummary['group'] {
  switch (status) {
    case 'awaiting-approval':
    case 'stalled':
    case 'error':
      return 'needs-you'
    case 'starting':
    case 'thinking':
    case 'streaming':
      return 'working'
    case 'disconnected':
      return clean === false ? 'needs-you' : 'ended'
    default:
      return wait?.kind === 'tasks' ? 'working' : 'idle'
  }
}

export function approvalsOf(row: SessionRow, state: SessionState): ApprovalView[] {
  return state.approvals.pending.map((approval) => viewOf(row, state, approval))
}

export function viewOf(
  { id, title, cwd }: SessionRow,
  { facts }: SessionState,
  approval: ApprovalEntry,
): ApprovalView {
  return approvalView({ id, title: facts.title ?? title, cwd }, approval)
}
