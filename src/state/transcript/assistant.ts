/** What the model said: `assistant` messages, each with one finished block, or with all of them (old CLIs). */
import type { ContentBlock } from '../../protocol/blocks.ts'
import type { AssistantMessage } from '../../protocol/messages/assistant.ts'
import { isStopping } from '../control/control.ts'
import { flagIn, textIn, textsIn } from '../fields.ts'
import { lookUp, withEntry } from '../lookup.ts'
import type { SessionState } from '../session-state.ts'
import { blockItem } from './blocks.ts'
import { withoutCut } from './cut.ts'
import { dropDrafts, toolUseIn } from './drafts.ts'
import type { Draft, NoticeItem } from './items.ts'
import { eventId, itemBase, type Moment, textOf, threadIn } from './message-fields.ts'
import { isResultBlock, joinResult } from './results.ts'
import { retract } from './retract.ts'
import {
  addFreeItem,
  addItem,
  callNamed,
  copyTranscript,
  type Head,
  MAIN,
  placeOf,
  type Transcript,
} from './transcript.ts'

/** The model of messages that the CLI wrote itself: errors, and the output of its own commands. */
const SYNTHETIC = '<synthetic>'
/** The CLI's placeholder for a command without output. */
export const NOTHING = '(no content)'

export function foldAssistant(
  transcript: Transcript,
  message: AssistantMessage,
  moment: Moment,
  state: SessionState,
): Transcript {
  const before = superseding(transcript, message)
  const { id, model, content } = message.message
  if (model === SYNTHETIC) return foldSynthetic(before, message, moment)
  const thread = threadIn(message)
  const messageId = textIn(id) ?? eventId(moment, textIn(message.uuid))
  if (content.length === 0)
    return withHead(before, thread, { messageId, next: nextIn(before, thread, messageId) })
  let after = before
  for (const block of content) after = addBlock(after, thread, messageId, block, message, moment, state)
  return after
}

function superseding(transcript: Transcript, { supersedes, uuid }: AssistantMessage): Transcript {
  if (supersedes === undefined) return transcript
  return retract(
    transcript,
    (textsIn(supersedes) ?? []).filter((taken) => taken !== uuid),
  )
}

/** The index of the block that comes next. */
function nextIn({ heads }: Transcript, thread: string, messageId: string): number {
  const head = lookUp(heads, thread)
  return head?.messageId === messageId ? head.next : 0
}

function addBlock(
  transcript: Transcript,
  thread: string,
  messageId: string,
  block: ContentBlock,
  message: AssistantMessage,
  moment: Moment,
  state: SessionState,
): Transcript {
  const draft = transcript.drafts.length === 0 ? undefined : draftOf(transcript, thread, messageId, block)
  const next = nextIn(transcript, thread, messageId)
  const index = draft?.index ?? next
  const after = withHead(transcript, thread, { messageId, next: Math.max(next, index + 1) }, draft)
  if (isResultBlock(block)) return joinResult(after, thread, block, message, moment, state)
  const toolUseId = toolUseIn(block)
  // A call has an id of its own: the same one again is the same call.
  if (toolUseId !== undefined && callNamed(after, toolUseId)) return after
  const id = draft?.id ?? toolUseId ?? `${messageId}:${index}`
  const base = { moment, id, uuid: textIn(message.uuid), messageId }
  const item = blockItem(block, base, isCut(message, thread, state), textIn(message.error), state)
  if (!item) return after
  if (placeOf(after, id) === undefined) return addFreeItem(after, thread, item)
  return addItem(withoutCut(after, id), thread, item)
}

/** Newer CLIs say so. Of an older one, what comes once it has begun to stop the turn is what it had by then. */
function isCut({ aborted }: AssistantMessage, thread: string, state: SessionState): boolean {
  return flagIn(aborted) ?? (thread === MAIN && isStopping(state))
}

/** Of the blocks that are being written, the first of its kind; a call is known by its id. */
function draftOf(
  { drafts }: Transcript,
  thread: string,
  messageId: string,
  block: ContentBlock,
): Draft | undefined {
  const own = drafts.filter((draft) => draft.parent === thread && draft.messageId === messageId)
  const toolUseId = toolUseIn(block)
  if (toolUseId !== undefined) return own.find((draft) => draft.toolUseId === toolUseId)
  const kind = block.type === 'redacted_thinking' ? 'thinking' : block.type
  return own.find((draft) => draft.kind === (kind === 'text' || kind === 'thinking' ? kind : 'raw'))
}

/**
 * The block is here: its draft is over, and so are those of blocks before it. Drafts of another message are those of a stream that
 * broke: this reply takes their place.
 */
function withHead(transcript: Transcript, thread: string, head: Head, draft?: Draft): Transcript {
  const after = copyTranscript(transcript)
  after.heads = withEntry(transcript.heads, thread, head)
  if (transcript.drafts.length === 0) return after
  const isOver = (it: Draft): boolean =>
    it.messageId !== head.messageId || (draft !== undefined && it.index <= draft.index)
  after.drafts = transcript.drafts.filter((it) => it.parent !== thread || !isOver(it))
  return after
}

/** An error of the API, or what a command of the CLI has to say. */
function foldSynthetic(transcript: Transcript, message: AssistantMessage, moment: Moment): Transcript {
  const thread = threadIn(message)
  const text = textOf(message.message.content)
  const code = textIn(message.error)
  const uuid = textIn(message.uuid)
  // What was being written when the API failed will never arrive.
  const after = code === undefined ? transcript : dropDrafts(transcript, thread)
  if (code === undefined && (text === '' || text === NOTHING)) return after
  const notice: NoticeItem = {
    ...itemBase(moment, eventId(moment, uuid), uuid),
    kind: 'notice',
    ...(code === undefined
      ? { topic: 'local-command', level: 'info', text }
      : { topic: 'error', level: 'error', text, detail: { code } }),
  }
  return addItem(after, thread, notice)
}
