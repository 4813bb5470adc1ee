import type { Request } from './request.ts'

interface Props {
  request: Request
  /** Whether its keys work: of several cards, only one may have them. */
  hasKeys: boolean
}

export function ApprovalCard({ request }: Props) {
  return <section className="card">{request.toolName}</section>
}
