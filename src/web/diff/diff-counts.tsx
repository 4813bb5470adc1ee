import type { Counts } from './lines.ts'
import './diff-counts.css'

export function DiffCounts({ added, removed }: Counts) {
  return (
    <span className="diff-counts">
      <span data-kind="added">
        <span className="unseen">{added} added, </span>
        <span aria-hidden="true">+{added}</span>
      </span>{' '}
      <span data-kind="removed">
        <span className="unseen">{removed} removed</span>
        <span aria-hidden="true">−{removed}</span>
      </span>
    </span>
  )
}
