import type { ApprovalView } from '../../state/approvals/view.ts'
import { RawJson } from '../ui/raw-json.tsx'

export function RawRequest({ request }: { request: ApprovalView }) {
  return (
    <div className="approval-raw">
      <RawJson value={request.request} label="Raw request" />
    </div>
  )
}
