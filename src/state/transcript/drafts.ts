/**
 * Drafts: what the model is writing, built from stream events. A block's draft begins with `content_block_start` and ends
 * when the `assistant` message of its block comes, which is before its `content_block_stop`; that message is what counts.
 * The drafts of a stream that broke are dropped when the CLI says so, or another message begins, or comes whole; those that
 * are left when the turn ends are dropped then. Where the turn was interrupted, or the process died, they are kept, as items
 * that are `cut`.
 */
import type { ContentBlock } from '../../protocol/blocks.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { StreamEventMessage } from '../../protocol/messages/assistant.ts'
import type { ContentBlockStart, ContentDelta } from '../../protocol/stream.ts'
import type { SessionEvent } from '../events.ts'
import { type CopyBut, numberIn, objectIn, textIn } from '../fields.ts'
import { lookUp, withEntry } from '../lookup.ts'
import type { Draft } from './items.ts'
import { type Moment, threadIn } from './message-fields.ts'
import { withRecent } from './recent.ts'
import { remember } from './repeated.ts'
import { copyTranscript, freeId, type Transcript } from './transcript.ts'

export function foldStreamEvent(
  transcript: Transcript,
  message: StreamEventMessage,
  event: SessionEvent,
): Transcript {
  if (message.event.type === 'content_block_delta') return grown(transcript, message, message.event)
  return remember(afterEvent(transcript, message, event), event)
}

function afterEvent(transcript: Transcript, message: StreamEventMessage, moment: Moment): Transcript {
  const parent = threadIn(message)
  switch (message.event.type) {
    case 'message_start':
      return begun(transcript, parent, textIn(message.event.message.id) ?? '', textIn(message.uuid))
    case 'content_block_start':
      return opened(transcript, parent, message, message.event, moment)
    default:
      // The end of a block or of a message changes nothing else: a late one of a dead message does no harm.
      return withoutAbandoned(transcript, parent, objectIn(message.abandoned_blocks))
  }
}

function begun(transcript: Transcript, parent: string, messageId: string, uuid?: string): Transcript {
  // Without a uuid, only the id identifies a message that is delivered again.
  if (uuid === undefined && lookUp(transcript.heads, parent)?.messageId === messageId) return transcript
  return {
    ...dropDrafts(transcript, parent),
    heads: withEntry(transcript.heads, parent, { messageId, next: 0 }),
  }
}

/** At the end of a message, newer CLIs name the first block that was abandoned. */
function withoutAbandoned(transcript: Transcript, parent: string, told?: JsonObject): Transcript {
  const from = numberIn(told?.from_block_index)
  if (from === undefined) return transcript
  const isAbandoned = (draft: Draft): boolean =>
    draft.parent === parent &&
    draft.index >= from &&
    draft.messageId === (textIn(told?.api_message_id) ?? draft.messageId)
  return { ...transcript, drafts: transcript.drafts.filter((draft) => !isAbandoned(draft)) }
}

function opened(
  transcript: Transcript,
  parent: string,
  message: StreamEventMessage,
  { index, content_block: block }: ContentBlockStart,
  { seq, at }: Moment,
): Transcript {
  const head = lookUp(transcript.heads, parent)
  const messageId = textIn(message.api_message_id) ?? head?.messageId ?? ''
  const isOver = head?.messageId === messageId && index < head.next
  if (isOver || draftAt(transcript, parent, index) >= 0) return transcript
  const toolUseId = toolUseIn(block)
  const draft: Draft = {
    id: toolUseId ?? draftId(transcript, `${messageId}:${index}`, seq),
    parent,
    messageId,
    index,
    at,
    ...kindOf(block),
  }
  return { ...transcript, drafts: [...transcript.drafts, draft] }
}

function draftId(transcript: Transcript, id: string, seq: number): string {
  return transcript.drafts.some((draft) => draft.id === id) ? `${id}@${seq}` : freeId(transcript, id, seq)
}

function kindOf(block: ContentBlock): Pick<Draft, 'kind' | 'text' | 'toolUseId' | 'name'> {
  const { type, text, thinking, id, name } = block as { [field: string]: unknown }
  if (type === 'text') return { kind: 'text', text: textIn(text) ?? '' }
  if (type === 'thinking' || type === 'redacted_thinking')
    return { kind: 'thinking', text: textIn(thinking) ?? '' }
  if (toolUseIn(block) !== undefined)
    return { kind: 'tool', text: '', toolUseId: textIn(id) ?? '', name: textIn(name) ?? '' }
  return { kind: 'raw', text: '' }
}

/** Tools of the CLI, of the API (`server_tool_use`), and whatever kind comes next. */
export function toolUseIn(block: ContentBlock): string | undefined {
  return block.type.endsWith('tool_use') && 'name' in block && typeof block.name === 'string'
    ? textIn(block.id)
    : undefined
}

/** By far the most frequent of all events: its cost must not depend on what came before. */
function grown(
  transcript: Transcript,
  message: StreamEventMessage,
  { index, delta }: { index: number; delta: ContentDelta },
): Transcript {
  const { uuid, api_message_id: messageId } = message
  const recent = typeof uuid === 'string' ? withRecent(transcript.recent, uuid) : transcript.recent
  const place = draftAt(transcript, threadIn(message), index)
  const draft = transcript.drafts[place]
  const after = copyTranscript(transcript)
  after.recent = recent
  if (!draft || (typeof messageId === 'string' && messageId !== draft.messageId)) return after
  const drafts = transcript.drafts.slice()
  drafts[place] = longer(draft, delta)
  after.drafts = drafts
  return after
}

function longer(draft: Draft, delta: ContentDelta): Draft {
  switch (delta.type) {
    case 'text_delta':
      return withText(draft, draft.text + delta.text)
    case 'input_json_delta':
      return withText(draft, draft.text + delta.partial_json)
    case 'thinking_delta':
      return withText(draft, draft.text + delta.thinking)
    case 'signature_delta':
      return { ...draft, signature: (draft.signature ?? '') + delta.signature }
    case 'citations_delta':
      return { ...draft, citations: [...(draft.citations ?? []), delta.citation] }
    default:
      return draft
  }
}

function withText(draft: Draft, text: string): Draft {
  const { id, parent, messageId, index, kind, at, signature, citations, toolUseId, name } = draft
  const copy: CopyBut<Draft, 'signature' | 'citations' | 'toolUseId' | 'name'> = {
    id,
    parent,
    messageId,
    index,
    kind,
    at,
    text,
  }
  if (signature !== undefined) copy.signature = signature
  if (citations !== undefined) copy.citations = citations
  if (toolUseId !== undefined) copy.toolUseId = toolUseId
  if (name !== undefined) copy.name = name
  return copy
}

function draftAt({ drafts }: Transcript, parent: string, index: number): number {
  for (let i = 0; i < drafts.length; i++) {
    const draft = drafts[i] as Draft
    if (draft.index === index && draft.parent === parent) return i
  }
  return -1
}

/** Those of a thread, or all. */
export function dropDrafts(transcript: Transcript, parent?: string): Transcript {
  const rest = transcript.drafts.filter((draft) => parent !== undefined && draft.parent !== parent)
  return rest.length === transcript.drafts.length ? transcript : { ...transcript, drafts: rest }
}
