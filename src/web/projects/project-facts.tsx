import type { ProjectView } from '../../api/work.ts'
import { useLive } from '../store/use-live.ts'
import { Link } from '../ui/link.tsx'
import { newSessionIn } from './new-session-in.ts'

export function ProjectFacts({ view: { path, branch, defaultBranch, remote } }: { view: ProjectView }) {
  const { sessions = [] } = useLive()
  const own = sessions.filter((it) => it.project.path === path && !it.archived).length
  return (
    <section className="card row wrap" aria-label="About the project">
      <dl className="settings-facts grow">
        <dt>Folder</dt>
        <dd className="mono">{path}</dd>
        {branch !== undefined && (
          <>
            <dt>Branch</dt>
            <dd className="mono">{branch}</dd>
          </>
        )}
        {defaultBranch !== undefined && defaultBranch !== branch && (
          <>
            <dt>Default branch</dt>
            <dd className="mono">{defaultBranch}</dd>
          </>
        )}
        {remote !== undefined && (
          <>
            <dt>Remote</dt>
            <dd className="mono">{remote}</dd>
          </>
        )}
        <dt>Sessions</dt>
        <dd className="number">{own}</dd>
      </dl>
      <Link className="button" href="/new" onClick={() => newSessionIn(path)}>
        New session here
      </Link>
    </section>
  )
}
