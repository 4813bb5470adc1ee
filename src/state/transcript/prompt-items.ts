/**
 * Prompts as items. A prompt is shown when it is sent, if nothing stands in its way; else when it gets its turn. One of
 * which nothing was known is shown when it is echoed. An echo of what stands already only says that the CLI has it.
 */
import type { UserMessage } from '../../protocol/messages/user.ts'
import type { SessionEvent } from '../events.ts'
import { objectIn, textIn } from '../fields.ts'
import { hasKey, lookUp, withEntry } from '../lookup.ts'
import type { SessionState } from '../session-state.ts'
import { isKnown, type OpenPrompt, waiting } from '../turns/prompts.ts'
import { echoedPrompt } from '../turns/turns.ts'
import type { UserItem } from './items.ts'
import { type Content, eventId, itemBase, type Moment, threadIn } from './message-fields.ts'
import {
  addItem,
  itemAt,
  lately,
  MAIN,
  removeItem,
  setItem,
  type Transcript,
  threadOf,
} from './transcript.ts'

/** What became of the prompts with this event, before what the event itself says. */
export function showPrompts(
  transcript: Transcript,
  state: SessionState,
  event: SessionEvent,
  before: SessionState,
): Transcript {
  if (event.kind === 'received' && event.message.type === 'assistant') {
    return withUnnamed(transcript, state, event.message, event)
  }
  if (state.prompts === before.prompts) return transcript
  let after = transcript
  for (const old of before.prompts.open) {
    if (state.prompts.open.some(({ uuid }) => uuid === old.uuid)) continue
    if (hasKey(state.prompts.done, old.uuid)) after = shown(after, old, event, true)
    else if (wasCancelled(state, old)) after = taken(after, old.uuid)
  }
  for (const prompt of state.prompts.open) after = afterStatus(after, prompt, state, event, before)
  return after
}

function afterStatus(
  transcript: Transcript,
  prompt: OpenPrompt,
  state: SessionState,
  event: SessionEvent,
  before: SessionState,
): Transcript {
  if (prompt.status === 'running') return shown(transcript, prompt, event, true)
  if (prompt.status === 'accepted') return acknowledged(transcript, prompt.uuid)
  const isNew = prompt.status === 'sent' && event.kind === 'sent' && !wasSent(before, prompt)
  const isNext = state.turns.current === null && waiting(state.prompts).length === 1
  return isNew && isNext ? shown(transcript, prompt, event, false) : transcript
}

function wasSent({ prompts }: SessionState, { uuid }: OpenPrompt): boolean {
  return prompts.open.some((old) => old.uuid === uuid && old.status !== 'held')
}

/** The reply comes, and the CLI has not said to which prompt: it is the oldest. */
function withUnnamed(
  transcript: Transcript,
  { turns, prompts }: SessionState,
  message: { readonly parent_tool_use_id?: unknown },
  moment: Moment,
): Transcript {
  const { current } = turns
  if (!current || current.selfStarted || current.prompts.length > 0 || threadIn(message) !== MAIN)
    return transcript
  const oldest = prompts.open.find(({ status }) => status !== 'held')
  return oldest ? shown(transcript, oldest, moment, true) : transcript
}

function shown(
  transcript: Transcript,
  { uuid, content, unnamed }: OpenPrompt,
  moment: Moment,
  isAcknowledged: boolean,
): Transcript {
  const place = lookUp(transcript.uuids, uuid)
  const old = place ? itemAt(transcript, place) : undefined
  if (old?.kind === 'user' && old.acknowledged) return transcript
  if (old && old.kind !== 'removed') return isAcknowledged ? acknowledged(transcript, uuid) : transcript
  const item: UserItem = {
    ...itemBase(moment, uuid, unnamed ? undefined : uuid),
    kind: 'user',
    content,
    synthetic: false,
    acknowledged: isAcknowledged,
  }
  const after = addItem(transcript, MAIN, item)
  if (!unnamed) return after
  const index = threadOf(after, MAIN).size - 1
  return { ...after, uuids: withEntry(after.uuids, uuid, { thread: MAIN, index }) }
}

function acknowledged(transcript: Transcript, uuid: string, echo?: string): Transcript {
  const place = lookUp(transcript.uuids, uuid)
  const item = place ? itemAt(transcript, place) : undefined
  if (!place || item?.kind !== 'user') return transcript
  const isNew = echo !== undefined && echo !== uuid
  const known = isNew ? { ...transcript, uuids: withEntry(transcript.uuids, echo, place) } : transcript
  return item.acknowledged ? known : setItem(known, place, { ...item, acknowledged: true })
}

function wasCancelled({ prompts }: SessionState, { uuid, status }: OpenPrompt): boolean {
  return status !== 'running' && prompts.cancelled.some((it) => it.uuid === uuid && it.why === 'cancelled')
}

/** It was shown when it was sent, and then did not run. */
function taken(transcript: Transcript, uuid: string): Transcript {
  const place = lookUp(transcript.uuids, uuid)
  return place && itemAt(transcript, place)?.kind === 'user' ? removeItem(transcript, place) : transcript
}

/** A user message of the main thread that no other explanation fits: a prompt. */
export function foldEcho(
  transcript: Transcript,
  content: Content,
  message: UserMessage,
  moment: Moment,
  state: SessionState,
  before: SessionState,
): Transcript {
  const uuid = textIn(message.uuid)
  const echoed = echoedPrompt(before.prompts, message)
  if (echoed !== undefined) return acknowledged(transcript, echoed, uuid)
  if (uuid !== undefined && lookUp(transcript.uuids, uuid)) return acknowledged(transcript, uuid)
  // The host knows it, and it is not its turn.
  if (uuid !== undefined && isKnown(state.prompts, uuid)) return transcript
  const item: UserItem = {
    ...itemBase(moment, eventId(moment, uuid), uuid),
    kind: 'user',
    content: withoutMerged(transcript, content),
    synthetic: isSomebodyElse(message.origin),
    acknowledged: true,
  }
  return addItem(transcript, MAIN, item)
}

function isSomebodyElse(origin: unknown): boolean {
  const kind = textIn(objectIn(origin)?.kind)
  return kind !== undefined && kind !== 'human'
}

const MAX_MERGED = 100

/**
 * Where the CLI merges prompts that waited, it echoes each, and with the last one the text of all. What was shown just
 * before is not shown again.
 */
function withoutMerged(transcript: Transcript, content: Content): Content {
  if (typeof content !== 'string') return content
  let joined = ''
  let rest = content
  for (const { item } of lately(transcript, MAIN, MAX_MERGED)) {
    if (item.kind !== 'user' || item.synthetic || typeof item.content !== 'string') break
    joined = `${item.content}\n${joined}`
    if (content.startsWith(joined)) rest = content.slice(joined.length)
    if (joined.length >= content.length) break
  }
  return rest
}
