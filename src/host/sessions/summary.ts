/** A session in one line of the list, from its row and its state. */
import type { ApprovalView, SessionSummary } from '../../api/resources.ts'
import { type Liveness, liveness } from '../../state/liveness.ts'
import { lastLine } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'
import { totalCost } from '../../state/usage-state.ts'
import { describe } from '../../state/words.ts'
import type { SessionRow } from '../journal/store.ts'

export interface SummaryContext {
  readonly now: number
  readonly durable: boolean
  readonly canBypass: boolean
  readonly isolation: SessionSummary['isolation']
  readonly warnings: readonly string[]
}

export function summaryOf(row: SessionRow, state: SessionState, context: SummaryContext): SessionSummary {
  const { now, durable, canBypass, isolation, warnings } = context
  const live = liveness(state, now)
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
      words: isParked ? 'parked: the next message wakes it' : describe(live, now, { withAge: false }),
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
  return state.approvals.pending.map(({ id, kind, toolName, request, at }) => ({
    id,
    session: row.id,
    sessionTitle: state.facts.title ?? row.title,
    cwd: row.cwd,
    kind,
    ...(toolName !== undefined && { toolName }),
    request: request as unknown as Record<string, unknown>,
    since: at,
  }))
}
