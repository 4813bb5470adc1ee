/** The states of a worktree after its turns: what lies between any two, and the way back to one. */
import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import type { CheckpointDiff } from '../../api/work.ts'
import { listValues } from '../../state/list.ts'
import type { SessionState } from '../../state/session-state.ts'
import { DiffCounts } from '../diff/diff-counts.tsx'
import { PatchView } from '../diff/patch-view.tsx'
import { usePrompts } from '../session/prompts.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { When } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { Note } from '../ui/note.tsx'
import { Select } from '../ui/select.tsx'
import { showToast } from '../ui/toast/toasts.ts'
import { worktreeTouched } from './status.ts'
import './worktree.css'

interface Props {
  summary: SessionSummary
  state: SessionState
  onClose: () => void
}

const NOW = 'now'

export function CheckpointsDialog({ summary: { id }, state, onClose }: Props) {
  const params = { id }
  const [named, setTurn] = useState<number>()
  const [compared, compare] = useState<string>(NOW)
  const promptOf = usePromptsOfTurns(id, state)
  const list = useFetched(id, () => api.call('listCheckpoints', { params }))
  const checkpoints = list.value?.checkpoints ?? []
  const turn = named ?? checkpoints.at(-1)?.turn
  const isRestoring = compared === NOW
  const diff = useFetched(turn === undefined ? undefined : `${compared} ${turn}`, () =>
    api.call('diffCheckpoints', {
      params,
      query: { from: isRestoring ? NOW : Number(compared), to: turn ?? 0 },
    }),
  )
  const restore = useAction(async () => {
    if (turn === undefined) return
    const { result } = await api.call('restoreCheckpoint', { params, body: { commandId: newId(), turn } })
    worktreeTouched.notify()
    const text = `The files are those ${wordsOf(turn)}. What they were before is kept as ${result.before}.`
    showToast({ text, tone: 'success' })
    onClose()
  })
  const isSame = !diff.value || diff.value.files.length === 0
  return (
    <Dialog
      title="Restore checkpoint"
      size="large"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger-solid" disabled={!isRestoring || isSame} action={restore}>
            Restore files
          </Button>
        </>
      }
    >
      <div className="stack">
        <Failure error={list.error} again={list.again} />
        {list.value && checkpoints.length === 0 && <p>There is no checkpoint yet.</p>}
        {checkpoints.length > 0 && (
          <>
            <fieldset className="checkpoint-list">
              <legend>The files</legend>
              {[...checkpoints].reverse().map((it) => (
                <label key={it.turn} className="row">
                  <input
                    type="radio"
                    name="checkpoint"
                    checked={it.turn === turn}
                    onChange={() => setTurn(it.turn)}
                  />
                  <span className="checkpoint-turn">{wordsOf(it.turn)}</span>
                  <span className="cut grow soft">{promptOf(it.turn)}</span>
                  <When className="soft small" at={it.at} isShort />
                </label>
              ))}
            </fieldset>
            <div className="row wrap">
              <span>compared with</span>
              <Select
                aria-label="Compare with"
                value={compared}
                onChoose={compare}
                options={[
                  { value: NOW, name: 'the folder as it is now' },
                  ...[...checkpoints]
                    .reverse()
                    .map((it) => ({ value: String(it.turn), name: `the files ${wordsOf(it.turn)}` })),
                ]}
              />
            </div>
          </>
        )}
        <Failure error={diff.error} again={diff.again} />
        {diff.isPending && !diff.value && turn !== undefined && <p className="soft">Comparing…</p>}
        {diff.value && <Difference diff={diff.value} isRestoring={isRestoring} />}
        <Failure error={restore.error} />
      </div>
    </Dialog>
  )
}

function Difference({ diff, isRestoring }: { diff: CheckpointDiff; isRestoring: boolean }) {
  const { files } = diff
  if (files.length === 0) return <p>{isRestoring ? 'No file would change.' : 'The files are the same.'}</p>
  const sum = (of: 'added' | 'removed') => files.reduce((all, it) => all + it[of], 0)
  const count = files.length === 1 ? '1 file' : `${files.length} files`
  return (
    <section className="stack" aria-labelledby="checkpoint-difference">
      <h3 id="checkpoint-difference" className="row">
        {isRestoring ? `${count} would change` : `${count} differ`}
        <DiffCounts added={sum('added')} removed={sum('removed')} />
      </h3>
      {isRestoring && (
        <Note>Commits stay, and what git ignores is not touched. The state before can be restored.</Note>
      )}
      <PatchView patch={diff.diff} />
      {diff.isCut && <p className="soft">The diff ends here: it is too long.</p>}
    </section>
  )
}

function wordsOf(turn: number): string {
  return turn === 0 ? 'before the first turn' : `after turn ${turn}`
}

/** The first prompt of each turn, as far as the page knows it. */
function usePromptsOfTurns(session: string, state: SessionState): (turn: number) => string {
  const { said } = usePrompts(session, state)
  const turns = new Map([...listValues(state.turns.past)].map(({ number, prompts }) => [number, prompts]))
  return (turn) => said.find(({ uuid }) => turns.get(turn)?.includes(uuid))?.text ?? ''
}
