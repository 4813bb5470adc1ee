/** The projects that the host knows, the last used first. */
import { useState } from 'react'
import type { ProjectList } from '../../api/projects.ts'
import { projectAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { When } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Field, Input } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { AddIcon, DeleteIcon, FolderIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { submitHandler } from '../ui/submit-handler.ts'
import { Tag } from '../ui/tag.tsx'
import './projects.css'

type Entry = ProjectList['projects'][number]

export function ProjectsPage() {
  const fetched = useFetched('projects', () => api.call('listProjects', {}))
  const [answer, setAnswer] = useState<ProjectList>()
  const [isAdding, setAdding] = useState(false)
  const projects = (answer ?? fetched.value)?.projects
  const forget = useAction(async (path: string) =>
    setAnswer(await api.call('forgetProject', { query: { commandId: newId(), path } })),
  )
  return (
    <Page
      title="Projects"
      tools={
        <Button onClick={() => setAdding(true)}>
          <AddIcon />
          Add project
        </Button>
      }
    >
      <Failure error={fetched.error ?? forget.error} again={fetched.again} />
      {!projects && fetched.isPending && <p className="loading">Loading the projects…</p>}
      {projects?.length === 0 && (
        <Empty title="No projects yet" icon={FolderIcon}>
          <p>A repository becomes a project with its first session, or when you add it.</p>
        </Empty>
      )}
      <ul className="projects-list">
        {projects?.map((it) => (
          <ProjectRow key={it.path} entry={it} onForget={() => void forget.run(it.path)} />
        ))}
      </ul>
      {isAdding && (
        <AddDialog
          onAdded={(list) => {
            setAnswer(list)
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  )
}

function ProjectRow({ entry, onForget }: { entry: Entry; onForget: () => void }) {
  const { path, name, isRepository, isAdded, isMissing, sessions, past, lastUsedAt } = entry
  const words = [
    sessions === 1 ? '1 session' : `${sessions} sessions`,
    ...(past > 0 ? [`${past} in Claude Code’s history`] : []),
  ]
  return (
    <li>
      <FolderIcon />
      <span className="grow project-place">
        {isRepository && !isMissing ? (
          <Link href={projectAddress(path)}>
            <strong>{name}</strong>
          </Link>
        ) : (
          <strong>{name}</strong>
        )}
        <span className="soft small mono project-path">{path}</span>
      </span>
      {isMissing ? <Tag tone="danger">Missing</Tag> : !isRepository && <Tag>No repository</Tag>}
      <span className="soft small number projects-use">{words.join(' · ')}</span>
      {lastUsedAt > 0 && <When className="soft small projects-use" at={lastUsedAt} isShort />}
      {isAdded && (
        <IconButton
          label={`Forget ${name} and its settings`}
          icon={DeleteIcon}
          size="small"
          onClick={onForget}
        />
      )}
    </li>
  )
}

interface AddProps {
  onAdded: (list: ProjectList) => void
  onClose: () => void
}

function AddDialog({ onAdded, onClose }: AddProps) {
  const [path, setPath] = useState('')
  const add = useAction(async () =>
    onAdded(await api.call('addProject', { body: { commandId: newId(), path: path.trim() } })),
  )
  return (
    <Dialog
      title="Add project"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="add-project"
            kind="primary"
            disabled={path.trim() === ''}
            isPending={add.isPending}
          >
            Add
          </Button>
        </>
      }
    >
      <form id="add-project" onSubmit={submitHandler(add.run)}>
        <Field label="Folder" hint="Any folder of a repository on the host." error={add.error}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              className="mono"
              value={path}
              placeholder="/path/of/the/repository"
              autoComplete="off"
              spellCheck={false}
              onText={setPath}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
