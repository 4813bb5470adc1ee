import { useContext, useState } from 'react'
import { draftsIn, itemCount, items } from '../../state/select.ts'
import { PathContext, useTranscriptState } from './context.ts'
import { Row } from './row.tsx'

const FIRST = 15
const MORE = 100

export function SubThread({ thread }: { thread: string }) {
  const state = useTranscriptState()
  const path = useContext(PathContext)
  const [most, setMost] = useState(FIRST)
  const all = itemCount(state, thread)
  const from = Math.max(0, all - most)
  const drafts = draftsIn(state, thread)
  // A thread inside itself can only be bad data, and would never end.
  if (path.includes(thread) || (all === 0 && drafts.length === 0)) return null
  return (
    <PathContext value={[...path, thread]}>
      <section className="sub-thread" aria-label="What the agent did">
        {from > 0 && (
          <button type="button" className="fold-button" onClick={() => setMost(most + MORE)}>
            Show {Math.min(from, MORE)} earlier of {from}
          </button>
        )}
        {items(state, { thread, from }).map((item) => (
          <Row key={item.id} item={item} isNested />
        ))}
        {drafts.map((draft) => (
          <Row key={draft.id} draft={draft} isNested />
        ))}
      </section>
    </PathContext>
  )
}
