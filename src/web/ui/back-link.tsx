import { BackIcon } from './icons.ts'
import { Link } from './link.tsx'

/** Back to the list, on a phone, where the list has a page of its own. */
export function BackLink() {
  return (
    <Link className="button back" data-kind="quiet" data-icon href="/" aria-label="Back to the list">
      <BackIcon />
    </Link>
  )
}
