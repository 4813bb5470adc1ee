/** A run of calls in one line, which opens. */
import { useMemo } from 'react'
import { formatDuration } from '../../../state/format/duration.ts'
import type { Item } from '../../../state/transcript/items.ts'
import { DisclosureSign } from '../../ui/disclosure.tsx'
import { summaryOf } from './summary.ts'

interface Props {
  items: readonly Item[]
  isOpen: boolean
  onToggle: () => void
}

export function RunHead({ items, isOpen, onToggle }: Props) {
  const { words, failed, ms } = useMemo(() => summaryOf(items), [items])
  return (
    <button type="button" className="run" aria-expanded={isOpen} onClick={onToggle}>
      <DisclosureSign />
      <span>
        {words}
        {failed > 0 && (
          <>
            {' · '}
            <span className="run-failed">{failed} failed</span>
          </>
        )}
      </span>
      {ms >= 1000 && <span className="run-time">{formatDuration(ms)}</span>}
    </button>
  )
}
