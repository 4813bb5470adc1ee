/** Restores files to their state before a prompt. It first asks the CLI what that would change. */
import { useState } from 'react'
import { numberIn, objectIn, textIn, textsIn } from '../../state/fields.ts'
import type { SessionState } from '../../state/session-state.ts'
import { useAction } from '../store/action.ts'
import { useFetched } from '../store/fetched.ts'
import { When } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { control } from './control.ts'
import { usePrompts } from './prompts.ts'

interface Props {
  session: string
  state: SessionState
  onClose: () => void
  /** The user chooses a message if it is left out. */
  to?: string
}

export function RewindDialog({ session, state, onClose, to }: Props) {
  const { said, isMore, more } = usePrompts(session, state)
  const [chosen, setChosen] = useState(to ?? said[0]?.uuid)
  const dry = useFetched(chosen, () =>
    control(session, 'rewind_files', { user_message_id: chosen ?? '', dry_run: true }),
  )
  const rewind = useAction(async () => {
    const answer = objectIn(await control(session, 'rewind_files', { user_message_id: chosen ?? '' }))
    if (answer?.canRewind === false)
      throw new Error(textIn(answer.error) ?? 'Claude Code did not rewind the files.')
    onClose()
  })
  return (
    <Dialog
      title="Rewind files"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger-solid" disabled={filesIn(dry.value).length === 0} action={rewind}>
            Rewind files
          </Button>
        </>
      }
    >
      <div className="stack">
        {said.length === 0 && !isMore && <p>There is no prompt to rewind to yet.</p>}
        {said.length > 0 && (
          <fieldset className="rewind-list">
            <legend>Restore files to their state before</legend>
            {said.map(({ uuid, text, at }) => (
              <label key={uuid} className="row">
                <input
                  type="radio"
                  name="rewind"
                  checked={uuid === chosen}
                  onChange={() => setChosen(uuid)}
                />
                <span className="cut grow">{text || '(an image)'}</span>
                <When className="soft small" at={at} />
              </label>
            ))}
          </fieldset>
        )}
        {isMore && (
          <div>
            <Button size="small" isPending={more.isPending} onClick={() => more.run()}>
              Show earlier prompts
            </Button>
          </div>
        )}
        <Failure error={more.error} />
        {dry.isPending && !dry.value && <p className="soft">Checking what would change…</p>}
        <Failure error={dry.error} again={dry.again} />
        {dry.value !== undefined && <DryRun answer={dry.value} />}
        <Failure error={rewind.error} />
      </div>
    </Dialog>
  )
}

function filesIn(answer: unknown): readonly string[] {
  const said = objectIn(answer)
  return said?.canRewind === false ? [] : (textsIn(said?.filesChanged) ?? [])
}

function DryRun({ answer }: { answer: unknown }) {
  const said = objectIn(answer) ?? {}
  const files = filesIn(answer)
  if (said.canRewind === false)
    return <p className="obstacle">{textIn(said.error) ?? 'Claude Code cannot rewind to this prompt.'}</p>
  if (files.length === 0) return <p>No file would change.</p>
  return (
    <div>
      <p>
        {files.length === 1 ? 'One file' : `${files.length} files`} would change (+
        {numberIn(said.insertions) ?? 0} −{numberIn(said.deletions) ?? 0}). Changes made by commands are not
        undone.
      </p>
      <ul className="mono rewind-files">
        {files.map((file) => (
          <li key={file}>{file}</li>
        ))}
      </ul>
    </div>
  )
}
