import { AssertionError } from 'node:assert'
import type { Session } from '../client/session.ts'
import { approvalText } from '../state/approvals/view.ts'
import { describe } from '../state/liveness/words.ts'
import { transcript } from './transcript.ts'

/** What was awaited, what the session does instead, and what was said so far. */
export function failure(session: Session, problem: string): AssertionError {
  const now = Date.now()
  const live = session.liveness(now)
  const pending = session.pendingApprovals.map(({ kind, request }) => {
    const toolName = 'tool_name' in request ? request.tool_name : undefined
    const view: Parameters<typeof approvalText>[0] = { kind, request: { ...request }, toolName }
    return `  ${approvalText(view)}`
  })
  const said = transcript(session, { notices: true, drafts: true }).map((text) => text.replace(/^/gm, '  '))
  const message = [
    `${problem}.`,
    `The session is ${live.status} (${describe(live, now)}).`,
    ...(pending.length === 0 ? [] : ['Pending approvals:', ...pending]),
    ...(said.length === 0 ? ['Its transcript is empty.'] : ['Its transcript:', ...said]),
  ].join('\n')
  return new AssertionError({ message })
}
