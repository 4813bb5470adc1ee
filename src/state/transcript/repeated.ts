/**
 * Which messages were there before. The CLI gives nearly every message a uuid of its own: one that comes again, under
 * whatever number, is the same message and changes nothing. Those of the conversation and the ends of turns are known for
 * ever, in a transcript with a window about as long as its items; the others (parts of texts, progress, status) for a few
 * hundred messages.
 *
 * An echo has the uuid of the prompt that it echoes: what is known by then is the prompt, not the echo.
 */
import type { StdinMessage } from '../../protocol/stdin.ts'
import type { StdoutMessage } from '../../protocol/stdout.ts'
import type { SessionEvent } from '../events.ts'
import { textIn } from '../fields.ts'
import { hasKey, lookUp, withEntry } from '../lookup.ts'
import type { SessionState } from '../session-state.ts'
import { uuidOf } from './message-fields.ts'
import { isRecent, withoutRecent, withRecent } from './recent.ts'
import { copyTranscript, itemAt, type Transcript } from './transcript.ts'

export function isRepeated({ transcript }: SessionState, event: SessionEvent): boolean {
  const uuid = uuidOf(event)
  if (uuid === undefined) return false
  if (isRecent(transcript.recent, uuid)) return true
  // Most of all messages by far: no need to look further.
  if (event.kind === 'received' && event.message.type === 'stream_event' && !isConversation(event.message))
    return false
  const place = lookUp(transcript.uuids, uuid)
  if (place === undefined) return false
  if (!place || event.kind !== 'received' || event.message.type !== 'user') return true
  const known = itemAt(transcript, place)
  return known?.kind !== 'user' || known.synthetic
}

/** Its uuid is known from now on. */
export function remember(transcript: Transcript, event: SessionEvent): Transcript {
  if (event.kind === 'sent') return awaitEcho(transcript, event.message)
  const uuid = uuidOf(event)
  if (uuid === undefined) return transcript
  if (event.kind !== 'received') return keep(transcript, uuid)
  const { message } = event
  if (isConversation(message)) return keep(transcript, uuid)
  const recent = withRecent(transcript.recent, uuid)
  const after = copyTranscript(transcript)
  after.recent = recent
  if (message.type === 'user' && !message.isReplay && !hasKey(transcript.uuids, uuid))
    after.uuids = withEntry(transcript.uuids, uuid, null)
  return after
}

function keep(transcript: Transcript, uuid: string): Transcript {
  if (hasKey(transcript.uuids, uuid)) return transcript
  const after = copyTranscript(transcript)
  after.uuids = withEntry(transcript.uuids, uuid, null)
  return after
}

/** A prompt that is sent once more is echoed once more. */
function awaitEcho(transcript: Transcript, message: StdinMessage): Transcript {
  const uuid = message.type === 'user' ? textIn(message.uuid) : undefined
  if (uuid === undefined || !isRecent(transcript.recent, uuid)) return transcript
  return { ...transcript, recent: withoutRecent(transcript.recent, uuid) }
}

function isConversation(message: StdoutMessage): boolean {
  switch (message.type) {
    case 'assistant':
    case 'result':
      return true
    case 'stream_event':
      return message.event.type === 'message_start'
    case 'system':
      return message.subtype === 'init'
    default:
      return false
  }
}
