/** Commits the changes. What git and the hooks printed stays in view, with what comes next. */
import { useState } from 'react'
import type { SessionSummary } from '../../../api/resources.ts'
import type { SessionState } from '../../../state/session-state.ts'
import { newId } from '../../store/action.ts'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Output } from './output.tsx'
import { useRepositoryAction } from './use-repository-action.ts'
import { useSuggestion } from './use-suggestion.ts'

interface Props {
  summary: SessionSummary
  state: SessionState
  amend: boolean
  onDone: () => void
  onClose: () => void
  /** To the pull request. */
  onPush: () => void
}

export function CommitDialog({ summary, state, amend: startsAmended, onDone, onClose, onPush }: Props) {
  const { id, cwd } = summary
  const [message, setMessage] = useState('')
  const [amend, setAmend] = useState(startsAmended)
  const [which, setWhich] = useState<'all' | 'staged'>('all')
  const [done, setDone] = useState<{ commit: string; output: string }>()
  const params = { id }
  const changed = useFetched(`staged ${id}`, () =>
    api.call('listReviewFiles', { params, query: { scope: 'uncommitted', quick: 'true' } }),
  )
  const files = changed.value?.files ?? []
  const staged = files.filter((it) => it.staged !== undefined)
  const foreign = files.filter((it) => it.by === 'foreign').length
  const suggestion = useSuggestion(id, state, (text) => setMessage((before) => before || text))
  const commit = useRepositoryAction(cwd, async () => {
    const own = message.trim() === '' ? {} : { message: message.trim() }
    const only = which === 'staged' ? { staged: true } : {}
    const body = { commandId: newId(), ...own, ...only, ...(amend && { amend }) }
    const { result } = await api.call('commit', { params, body })
    setDone(result)
    onDone()
  })
  if (done)
    return (
      <Dialog
        title={amend ? 'Amended' : 'Committed'}
        onClose={onClose}
        foot={
          <>
            <Button onClick={onPush}>Push…</Button>
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        <div className="stack">
          <p>
            The commit is <code>{done.commit.slice(0, 10)}</code>.
          </p>
          <Output text={done.output} />
        </div>
      </Dialog>
    )
  const isEmpty = message.trim() === '' && !amend
  return (
    <>
      <Dialog
        title="Commit"
        onClose={onClose}
        foot={
          <>
            <Button action={suggestion.ask} disabled={suggestion.isWaiting}>
              {suggestion.isWaiting ? 'The session is writing…' : 'Suggest a message'}
            </Button>
            <span className="grow" />
            <Button onClick={onClose}>Cancel</Button>
            <Button
              kind="primary"
              disabled={isEmpty}
              isPending={commit.isPending}
              onClick={() => void commit.run()}
            >
              {amend ? 'Amend' : 'Commit'}
            </Button>
          </>
        }
      >
        <div className="stack">
          <Field
            label="Message"
            hint={amend ? 'Left empty: that of the last commit.' : 'The first line is its subject.'}
          >
            {(control) => (
              <Textarea
                {...control}
                className="commit-message"
                rows={5}
                value={message}
                onText={setMessage}
              />
            )}
          </Field>
          {staged.length > 0 && (
            <RadioGroup
              label="What is committed"
              value={which}
              onChoose={setWhich}
              options={[
                { value: 'all', name: `All changes, ${filesInWords(files.length)}` },
                { value: 'staged', name: `What is staged, ${filesInWords(staged.length)}` },
              ]}
            />
          )}
          {foreign > 0 && which === 'all' && (
            <Note tone="needs-you">
              {foreign === 1 ? '1 of these files was' : `${foreign} of these files were`} changed by others,
              and would be committed too. To leave that out, stage what is this session’s first.
            </Note>
          )}
          {changed.value && files.length === 0 && <p className="soft">Everything is committed.</p>}
          <Checkbox checked={amend} onChange={setAmend}>
            Replace the last commit (amend)
          </Checkbox>
          <Failure error={changed.error ?? suggestion.ask.error ?? commit.error} />
          <Output text={commit.output} />
        </div>
      </Dialog>
      {commit.dialog}
    </>
  )
}

const filesInWords = (count: number): string => (count === 1 ? '1 file' : `${count} files`)
