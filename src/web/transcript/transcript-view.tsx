/** A virtual list of the conversation: a delta costs as much as the visible rows, however long the conversation is. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { draftsIn, itemCount } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'
import { MAIN, threadOf } from '../../state/transcript/transcript.ts'
import { useShortcuts } from '../keys/keys.ts'
import { RewindDialog } from '../session/rewind-dialog.tsx'
import { useEarlier } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { DownIcon } from '../ui/icons.ts'
import { EarlierContext, itemIn, RewindContext, SessionContext, StateContext } from './context.ts'
import { EarlierRow } from './earlier-row.tsx'
import { FoldsContext } from './folds.ts'
import { LatestAnswer } from './latest-answer.tsx'
import { useMarked } from './marked.ts'
import { Row } from './row.tsx'
import { type Stick, useStick } from './stick.ts'
import { SubThread } from './sub-thread.tsx'
import './transcript.css'

interface Props {
  id: string
  state: SessionState
  /** Scrolls to the item of this event. */
  seq?: number
}

export function TranscriptView({ id, state, seq }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const [rewindTo, setRewindTo] = useState<string>()
  const folds = useMemo(() => new Map<string, boolean>(), [])
  const { transcript } = state
  const items = threadOf(transcript, MAIN)
  const drafts = draftsIn(state)
  const { orphans } = transcript
  const length = items.size + orphans.length + drafts.length
  const earlier = useEarlier(id)
  const { marked, failure } = useMarked(id, state, seq)
  const isLoaded =
    marked !== undefined && itemIn(state, earlier, { thread: MAIN, index: marked }) !== undefined
  const stick = useStick(scroller, itemCount(state), seq === undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when it is loaded, as its height is another then
  useEffect(() => {
    if (marked === undefined) return
    stick.leaveEnd()
    list.current?.scrollToIndex(marked, { align: 'center' })
  }, [marked, isLoaded, stick.leaveEnd])
  useKeys(scroller, stick)

  const rows = useMemo(() => ({ length }), [length])
  const rowAt = (_: unknown, index: number) => {
    const item = index < items.size ? itemIn(state, earlier, { thread: MAIN, index }) : undefined
    if (item) return <Row key={item.id} item={item} isMarked={index === marked} />
    if (index < items.size) return <EarlierRow key={`earlier ${index}`} thread={MAIN} index={index} />
    const orphan = orphans[index - items.size]
    if (orphan !== undefined) {
      return (
        <article key={orphan} className="item" aria-label="An agent whose start was not seen">
          <SubThread thread={orphan} />
        </article>
      )
    }
    const draft = drafts[index - items.size - orphans.length]
    return draft ? <Row key={draft.id} draft={draft} /> : <span key={index} />
  }
  if (length === 0) {
    return (
      <Empty title="Nothing has been said here yet">
        <p>
          Write the first message below. What a resumed or forked conversation said before is known to the
          agent.
        </p>
      </Empty>
    )
  }
  const newItems = stick.isStuck ? 0 : Math.max(0, items.size - stick.countThen)
  return (
    <SessionContext value={id}>
      <StateContext value={state}>
        <EarlierContext value={earlier}>
          <FoldsContext value={folds}>
            <RewindContext value={setRewindTo}>
              <div className="transcript">
                <div
                  ref={scroller}
                  className="transcript-scroller"
                  role="feed"
                  aria-label="Transcript"
                  aria-busy={drafts.length > 0}
                  onClickCapture={stick.onPress}
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
                  tabIndex={0}
                >
                  <Virtualizer
                    ref={list}
                    data={rows}
                    onScroll={stick.onScroll}
                    onResize={stick.onResize}
                    bufferSize={400}
                  >
                    {rowAt}
                  </Virtualizer>
                </div>
                {!stick.isStuck && (
                  <Button className="transcript-latest" size="small" onClick={stick.toEnd}>
                    <DownIcon />
                    Jump to latest{newItems > 0 && ` (${newItems} new)`}
                  </Button>
                )}
                {failure && <Failure {...failure} />}
                <LatestAnswer items={items} />
                {rewindTo !== undefined && (
                  <RewindDialog
                    session={id}
                    state={state}
                    to={rewindTo}
                    onClose={() => setRewindTo(undefined)}
                  />
                )}
              </div>
            </RewindContext>
          </FoldsContext>
        </EarlierContext>
      </StateContext>
    </SessionContext>
  )
}

/** The keys for scrolling work wherever the focus is, except in fields. */
function useKeys(scroller: { current: HTMLElement | null }, { toEnd, leaveEnd }: Stick): void {
  const scroll = useCallback(
    (to: (element: HTMLElement) => number) => {
      const element = scroller.current
      if (!element) return
      const top = to(element)
      // The user wants this, even if the list becomes shorter at the same moment.
      if (top < element.scrollTop && element.scrollTop > 0) leaveEnd()
      element.scrollTo({ top })
    },
    [scroller, leaveEnd],
  )
  useShortcuts('Transcript', [
    { key: 'Home', does: 'the beginning', run: () => scroll(() => 0) },
    { key: 'End', does: 'the latest', run: toEnd },
    { key: 'PageUp', does: 'a page up', run: () => scroll((it) => it.scrollTop - 0.9 * it.clientHeight) },
    { key: 'PageDown', does: 'a page down', run: () => scroll((it) => it.scrollTop + 0.9 * it.clientHeight) },
  ])
}
