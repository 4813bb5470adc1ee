/**
 * `user` messages of the CLI: results of tools, echoes of prompts, the marker of an interrupt, the output of local commands,
 * and what the CLI says in the user's place.
 */
import type { UserMessage } from '../../protocol/messages/user.ts'
import { textIn } from '../fields.ts'
import type { SessionState } from '../session-state.ts'
import { INTERRUPT_MARKER } from '../turns/result.ts'
import { cutDrafts } from './cut.ts'
import type { ItemBase, NoticeItem, UserItem } from './items.ts'
import { localCommand } from './local-commands.ts'
import { type Content, eventId, itemBase, type Moment, textOf, threadIn } from './message-fields.ts'
import { foldEcho } from './prompt-items.ts'
import { isResultBlock, joinResult, withStoppedCalls } from './results.ts'
import { addItem, lately, MAIN, setItem, type Transcript } from './transcript.ts'

/** How many items there may be between the end of a compaction and its summary. */
const NEAR = 4

export function foldUser(
  transcript: Transcript,
  message: UserMessage,
  moment: Moment,
  state: SessionState,
  before: SessionState,
): Transcript {
  const { content } = message.message
  if (typeof content === 'string') return foldText(transcript, content, message, moment, state, before)
  const thread = threadIn(message)
  const [only] = content
  if (content.length === 1 && only && isResultBlock(only))
    return joinResult(transcript, thread, only, message, moment, state)
  const results = content.filter(isResultBlock)
  // One object for several results would be nobody's.
  const carrier = results.length > 1 ? { ...message, tool_use_result: undefined } : message
  const joined = results.reduce(
    (after, block) => joinResult(after, thread, block, carrier, moment, state),
    transcript,
  )
  const rest = content.filter((block) => !isResultBlock(block))
  if (rest.length === 0) return joined
  return foldText(joined, rest, message, moment, state, before)
}

function foldText(
  transcript: Transcript,
  content: Content,
  message: UserMessage,
  moment: Moment,
  state: SessionState,
  before: SessionState,
): Transcript {
  const thread = threadIn(message)
  const text = textOf(content)
  const uuid = textIn(message.uuid)
  const base = itemBase(moment, eventId(moment, uuid), uuid)
  if (!message.isReplay && !message.isSynthetic && text.startsWith(INTERRUPT_MARKER)) {
    const stopped = withStoppedCalls(cutDrafts(transcript, moment, thread), thread)
    return addItem(stopped, thread, interruptNotice(base, text))
  }
  if (message.isSynthetic) {
    const summarised = thread === MAIN ? withSummary(transcript, text) : undefined
    return summarised ?? addItem(transcript, thread, synthetic(base, content))
  }
  if (thread !== MAIN) return addItem(transcript, thread, synthetic(base, content))
  const said = localCommand(text)
  if (said?.part === 'output') {
    const { text: output, level } = said
    return addItem(transcript, thread, {
      ...base,
      kind: 'notice',
      topic: 'local-command',
      level,
      text: output,
    })
  }
  return foldEcho(transcript, said?.text ?? content, message, moment, state, before)
}

/** `marker`: the CLI's words for the model, in brackets. */
export function interruptNotice(base: ItemBase, marker: string): NoticeItem {
  const text = marker.replace(/^\[(.*)\]$/s, '$1')
  return { ...base, kind: 'notice', topic: 'interrupt', level: 'info', text }
}

function synthetic(base: ReturnType<typeof itemBase>, content: Content): UserItem {
  return { ...base, kind: 'user', content, synthetic: true, acknowledged: true }
}

/** What the CLI gives the model in place of the compacted messages. */
function withSummary(transcript: Transcript, summary: string): Transcript | undefined {
  for (const { item, place } of lately(transcript, MAIN, NEAR)) {
    if (item.kind !== 'compaction') continue
    return item.summary === undefined ? setItem(transcript, place, { ...item, summary }) : undefined
  }
  return undefined
}
