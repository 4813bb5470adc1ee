/** Gives an answer to an approval, and tells what was answered. */
import type { ApiClient } from '../../api/client.ts'
import type { AnswerApproval } from '../../api/commands.ts'
import type { ApprovalView } from '../../api/resources.ts'
import type { Io } from '../io.ts'
import { shorten, styleFor } from '../style.ts'
import { approvalLine, approvalLines } from './describe.ts'

/** In full, on stderr: before a person, or a script, decides. */
export function showApproval(view: ApprovalView, io: Io): void {
  const style = styleFor(io.stderr, io.env)
  const where = style.dim(`  ${shorten(view.sessionTitle, 50)} · ${view.session.slice(0, 8)}`)
  const [head = '', ...rest] = approvalLines(view, style)
  io.err(`${[`${head}${where}`, ...rest].join('\n')}\n`)
}

export async function decide(
  api: ApiClient,
  view: ApprovalView,
  body: AnswerApproval,
  { io, json, done }: { io: Io; json: boolean; done: string },
): Promise<void> {
  const { id, session, kind } = view
  await api.call('answerApproval', { params: { id }, body })
  const { commandId: _, ...answer } = body
  if (json) io.out(`${JSON.stringify({ approval: id, session, kind, ...answer })}\n`)
  else io.out(`${styleFor(io.stdout, io.env).green(done)}: ${approvalLine(view, 80)}\n`)
}
