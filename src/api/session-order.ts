/** The order of the list, the same at the host and in its clients. */
import type { SessionSummary } from './resources.ts'

const GROUPS: readonly SessionSummary['group'][] = ['needs-you', 'working', 'idle', 'ended']

/** Those that need a person first, then those that changed last. */
export function byUrgency(a: SessionSummary, b: SessionSummary): number {
  return GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || b.updatedAt - a.updatedAt
}
