/** A project: what new sessions in it begin with, the programs of its repository, its worktrees, and what can be restored. */
import type { ProjectView } from '../../api/work.ts'
import { api } from '../store/connection.ts'
import { type Fetched, useFetched, useKept } from '../store/fetched.ts'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectPrograms } from './project-programs.tsx'
import { ProjectSettingsForm } from './project-settings.tsx'
import { ProjectTemplates } from './project-templates.tsx'
import { RunPanel } from './run-panel.tsx'
import { ProjectWorktrees } from './worktree-list.tsx'
import '../sessions/new/new.css'
import '../settings/settings.css'
import './projects.css'

export function ProjectPage({ path }: { path: string }) {
  const project: Fetched<ProjectView> = useFetched(`project ${path}`, () =>
    api.call('getProject', { query: { path } }),
  )
  const view = useKept(project.value)
  return (
    <Page title={view?.name ?? 'Project'}>
      <div className="stack project">
        <Failure error={project.error} again={project.again} />
        {!view && project.isPending && <p className="loading">Loading the project…</p>}
        {view && (
          <>
            <ProjectFacts view={view} />
            <ProjectSettingsForm key={JSON.stringify(view.settings)} view={view} onSaved={project.again} />
            <ProjectPrograms view={view} onConfirmed={project.again} />
            {view.settings.run !== undefined && (
              <section className="card stack" aria-label="Run script">
                <h2>Run script</h2>
                <p className="soft">
                  <code>{view.settings.run}</code> in the main checkout. A session runs it in its own folder,
                  from its menu.
                </p>
                <RunPanel folder={view.path} onStarted={project.again} />
              </section>
            )}
            <ProjectTemplates view={view} onSaved={project.again} />
            <ProjectWorktrees checkout={view.path} />
          </>
        )}
      </div>
    </Page>
  )
}
