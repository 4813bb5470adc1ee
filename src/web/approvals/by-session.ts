import type { ApprovalView } from '../../state/approvals/view.ts'

export interface RequestGroup {
  readonly session: string
  readonly title: string
  readonly requests: readonly ApprovalView[]
}

/** Both the groups and their requests are sorted by age, the oldest first. */
export function bySession(requests: readonly ApprovalView[]): readonly RequestGroup[] {
  const groups = new Map<string, ApprovalView[]>()
  for (const request of [...requests].sort((a, b) => a.since - b.since)) {
    const known = groups.get(request.session)
    if (known) known.push(request)
    else groups.set(request.session, [request])
  }
  return [...groups].map(([session, all]) => ({ session, title: all[0]?.sessionTitle ?? '', requests: all }))
}
