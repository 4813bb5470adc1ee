import type { Approval } from '../client/approvals/approval.ts'
import type { Session } from '../client/session.ts'
import { type WaitOptions, waitFor } from './wait.ts'

/** Which approval to wait for, and how long. */
export interface ApprovalWaitOptions<Kind extends Approval['kind'] = Approval['kind']> extends WaitOptions {
  /** Only approvals of this kind: `tool`, `question`, `plan` or `elicitation`. */
  readonly kind?: Kind
}

/**
 * Waits for the next approval and returns it: answer it with `allow`, `deny` or what its kind has. The session needs an `onApproval`
 * handler that leaves it open, as that of `openTestSession` does. Call it again for the one after it, once this one is answered.
 *
 * @example
 * const sent = session.send('run the tests')
 * const approval = await nextApproval(session, { kind: 'tool' })
 * assert.equal(approval.toolName, 'Bash')
 * approval.deny('Not now.')
 * await sent.result
 */
export async function nextApproval<Kind extends Approval['kind'] = Approval['kind']>(
  session: Session,
  { kind, ...options }: ApprovalWaitOptions<Kind> = {},
): Promise<Extract<Approval, { readonly kind: Kind }>> {
  type Wanted = Extract<Approval, { readonly kind: Kind }>
  const isWanted = (approval: Approval): approval is Wanted => kind === undefined || approval.kind === kind
  const what = kind === undefined ? 'an approval' : `an approval of the kind '${kind}'`
  return waitFor(session, what, () => session.pendingApprovals.find(isWanted), options)
}
