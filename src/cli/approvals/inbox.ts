/** All pending approvals: what `approve`, `deny` and `answer` print without an id. */
import type { ApiClient } from '../../api/client.ts'
import type { ApprovalView } from '../../api/resources.ts'
import type { Io } from '../io.ts'
import { shortIds } from '../show/short-id.ts'
import { type Column, tableText } from '../show/table.ts'
import { ago } from '../show/words.ts'
import { styleFor } from '../terminal/style.ts'
import { requestLine } from './request-line.ts'

export async function showInbox(api: ApiClient, io: Io, json: boolean): Promise<number> {
  const { approvals } = await api.call('listApprovals', {})
  if (json) io.out(approvals.map((it) => `${JSON.stringify(it)}\n`).join(''))
  else io.out(approvals.length === 0 ? 'No pending approvals.\n' : inboxTable(approvals, io))
  return 0
}

function inboxTable(approvals: readonly ApprovalView[], io: Io): string {
  const style = styleFor(io.stdout, io.env)
  const short = shortIds(approvals.map(({ id }) => id))
  const shortSession = shortIds(approvals.map(({ session }) => session))
  const columns: Column<ApprovalView>[] = [
    { head: 'ID', text: ({ id }) => short(id) },
    {
      head: 'REQUEST',
      text: (view) => requestLine(view, view.cwd),
      min: 24,
      paint: (text) => style.yellow(text),
    },
    { head: 'SESSION', text: ({ session }) => shortSession(session) },
    { head: 'TITLE', text: ({ sessionTitle }) => sessionTitle, min: 10, optional: 1 },
    { head: 'AGE', text: ({ since }) => ago(since), align: 'right', optional: 2 },
  ]
  return tableText(columns, approvals, io)
}
