import type { SessionSummary } from './resources.ts'

const GROUPS: readonly SessionSummary['group'][] = ['needs-you', 'working', 'idle', 'ended']

/** The host and its clients sort the list alike: sessions that need the user first, then the latest changes. */
export function byUrgency(a: SessionSummary, b: SessionSummary): number {
  return GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || b.updatedAt - a.updatedAt
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
