/** With which conversation the next process of a session, or a fork of it, begins. */
import { hasBegun } from '../../client/transcripts/begun.ts'
import type { TranscriptLocation } from '../../client/transcripts/location.ts'
import { listValues } from '../../state/list.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { LaunchChange } from './launch.ts'

/**
 * After its first turn a session continues its own conversation; `first` is what its first process was started with. A
 * conversation that the CLI was killed in before it wrote anything cannot be resumed: its id is known, and nothing else.
 */
export async function continuation(
  { facts: { cliSessions }, turns }: SessionState,
  first: LaunchChange,
  location: TranscriptLocation,
): Promise<LaunchChange> {
  const ids = cliSessions.map(({ id }) => id).reverse()
  const [resume, ...earlier] = ids
  if (resume === undefined || (turns.past.size === 0 && turns.current === null)) return first
  const isThere = (id: string) => hasBegun(id, location).catch(() => false)
  if (await isThere(resume)) return { resume }
  // The transcripts are where they are looked for: this conversation, of a `/clear`, has none.
  for (const id of earlier) if (await isThere(id)) return {}
  // An agent may keep them elsewhere.
  return hasReplied(turns) ? { resume } : first
}

function hasReplied({ past }: SessionState['turns']): boolean {
  for (const { result } of listValues(past)) if (result && result.status !== 'error') return true
  return false
}
