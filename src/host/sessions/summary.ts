import type { ApprovalView, Project, SessionSummary } from '../../api/resources.ts'
import type { ApprovalEntry } from '../../state/approvals/approvals.ts'
import { approvalView } from '../../state/approvals/view.ts'
import type { Edits } from '../../state/edits.ts'
import { lastValue } from '../../state/list.ts'
import { type Liveness, liveness } from '../../state/liveness/liveness.ts'
import { describe } from '../../state/liveness/words.ts'
import { previewOf } from '../../state/preview.ts'
import { lastLine, lastWords } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { Todos } from '../../state/todos.ts'
import type { Turns } from '../../state/turns/turns.ts'
import { totalCost } from '../../state/usage-totals.ts'
import type { SessionRow } from '../journal/store.ts'

export interface SummaryContext {
  readonly now: number
  /** How long the model may be silent before the session counts as stalled. False: for ever. */
  readonly stallAfter: number | false | undefined
  readonly durable: boolean
  readonly canBypass: boolean
  readonly isolation: SessionSummary['isolation']
  readonly project: Project
  readonly warnings: readonly string[]
}

export function summaryOf(row: SessionRow, state: SessionState, context: SummaryContext): SessionSummary {
  const { now, stallAfter } = context
  const limits = stallAfter === undefined ? {} : { stallAfter: stallAfter || Number.POSITIVE_INFINITY }
  const live = liveness(state, now, limits)
  const isParked = row.extra.isParked === true
  const { facts, usage, approvals, prompts, turns } = state
  const { context: meter } = usage
  return {
    id: row.id,
    title: facts.title ?? row.title,
    cwd: row.cwd,
    ...(facts.model !== undefined && { model: facts.model }),
    ...(facts.permissionMode !== undefined && { permissionMode: facts.permissionMode }),
    createdAt: row.createdAt,
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
    lastWords: lastWords(state),
    preview: previewOf(state, live, row.cwd),
    ...fieldOf('lastTurn', lastTurn(turns)),
    ...fieldOf('todos', todosOf(facts.todos)),
    ...fieldOf('edits', editsIn(row.cwd, state.edits)),
    costUsd: totalCost(usage),
    ...(meter && {
      context: { tokens: meter.tokens, ...(meter.window !== undefined && { window: meter.window }) },
    }),
    pendingApprovals: approvals.pending.length,
    queued: prompts.open.filter(({ status }) => status !== 'running').length,
    seq: state.seq,
    ...(facts.cliSessions.length > 0 && { cliSessionId: facts.cliSessions.at(-1)?.id as string }),
    ...ofRow(row, context),
  }
}

type OfRow = 'agent' | 'updatedAt' | 'archived' | 'pinned' | 'project' | 'durable' | 'isolation' | 'warnings'

/** What can change while the state of the session is not loaded. */
export function ofRow(
  { agent, updatedAt, archived, extra }: SessionRow,
  { project, durable, canBypass, isolation, warnings }: SummaryContext,
): Pick<SessionSummary, OfRow> & Pick<SessionSummary, 'canBypass'> {
  return {
    agent,
    updatedAt,
    archived,
    pinned: extra.pinned === true,
    project,
    durable,
    ...(canBypass && { canBypass }),
    isolation,
    warnings: [...warnings],
  }
}

function lastTurn({ past }: Turns): SessionSummary['lastTurn'] {
  const turn = lastValue(past)
  if (turn?.endedAt === undefined) return undefined
  const { number, endedAt, interrupted, result } = turn
  const isInterrupted = interrupted || result?.status === 'interrupted'
  return {
    number,
    endedAt,
    outcome: isInterrupted ? 'interrupted' : result?.status === 'success' ? 'done' : 'failed',
  }
}

function todosOf({ list }: Todos): SessionSummary['todos'] {
  if (list.length === 0) return undefined
  return { done: list.filter(({ status }) => status === 'completed').length, total: list.length }
}

function editsIn(folder: string, edits: Edits = []): SessionSummary['edits'] {
  const inside = edits.filter(({ path }) => !path.startsWith('/') || path.startsWith(`${folder}/`))
  if (inside.length === 0) return undefined
  const sum = (of: 'added' | 'removed') => inside.reduce((all, file) => all + file[of], 0)
  return { files: inside.length, added: sum('added'), removed: sum('removed') }
}

function fieldOf<Name extends string, T>(name: Name, value: T | undefined): { [N in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: T }
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
