import type { Project, SessionSummary } from '../../api/resources.ts'
import { projectAddress, splitAddress } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { AddIcon, ExpandIcon, SettingsIcon, SplitIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import { Menu } from '../ui/menu.tsx'
import { CostInHead } from './cost-list.tsx'
import type { CostToday } from './cost-today.ts'

interface Props {
  sessions: readonly SessionSummary[]
  /** Only sessions of this one are shown. */
  project: string | undefined
  onProject: (path: string | undefined) => void
  cost: CostToday | undefined
  /** The sessions that the split view opens with. */
  beside: readonly string[]
}

export function BoardHead({ sessions, project, onProject, cost, beside }: Props) {
  const projects = projectsOf(sessions)
  const chosen = projects.find(({ path }) => path === project)
  return (
    <header className="board-head">
      <h1>Board</h1>
      {projects.length > 1 && (
        <Menu
          label="Project"
          entries={[
            { name: 'All projects', isChosen: !chosen, run: () => onProject(undefined) },
            ...projects.map(({ path, name }) => ({
              name,
              hint: path,
              isChosen: path === project,
              run: () => onProject(path),
            })),
          ]}
        >
          <Button kind="quiet" size="small" aria-label={`Project: ${chosen?.name ?? 'All projects'}`}>
            {chosen?.name ?? 'All projects'}
            <ExpandIcon />
          </Button>
        </Menu>
      )}
      {chosen && (
        <Link
          className="button"
          data-kind="quiet"
          data-size="small"
          data-icon
          href={projectAddress(chosen.path)}
          aria-label={`Settings of ${chosen.name}`}
          data-tip="Project settings"
        >
          <SettingsIcon />
        </Link>
      )}
      <span className="grow" />
      {cost && <CostInHead cost={cost} />}
      {beside.length > 1 && (
        <Link className="button board-split" data-size="small" href={splitAddress(beside)}>
          <SplitIcon />
          Split view
        </Link>
      )}
      <Link className="button" data-kind="primary" data-size="small" href="/new">
        <AddIcon />
        New session
      </Link>
    </header>
  )
}

function projectsOf(sessions: readonly SessionSummary[]): Project[] {
  const known = new Map(
    sessions.filter(({ archived }) => !archived).map(({ project }) => [project.path, project]),
  )
  return [...known.values()].sort((a, b) => a.name.localeCompare(b.name))
}
