import type { ApiClient } from '../../api/client.ts'
import type { SessionSummary } from '../../api/resources.ts'
import { nearest } from '../../protocol/nearest.ts'
import { EXIT } from '../exit-codes.ts'
import { shortIds } from '../show/short-id.ts'
import { shorten } from '../terminal/truncate.ts'

/** Nothing matches the name, or several do. */
export class NameError extends Error {
  readonly exitCode = EXIT.notFound
}

/** By id, its beginning, title or a part of the title. Archived sessions match if no other does. */
export async function resolveSession(api: ApiClient, given: string): Promise<SessionSummary> {
  const { sessions } = await api.call('listSessions', {})
  const fitting = sessionsNamed(sessions, given)
  if (fitting.length > 0) return only(fitting, given)
  const { sessions: archived } = await api.call('listSessions', { query: { archived: 'true' } })
  return only(sessionsNamed(archived, given), given, [...sessions, ...archived])
}

/** By whole id, then by whole title; otherwise by the beginning of the id or a part of the title. */
export function sessionsNamed(sessions: readonly SessionSummary[], given: string): SessionSummary[] {
  const wanted = given.trim().toLowerCase()
  if (wanted === '') return []
  const exact = sessions.filter(({ id }) => id.toLowerCase() === wanted)
  if (exact.length > 0) return exact
  const titled = sessions.filter(({ title }) => title.trim().toLowerCase() === wanted)
  if (titled.length > 0) return titled
  return sessions.filter(
    ({ id, title }) => id.toLowerCase().startsWith(wanted) || title.toLowerCase().includes(wanted),
  )
}

const MAX_SHOWN = 10

function only(
  fitting: readonly SessionSummary[],
  given: string,
  all: readonly SessionSummary[] = [],
): SessionSummary {
  const [found] = fitting
  if (found && fitting.length === 1) return found
  if (!found) throw new NameError(unknown(given, all))
  const short = shortIds(fitting.map(({ id }) => id))
  const lines = fitting
    .slice(0, MAX_SHOWN)
    .map(({ id, title, liveness }) => `  ${short(id)}  ${shorten(title, 50)}  (${liveness.words})`)
  const more = fitting.length > MAX_SHOWN ? [`  … and ${fitting.length - MAX_SHOWN} more`] : []
  throw new NameError([`'${given}' fits ${fitting.length} sessions:`, ...lines, ...more].join('\n'))
}

function unknown(given: string, all: readonly SessionSummary[]): string {
  const meant = nearest(given, [...all.map(({ title }) => title), ...all.map(({ id }) => id.slice(0, 8))])
  const advice = meant === undefined ? '`fairlead ls` lists them' : `did you mean '${shorten(meant, 60)}'?`
  return `No session '${given}'; ${advice}`
}
