/**
 * What a list says of a session in one line: the request that waits for a person, the error that stopped the session, what
 * runs, or what was said last. Characters that cannot be seen are written out.
 */
import type { PendingApproval } from './approvals/approvals.ts'
import { formOf } from './approvals/form.ts'
import { questionsOf } from './approvals/questions.ts'
import { inputOf, planOf } from './approvals/request.ts'
import { approvalTitle } from './approvals/view.ts'
import { textIn } from './fields.ts'
import { lastValue } from './list.ts'
import type { Liveness } from './liveness/liveness.ts'
import { lastLine } from './select.ts'
import type { SessionState } from './session-state.ts'
import { oneLine, shortInput } from './short-input.ts'
import { visible } from './unseen.ts'

/** What kind of thing a preview is about. */
type PreviewKind = 'command' | 'file' | 'tool' | 'question' | 'plan' | 'form' | 'error' | 'text'
/** A session in one line. */
export interface Preview {
  readonly kind: PreviewKind
  readonly text: string
  /** When the limit behind an error ends, in milliseconds since 1970. */
  readonly until?: number | undefined
}

/** Paths inside `cwd` are shown relative to it. */
export function previewOf(state: SessionState, live: Liveness, cwd: string): Preview {
  const { kind, text, until } = found(state, live, cwd)
  return { kind, text: oneLine(visible(text)), ...(until !== undefined && { until }) }
}

function found(state: SessionState, live: Liveness, cwd: string): Preview {
  const [oldest] = state.approvals.pending
  if (live.status === 'awaiting-approval' && oldest) return requested(oldest, cwd)
  return problem(state, live) ?? running(live, cwd) ?? { kind: 'text', text: lastLine(state) }
}

function requested(approval: PendingApproval, cwd: string): Preview {
  const { kind, toolName, request, plan } = approval
  switch (kind) {
    case 'tool': {
      const input = inputOf(request)
      return toolPreview(toolName ?? 'Tool', textIn(input.command) ?? shortInput(input), cwd)
    }
    case 'question':
      return { kind: 'question', text: questionsOf(request)[0]?.question ?? 'Question' }
    case 'plan':
      return { kind: 'plan', text: `Plan: ${firstWords(plan ?? planOf(request))}` }
    case 'elicitation': {
      const { server, message } = formOf(request)
      return { kind: 'form', text: `${server}: ${message}` }
    }
    default:
      return { kind: 'form', text: approvalTitle(approval) }
  }
}

function problem(state: SessionState, { status, wait, reason, clean }: Liveness): Preview | undefined {
  if (wait?.kind === 'api-retry') {
    const name = wait.status === undefined ? 'API error' : `Error ${wait.status}`
    return {
      kind: 'error',
      text: `${name}: attempt ${wait.attempt} of ${wait.of} failed`,
      until: wait.nextAt,
    }
  }
  const isBroken = status === 'error' || (status === 'disconnected' && clean === false)
  if (!isBroken) return wait?.kind === 'rate-limit' ? limit('Rate limit', wait.until) : undefined
  const { apiErrorStatus, failure } = lastValue(state.turns.past)?.result ?? {}
  const until = failure?.retryAt ?? (wait?.kind === 'rate-limit' ? wait.until : undefined)
  if (status === 'error' && failure?.kind === 'rate-limit')
    return limit(apiErrorStatus === undefined ? 'Rate limit' : `Error ${apiErrorStatus}`, until)
  return { kind: 'error', text: reason ?? 'Error', ...(until !== undefined && { until }) }
}

function limit(text: string, until: number | undefined): Preview {
  return { kind: 'error', text, ...(until !== undefined && { until }) }
}

function running({ wait }: Liveness, cwd: string): Preview | undefined {
  return wait?.kind === 'tool' ? toolPreview(wait.name, wait.input, cwd) : undefined
}

const FILE_TOOLS = new Set(['Edit', 'MultiEdit', 'Write', 'Read', 'NotebookEdit'])

function toolPreview(name: string, input: string, cwd: string): Preview {
  if (name === 'Bash') return { kind: 'command', text: `$ ${input}` }
  if (!FILE_TOOLS.has(name)) return { kind: 'tool', text: `${name} ${input}` }
  const path = input.startsWith(`${cwd}/`) ? input.slice(cwd.length + 1) : input
  return { kind: 'file', text: `${name === 'MultiEdit' ? 'Edit' : name} ${path}` }
}

/** A plan begins with a heading, which often says "Plan" again. */
function firstWords(plan: string): string {
  const lines = plan
    .split('\n')
    .map((line) =>
      line.replace(/^\s*(?:#+|[-*]|\d+[.)])\s+/, '').replace(/^(?:the )?plan\s*(?::|-|–|$)\s*/i, ''),
    )
  return lines.find((line) => line.trim() !== '') ?? 'no text'
}
