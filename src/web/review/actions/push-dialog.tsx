/** Pushes the branch, and opens a pull request if that is wanted. */
import { useState } from 'react'
import type { SessionSummary } from '../../../api/resources.ts'
import { newId } from '../../store/action.ts'
import { api } from '../../store/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Field, Input, Textarea } from '../../ui/field.tsx'
import { Output } from './output.tsx'
import { useRepositoryAction } from './use-repository-action.ts'

interface Props {
  summary: SessionSummary
  onDone: () => void
  onClose: () => void
}

interface Request {
  readonly url: string
  readonly isOpened: boolean
}

export function PushDialog({ summary, onDone, onClose }: Props) {
  const { id, cwd, title: name, worktree } = summary
  const params = { id }
  const [force, setForce] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const [title, setTitle] = useState(name)
  const [body, setBody] = useState('')
  const [base, setBase] = useState(worktree?.baseBranch ?? '')
  const [isDraft, setDraft] = useState(false)
  const [pushed, setPushed] = useState<{ remote: string; branch: string; output: string }>()
  const [request, setRequest] = useState<Request>()
  const run = useRepositoryAction(cwd, async () => {
    if (!pushed) {
      const answer = await api.call('push', { params, body: { commandId: newId(), ...(force && { force }) } })
      setPushed(answer.result)
      onDone()
    }
    if (!isWanted) return
    const more = { ...(body.trim() && { body }), ...(base.trim() && { base: base.trim() }) }
    const asked = { commandId: newId(), title: title.trim(), ...more, ...(isDraft && { draft: true }) }
    const answer = await api.call('openPullRequest', { params, body: asked })
    setRequest(answer.result)
  })
  const isOver = request !== undefined || (pushed !== undefined && !isWanted)
  return (
    <>
      <Dialog
        title="Push"
        onClose={onClose}
        foot={
          isOver ? (
            <Button kind="primary" onClick={onClose}>
              Done
            </Button>
          ) : (
            <>
              <Button onClick={onClose}>Cancel</Button>
              <Button
                kind="primary"
                isPending={run.isPending}
                disabled={isWanted && title.trim() === ''}
                onClick={() => void run.run()}
              >
                {pushed ? 'Open the pull request' : isWanted ? 'Push and open a pull request' : 'Push'}
              </Button>
            </>
          )
        }
      >
        <div className="stack">
          {pushed && (
            <p>
              Pushed <code>{pushed.branch}</code> to <code>{pushed.remote}</code>.
            </p>
          )}
          <Output text={pushed?.output} />
          {request && <RequestLink request={request} />}
          {!isOver && (
            <>
              {!pushed && (
                <Checkbox checked={force} onChange={setForce}>
                  Replace what is there, unless somebody else has pushed meanwhile
                </Checkbox>
              )}
              <Checkbox checked={isWanted} onChange={setWanted}>
                Open a pull request
              </Checkbox>
              {isWanted && (
                <>
                  <Field label="Title">
                    {(control) => <Input {...control} value={title} onText={setTitle} />}
                  </Field>
                  <Field label="Text">
                    {(control) => <Textarea {...control} rows={4} value={body} onText={setBody} />}
                  </Field>
                  <Field label="Into" hint="The branch that the changes are for.">
                    {(control) => <Input {...control} value={base} onText={setBase} />}
                  </Field>
                  <Checkbox checked={isDraft} onChange={setDraft}>
                    As a draft
                  </Checkbox>
                </>
              )}
            </>
          )}
          <Failure error={run.error} />
          <Output text={run.output} />
        </div>
      </Dialog>
      {run.dialog}
    </>
  )
}

function RequestLink({ request: { url, isOpened } }: { request: Request }) {
  return (
    <p>
      {isOpened
        ? 'The pull request is open: '
        : 'Neither gh nor glab is installed. Open the pull request here: '}
      <a href={url} target="_blank" rel="noreferrer noopener">
        {url}
      </a>
    </p>
  )
}
