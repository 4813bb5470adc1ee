/** What of the repository the host would run, and whether a person has confirmed it as it is now. */
import { useState } from 'react'
import type { ProjectView } from '../../api/work.ts'
import { Button } from '../ui/button.tsx'
import { Tag } from '../ui/tag.tsx'
import { ProgramsDialog } from '../worktree/programs-dialog.tsx'

interface Props {
  view: ProjectView
  onConfirmed: () => void
}

export function ProjectPrograms({ view: { path, programs }, onConfirmed }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isConfirmed = programs.every((it) => it.isConfirmed)
  return (
    <section className="card stack" aria-label="Programs of the repository">
      <div className="row wrap">
        <div className="grow">
          <h2>Programs of the repository</h2>
          <p className="soft">
            {programs.length === 0
              ? 'The host would run nothing of this repository.'
              : 'Scripts, hooks and settings that run with your rights, once you have confirmed what they are.'}
          </p>
        </div>
        {programs.length > 0 && (
          <Button kind={isConfirmed ? 'plain' : 'primary'} onClick={() => setOpen(true)}>
            {isConfirmed ? 'Show' : 'Review and confirm'}
          </Button>
        )}
      </div>
      {programs.length > 0 && (
        <ul className="settings-list">
          {programs.map((it) => (
            <li key={it.hash} className="row">
              <span className={`grow ${it.kind === 'hooks' ? '' : 'mono'}`}>{it.title}</span>
              <Tag tone={it.isConfirmed ? 'success' : 'needs-you'}>
                {it.isConfirmed ? 'Confirmed' : 'Not confirmed'}
              </Tag>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <ProgramsDialog
          path={path}
          onClose={() => setOpen(false)}
          onConfirmed={() => {
            setOpen(false)
            onConfirmed()
          }}
        />
      )}
    </section>
  )
}
