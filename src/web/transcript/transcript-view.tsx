/** A virtual list of the conversation: a delta costs as much as the visible rows, however long the conversation is. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { draftsIn, itemCount } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'
import { MAIN, threadOf } from '../../state/transcript/transcript.ts'
import { FilesContext } from '../files/file-link.tsx'
import type { FileReference } from '../files/references.ts'
import { RewindDialog } from '../session/rewind-dialog.tsx'
import { useEarlier } from '../store/use-live.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { EarlierContext, itemIn, RewindContext, SessionContext, StateContext } from './context.ts'
import { conversationRow } from './conversation-row.tsx'
import { EarlierRow } from './earlier-row.tsx'
import { FindBar } from './find/find-bar.tsx'
import { clearMarks, markWords } from './find/mark-words.ts'
import { FoldsContext } from './folds.ts'
import { JumpButtons } from './jump-buttons.tsx'
import { LatestAnswer } from './latest-answer.tsx'
import { useMarked } from './marked.ts'
import { Row } from './row.tsx'
import { useOpenRuns } from './runs/open-runs.ts'
import { runsOf } from './runs/runs.ts'
import { useStick } from './stick.ts'
import { SubThread } from './sub-thread.tsx'
import { useJumps } from './use-jumps.ts'
import './transcript.css'
import './rows.css'

const FileDialog = lazy(async () => ({ default: (await import('../files/file-dialog.tsx')).FileDialog }))

interface Props {
  id: string
  state: SessionState
  /** Scrolls to the item of this event. */
  seq?: number
}

export function TranscriptView({ id, state, seq }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const findField = useRef<HTMLInputElement>(null)
  const [rewindTo, setRewindTo] = useState<string>()
  const [file, setFile] = useState<FileReference>()
  const [isFinding, setFinding] = useState(false)
  const [found, setFound] = useState<{ seq: number | undefined; text: string; address: number | undefined }>()
  const folds = useMemo(() => new Map<string, boolean>(), [])
  const files = useMemo(() => ({ session: id, open: setFile }), [id])
  const runs = useOpenRuns()
  const { transcript } = state
  const items = threadOf(transcript, MAIN)
  const drafts = draftsIn(state)
  const { orphans } = transcript
  const length = items.size + orphans.length + drafts.length
  const earlier = useEarlier(id)
  const itemAt = (index: number) =>
    index < items.size ? itemIn(state, earlier, { thread: MAIN, index }) : undefined
  const runOf = runsOf(itemAt)
  const { marked, failure } = useMarked(id, state, found && found.address === seq ? found.seq : seq)
  const isLoaded = marked !== undefined && itemAt(marked) !== undefined
  const stick = useStick(scroller, itemCount(state), seq === undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when it is loaded, as its height is another then
  useEffect(() => {
    if (marked === undefined) return
    const run = runOf(marked)
    if (run) runs.open(run)
    stick.leaveEnd()
    list.current?.scrollToIndex(marked, { align: 'center' })
  }, [marked, isLoaded, stick.leaveEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are marked in the row that is then on the page
  useEffect(() => {
    if (!found) return
    // In the first frame the row comes into view, in the second its content is there.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() =>
        markWords(scroller.current?.querySelector('[aria-current]') ?? null, found.text),
      )
    })
    return () => cancelAnimationFrame(frame)
  }, [found, marked, isLoaded])
  useEffect(() => clearMarks, [])
  const openFind = () => {
    setFinding(true)
    findField.current?.select()
  }
  const closeFind = () => {
    setFinding(false)
    clearMarks()
    scroller.current?.focus({ preventScroll: true })
  }
  const onFind = useCallback(
    (to: number | undefined, text: string) => setFound({ seq: to, text, address: seq }),
    [seq],
  )
  const toPrompt = useJumps({
    session: id,
    scroller,
    list,
    stick,
    size: items.size,
    itemAt,
    onFind: openFind,
  })

  const rows = useMemo(() => ({ length }), [length])
  const rowAt = (_: unknown, index: number) => {
    const item = itemAt(index)
    if (item) return conversationRow(item, index, index === marked, { itemAt, runOf, runs })
    if (index < items.size) return <EarlierRow key={`earlier ${index}`} thread={MAIN} index={index} />
    const orphan = orphans[index - items.size]
    if (orphan !== undefined) {
      return (
        <article key={orphan} className="item" aria-label="Sub-agent started before this transcript">
          <SubThread thread={orphan} />
        </article>
      )
    }
    const draft = drafts[index - items.size - orphans.length]
    return draft ? <Row key={draft.id} draft={draft} /> : <span key={index} />
  }
  if (length === 0) {
    return (
      <Empty title="No messages yet">
        <p>
          Write the first message below. The agent already knows what a resumed or forked conversation said
          before.
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
              <FilesContext value={files}>
                <div className="transcript">
                  <div
                    ref={scroller}
                    className="transcript-scroller"
                    role="feed"
                    aria-label="Transcript"
                    aria-busy={drafts.length > 0}
                    onClickCapture={stick.onPress}
                    onWheel={stick.onIntent}
                    onTouchMove={stick.onIntent}
                    onKeyDown={stick.onIntent}
                    onPointerDown={stick.onIntent}
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
                  <JumpButtons
                    isAtEnd={stick.isStuck}
                    newItems={newItems}
                    toEnd={stick.toEnd}
                    toPrompt={toPrompt}
                    onFind={openFind}
                  />
                  {failure && <Failure {...failure} />}
                  <LatestAnswer items={items} />
                  <Suspense>
                    {isFinding && (
                      <FindBar session={id} field={findField} onFind={onFind} onClose={closeFind} />
                    )}
                    {file && <FileDialog session={id} {...file} onClose={() => setFile(undefined)} />}
                  </Suspense>
                  {rewindTo !== undefined && (
                    <RewindDialog
                      session={id}
                      state={state}
                      to={rewindTo}
                      onClose={() => setRewindTo(undefined)}
                    />
                  )}
                </div>
              </FilesContext>
            </RewindContext>
          </FoldsContext>
        </EarlierContext>
      </StateContext>
    </SessionContext>
  )
}
