import type { Project, SessionSummary, UsageRow } from '../../api/resources.ts'

export interface ProjectCost {
  readonly project: Project
  readonly usd: number
}

/** The dearest first. */
export function byProject(
  rows: readonly UsageRow[],
  sessions: readonly SessionSummary[],
): readonly ProjectCost[] {
  const projects = new Map(sessions.map(({ id, project }) => [id, project]))
  const sums = new Map<string, { project: Project; usd: number }>()
  for (const { session, cwd, costUsd } of rows) {
    const project = projects.get(session) ?? ofFolder(cwd)
    const known = sums.get(project.path)
    if (known) known.usd += costUsd
    else sums.set(project.path, { project, usd: costUsd })
  }
  return [...sums.values()].filter(({ usd }) => usd > 0).sort((a, b) => b.usd - a.usd)
}

/** The usage outlives its session, whose folder is then empty. */
function ofFolder(cwd: string): Project {
  return { path: cwd, name: cwd.split('/').at(-1) || 'Deleted sessions' }
}
