import type { SessionSummary } from '../../api/resources.ts'

export interface ProjectSessions {
  readonly project: SessionSummary['project']
  readonly sessions: readonly SessionSummary[]
}

/** Both projects and the sessions of each keep their order. */
export function byProject(sessions: readonly SessionSummary[]): ProjectSessions[] {
  const groups = new Map<string, { project: SessionSummary['project']; sessions: SessionSummary[] }>()
  for (const session of sessions) {
    const { project } = session
    const group = groups.get(project.path) ?? { project, sessions: [] }
    group.sessions.push(session)
    groups.set(project.path, group)
  }
  return [...groups.values()]
}
