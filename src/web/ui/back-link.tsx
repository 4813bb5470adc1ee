import { BackIcon } from './icons.ts'
import { Link } from './link.tsx'

/** Back to the sessions, on a phone, where the list has a page of its own. */
export function BackLink() {
  return (
    <Link className="button back" data-kind="quiet" data-icon href="/sessions" aria-label="Back to sessions">
      <BackIcon />
    </Link>
  )
}
