import { useContext, useState } from 'react'
import type { EarlierItems } from '../../api/earlier-items.ts'
import { ITEMS_IN_PAGE } from '../../api/earlier-items.ts'
import { hasKey, lookUp } from '../../state/lookup.ts'
import { draftsIn } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'
import { itemIn, PathContext, useEarlierItems, useTranscriptState } from './context.ts'
import { conversationRow } from './conversation-row.tsx'
import { EarlierRow } from './earlier-row.tsx'
import { Row } from './row.tsx'
import { useOpenRuns } from './runs/open-runs.ts'
import { runsOf } from './runs/runs.ts'

const FIRST = 15
const MORE = 100

export function SubThread({ thread }: { thread: string }) {
  const state = useTranscriptState()
  const path = useContext(PathContext)
  const [most, setMost] = useState(FIRST)
  const runs = useOpenRuns()
  const earlier = useEarlierItems()
  const all = sizeOf(state, earlier.items, thread)
  const from = Math.max(0, (all ?? 0) - most)
  const drafts = draftsIn(state, thread)
  // A thread inside itself can only be bad data, and would never end.
  if (path.includes(thread)) return null
  if (all === undefined) return <EarlierRow thread={thread} index={0} />
  if (all === 0 && drafts.length === 0) return null
  const itemAt = (index: number) =>
    index >= from && index < all ? itemIn(state, earlier, { thread, index }) : undefined
  const neighbours = { itemAt, runOf: runsOf(itemAt), runs, isNested: true }
  return (
    <PathContext value={[...path, thread]}>
      <section className="sub-thread" aria-label="Steps of the agent">
        {from > 0 && (
          <button type="button" className="fold-button" onClick={() => setMost(most + MORE)}>
            Show {Math.min(from, MORE)} earlier of {from}
          </button>
        )}
        {indices(from, all).map((index) => {
          const item = itemAt(index)
          if (item) return conversationRow(item, index, false, neighbours)
          // One for all that come together.
          const isFirst = index === from || index % ITEMS_IN_PAGE === 0
          return isFirst ? <EarlierRow key={index} thread={thread} index={index} /> : null
        })}
        {drafts.map((draft) => (
          <Row key={draft.id} draft={draft} isNested />
        ))}
      </section>
    </PathContext>
  )
}

/** Undefined: its call has left the state, and nobody has asked yet. */
function sizeOf(
  { transcript }: SessionState,
  earlier: EarlierItems | undefined,
  thread: string,
): number | undefined {
  const { threads, calls, orphans } = transcript
  const known = lookUp(threads, thread)?.size ?? earlier?.size(thread)
  const isHere = hasKey(calls, thread) && !orphans.includes(thread)
  return known ?? (isHere || transcript.window === undefined ? 0 : undefined)
}

function indices(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
}
