/** Every approval was answered at most once, by the client that was told so, and the CLI heard that answer once. */
import type { AnswerTry } from '../ledger.ts'
import type { JournalEvent, SessionEvidence } from './evidence.ts'

interface Message {
  readonly type?: string
  readonly request_id?: string
  readonly response?: { readonly request_id?: string }
  readonly request?: { readonly subtype?: string; readonly input?: unknown }
}
const messageOf = ({ message }: JournalEvent): Message => (message ?? {}) as Message

export interface AskedApproval {
  readonly id: string
  readonly input: string
  /** `allowed`, `denied`, …; undefined where nobody has answered. */
  readonly decision: string | undefined
}

/** Whatever the CLI asked a person for. */
export function approvalsOf({ events }: SessionEvidence): AskedApproval[] {
  const asked = events.filter(
    (event) => event.kind === 'received' && messageOf(event).request?.subtype === 'can_use_tool',
  )
  return asked.map((event) => {
    const { request_id: id = '', request } = messageOf(event)
    const decision = events.find((it) => it.kind === 'approval-answered' && it.id === id)?.decision
    return { id, input: JSON.stringify(request?.input), decision: decision as string | undefined }
  })
}

export function approvalProblems(session: SessionEvidence, answers: readonly AnswerTry[]): string[] {
  const { id: sessionId, events } = session
  return approvalsOf(session).flatMap(({ id }) => {
    const name = `${sessionId}: approval ${id}`
    const answered = events.filter((it) => it.kind === 'approval-answered' && it.id === id)
    const sent = events.filter((it) => it.kind === 'sent' && messageOf(it).response?.request_id === id)
    const accepted = answers.filter((it) => it.approval === id && it.status < 300)
    const problems: string[] = []
    if (answered.length > 1) problems.push(`${name} was answered ${answered.length} times`)
    if (sent.length > 1) problems.push(`${name}: the CLI was sent ${sent.length} answers`)
    if (answered.length !== sent.length)
      problems.push(`${name}: ${answered.length} answers in the journal, ${sent.length} sent`)
    if (accepted.length > 1)
      problems.push(`${name}: ${accepted.map(({ by }) => by).join(' and ')} were both first`)
    for (const { by } of accepted)
      if (answered[0]?.by !== by)
        problems.push(`${name}: ${by} has a receipt, and the journal says ${answered[0]?.by ?? 'nobody'}`)
    return problems
  })
}
