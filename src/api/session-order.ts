/** The order in which hosts, consoles and terminals list sessions. */
import type { Project, SessionSummary } from './resources.ts'

const GROUPS: readonly SessionSummary['group'][] = ['needs-you', 'working', 'idle', 'ended']

/** Sessions that need the user first, the one that has waited longest before the others, as in the inbox; then the latest changes. */
export function byUrgency(a: SessionSummary, b: SessionSummary): number {
  const byGroup = GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group)
  if (byGroup !== 0) return byGroup
  return a.group === 'needs-you' ? a.liveness.since - b.liveness.since : b.updatedAt - a.updatedAt
}

/** Sessions under one heading of a list. */
export type SessionSection =
  | { readonly kind: 'pinned'; readonly sessions: readonly SessionSummary[] }
  | { readonly kind: 'project'; readonly project: Project; readonly sessions: readonly SessionSummary[] }

/** Pinned sessions, then a section for each project, the one with the most urgent session first. Archived sessions are left out. */
export function sectionsOf(sessions: readonly SessionSummary[]): readonly SessionSection[] {
  const shown = sessions.filter(({ archived }) => !archived).sort(byUrgency)
  const pinned = shown.filter((it) => it.pinned)
  const projects = new Map<string, { kind: 'project'; project: Project; sessions: SessionSummary[] }>()
  for (const session of shown) {
    if (session.pinned) continue
    const { project } = session
    const known = projects.get(project.path)
    if (known) known.sessions.push(session)
    else projects.set(project.path, { kind: 'project', project, sessions: [session] })
  }
  const sections = [...projects.values()]
  return pinned.length > 0 ? [{ kind: 'pinned', sessions: pinned }, ...sections] : sections
}

/** A list with some of its sessions changed, new or gone. */
export function withChanges(
  known: readonly SessionSummary[],
  patch: readonly SessionSummary[],
  removed: readonly string[],
): readonly SessionSummary[] {
  const gone = new Set([...removed, ...patch.map(({ id }) => id)])
  return [...known.filter(({ id }) => !gone.has(id)), ...patch].sort(byUrgency)
}
