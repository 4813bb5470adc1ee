/**
 * What was said in a conversation before this host continued it. A resumed or forked CLI replays nothing, so the messages are
 * read from the CLI's transcript and stored as events that are shown and have no other effect.
 */
import { readConversation } from '../../client/transcripts/conversation.ts'
import type { RecordedEntry } from '../../client/transcripts/entries.ts'
import type { TranscriptLocation } from '../../client/transcripts/location.ts'
import type { EventBody, Recalled } from '../../state/events.ts'

/** Of a longer conversation only the last part is shown. The CLI's transcript has all of it. */
const MAX_ENTRIES = 5000

/** `until`: the uuid of the last message that a fork shares with the conversation. */
export async function recalled(
  cliSessionId: string,
  location: TranscriptLocation,
  until?: string,
): Promise<EventBody[]> {
  try {
    const entries = await readConversation(cliSessionId, location)
    const end = until === undefined ? Infinity : entries.findLastIndex((entry) => uuidOf(entry) === until)
    if (end === -1) throw new Error(`there is no message ${until} in the conversation`)
    const shared = entries.slice(0, end + 1)
    const said = shared.flatMap((entry) => messageOf(entry) ?? [])
    const left = said.length - MAX_ENTRIES
    const cut = left > 0 ? [notice('info', `${left} earlier messages are not shown.`)] : []
    return [...cut, ...said.slice(-MAX_ENTRIES)]
  } catch (error) {
    return [notice('warning', `Earlier messages cannot be shown: ${(error as Error).message}`)]
  }
}

function uuidOf(entry: RecordedEntry): string | undefined {
  return 'uuid' in entry ? entry.uuid : undefined
}

function messageOf(entry: RecordedEntry): Recalled | undefined {
  if (entry.kind !== 'user' && entry.kind !== 'assistant') return undefined
  if (entry.isSidechain || entry.isMeta) return undefined
  const at = Date.parse(entry.timestamp ?? '')
  const shared = { uuid: entry.uuid, session_id: entry.sessionId ?? '', parent_tool_use_id: null }
  const message: Recalled['message'] =
    entry.kind === 'assistant'
      ? { type: 'assistant', message: entry.message, ...shared }
      : {
          type: 'user',
          message: entry.message,
          ...(entry.isCompactSummary && { isSynthetic: true }),
          ...(entry.toolUseResult !== undefined && { tool_use_result: entry.toolUseResult }),
          ...shared,
        }
  return { kind: 'recalled', message, ...(at > 0 && { saidAt: at }) }
}

function notice(level: 'info' | 'warning', text: string): EventBody {
  return { kind: 'notice', level, text, code: 'recalled' }
}
