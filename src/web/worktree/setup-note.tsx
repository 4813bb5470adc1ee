/** Over the composer: the setup of the session's worktree runs, failed, or waits for a person to confirm it. */
import { useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Note } from '../ui/note.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ProgramsDialog } from './programs-dialog.tsx'
import { isThere } from './status.ts'

export function SetupNote({ summary: { id, worktree } }: { summary: SessionSummary }) {
  const [isReading, setReading] = useState(false)
  const run = useAction(async (skip: boolean) => {
    setReading(false)
    await api.call('runSetup', { params: { id }, body: { commandId: newId(), ...(skip && { skip }) } })
  })
  const { status, problem } = worktree?.setup ?? {}
  if (!worktree || !isThere(worktree)) return null
  if (status === 'running')
    return (
      <p className="row soft setup-running" role="status">
        <Spinner />
        The setup script runs. The prompt is sent once it has ended.
      </p>
    )
  if (status !== 'failed' && status !== 'unconfirmed') return null
  const isFailed = status === 'failed'
  return (
    <section className="setup-note" aria-label="Setup of the worktree">
      <Note tone={isFailed ? 'danger' : 'needs-you'}>
        <div className="row wrap">
          <p className="grow">
            {isFailed ? (
              <>
                The setup script failed{problem && `: ${problem}`}. What it printed is in the transcript; the
                prompt is kept.
              </>
            ) : (
              'The setup script of the project runs with your rights: read it first. The prompt is kept until then.'
            )}
          </p>
          <Button size="small" isPending={run.isPending} onClick={() => void run.run(true)}>
            Go on without it
          </Button>
          {isFailed ? (
            <Button size="small" kind="primary" isPending={run.isPending} onClick={() => void run.run(false)}>
              Run it again
            </Button>
          ) : (
            <Button size="small" kind="primary" isPending={run.isPending} onClick={() => setReading(true)}>
              Review the script
            </Button>
          )}
        </div>
        {/* A script that was mended since is another one. */}
        <Failure error={run.error} />
      </Note>
      {isReading && (
        <ProgramsDialog
          path={worktree.path}
          kinds={['setup']}
          onClose={() => setReading(false)}
          onConfirmed={() => void run.run(false)}
        />
      )}
    </section>
  )
}
