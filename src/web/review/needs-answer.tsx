/** While changes are reviewed the session may ask something, such as after comments were sent. */
import { sessionAddress } from '../router.ts'
import { ApprovalIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'

export function NeedsAnswer({ session, count }: { session: string; count: number }) {
  if (count === 0) return null
  return (
    <p className="row review-needs" role="status">
      <ApprovalIcon />
      <span className="grow">
        {count === 1 ? 'A request of the session waits' : `${count} requests of the session wait`} for your
        answer.
      </span>
      <Link className="button" data-size="small" href={sessionAddress(session)}>
        Answer
      </Link>
    </p>
  )
}
