/** How the list is cut: by what a person has to do about a session. */
import type { SessionSummary } from '../../api/resources.ts'

export type GroupName = SessionSummary['group'] | 'archived'

export const GROUP_NAMES: Readonly<Record<GroupName, string>> = {
  'needs-you': 'Needs you',
  working: 'Working',
  idle: 'Idle',
  ended: 'Ended',
  archived: 'Archived',
}
const ORDER = Object.keys(GROUP_NAMES) as GroupName[]

export function grouped(
  sessions: readonly SessionSummary[],
): { group: GroupName; members: SessionSummary[] }[] {
  return ORDER.map((group) => ({
    group,
    members: sessions.filter((it) => (it.archived ? 'archived' : it.group) === group),
  })).filter(({ members }) => members.length > 0)
}

/** Every word must be somewhere in what the row shows. In the order in which the groups show them. */
export function filtered(
  sessions: readonly SessionSummary[],
  filter: string,
  withArchived: boolean,
): SessionSummary[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const found = sessions.filter(({ archived, title, cwd, liveness, group, model, agent }) => {
    if (archived && !withArchived) return false
    const text = [title, cwd, liveness.words, GROUP_NAMES[group], model, agent].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return grouped(found).flatMap(({ members }) => members)
}
