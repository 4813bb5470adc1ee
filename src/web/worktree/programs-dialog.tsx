/** Shows what of a repository the host would run, and confirms it as it was shown. */
import type { ProjectView } from '../../api/work.ts'
import { visible } from '../../state/unseen.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/failure.tsx'
import { Tag } from '../ui/tag.tsx'
import './worktree.css'

export type ProjectProgram = ProjectView['programs'][number]

interface Props {
  /** Any folder of the project: a worktree may have other programs than the main checkout. */
  path: string
  /** Only these. */
  kinds?: readonly ProjectProgram['kind'][]
  onClose: () => void
  /** The programs were confirmed, or nothing had to be. */
  onConfirmed: () => void
}

export function ProgramsDialog({ path, kinds, onClose, onConfirmed }: Props) {
  const project = useFetched(path, () => api.call('getProject', { query: { path } }))
  const programs = (project.value?.programs ?? []).filter(({ kind }) => kinds?.includes(kind) ?? true)
  const open = programs.filter(({ isConfirmed }) => !isConfirmed)
  const confirm = useAction(async () => {
    const hashes = open.map(({ hash }) => hash)
    if (hashes.length > 0) await api.call('confirmPrograms', { body: { commandId: newId(), path, hashes } })
    onConfirmed()
  })
  return (
    <Dialog
      title="Programs of the repository"
      size="large"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={!project.value} action={confirm}>
            {open.length === 0 ? 'Continue' : 'Confirm and continue'}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          Agents can write these files, and they run with your rights. Confirm them as they are now; any
          change has to be confirmed again.
        </p>
        <Failure error={project.error} again={project.again} />
        {project.value && programs.length === 0 && <p>The repository has nothing that would run.</p>}
        <ProgramList programs={programs} />
        <Failure error={confirm.error} />
      </div>
    </Dialog>
  )
}

function ProgramList({ programs }: { programs: readonly ProjectProgram[] }) {
  return programs.map(({ kind, title, hash, isConfirmed, isCut, text }) => (
    <section key={hash} className="program" aria-label={title}>
      <h3 className="row">
        <span className={kind === 'hooks' ? '' : 'mono'}>{title}</span>
        {kind !== 'hooks' && <Tag>{KINDS[kind]}</Tag>}
        <Tag tone={isConfirmed ? 'success' : 'needs-you'}>{isConfirmed ? 'Confirmed' : 'Not confirmed'}</Tag>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard too */}
      <pre className="program-text" tabIndex={0}>
        {visible(text)}
      </pre>
      {isCut && <p className="soft">The text is too long to be shown in full: read the rest in the file.</p>}
    </section>
  ))
}

const KINDS = { setup: 'Setup script', run: 'Run script' } as const
