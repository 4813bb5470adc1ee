/** Stands where an item is that is not loaded, and loads it when somebody stays with it. */
import { useEffect } from 'react'
import type { Place } from '../../state/transcript/transcript.ts'
import { Failure } from '../ui/failure.tsx'
import { useEarlierItems } from './context.ts'

/** What flies by is not loaded. */
const SETTLE_MS = 60

export function EarlierRow({ thread, index }: Place) {
  const { items, version } = useEarlierItems()
  const problem = items?.problem(thread, index)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded may have been dropped since
  useEffect(() => {
    const timer = setTimeout(() => items?.load(thread, index), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [items, version, thread, index])
  return (
    <article className="item earlier" aria-label="Earlier message" aria-busy={problem === undefined}>
      {problem === undefined ? (
        <span className="soft small">Loading…</span>
      ) : (
        <Failure error={`Not loaded: ${problem}`} again={() => items?.retry(thread, index)} />
      )}
    </article>
  )
}
