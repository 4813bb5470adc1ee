import type { SessionSummary } from '../../api/resources.ts'
import { byUrgency } from '../../api/session-order.ts'
import { formatDuration } from '../../state/format/duration.ts'
import { navigate, sessionAddress } from '../router.ts'
import { signOf } from '../sessions/session-sign.ts'
import type { Item } from './item.ts'

export const sessionItemId = (id: string): string => `session ${id}`

export function sessionItems(sessions: readonly SessionSummary[], now: number): Item[] {
  const inOrder = [...sessions].sort((a, b) => Number(a.archived) - Number(b.archived) || byUrgency(a, b))
  return inOrder.map((session) => {
    const { id, title, project, cwd, liveness, lastTurn, group, archived, preview } = session
    const { icon, tone, name } = signOf(session)
    const since =
      group === 'needs-you' || group === 'working' ? liveness.since : (lastTurn?.endedAt ?? liveness.since)
    return {
      id: sessionItemId(id),
      title: title || 'Untitled',
      icon,
      tone,
      hint: [project.name, archived ? 'Archived' : name, formatDuration(now - since)]
        .filter(Boolean)
        .join(' · '),
      words: `${project.name} ${cwd.split('/').at(-1)} ${preview.text}`,
      session: id,
      run: () => navigate(sessionAddress(id)),
    }
  })
}
