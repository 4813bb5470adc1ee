/** What was said before: read from the CLI's transcript when a conversation is taken up or forked. */
import type { Recalled } from '../events.ts'
import { textIn } from '../fields.ts'
import type { SessionState } from '../session-state.ts'
import { foldAssistant } from './assistant.ts'
import { endCalls } from './calls.ts'
import type { UserItem } from './items.ts'
import { localCommand } from './local-commands.ts'
import { type Content, eventId, itemBase, type Moment, textOf } from './message-fields.ts'
import { isResultBlock, joinResult, withStoppedCalls } from './results.ts'
import { addItem, MAIN, type Transcript } from './transcript.ts'
import { interruptNotice } from './user.ts'

/** The whole text: a person may quote the marker at the beginning of a prompt. */
const INTERRUPTED = /^\[Request interrupted by user(?: for tool use)?\]$/

export function foldRecalled(
  transcript: Transcript,
  { message, saidAt, seq, at }: Recalled & Moment,
  state: SessionState,
): Transcript {
  const moment = { seq, at: saidAt ?? at }
  if (message.type === 'assistant') return foldAssistant(transcript, message, moment, state)
  const { content } = message.message
  if (typeof content === 'string') return withPrompt(transcript, content, message, moment)
  const joined = content
    .filter(isResultBlock)
    .reduce((after, block) => joinResult(after, MAIN, block, message, moment, state), transcript)
  const rest = content.filter((block) => !isResultBlock(block))
  return rest.length === 0 ? joined : withPrompt(joined, rest, message, moment)
}

/** A new process continues the conversation: calls without a result will never get one. */
export function endRecalled(transcript: Transcript, at: number): Transcript {
  return endCalls(transcript, 'lost', at, () => true)
}

function withPrompt(
  transcript: Transcript,
  content: Content,
  message: Extract<Recalled['message'], { type: 'user' }>,
  moment: Moment,
): Transcript {
  const uuid = textIn(message.uuid)
  const base = itemBase(moment, eventId(moment, uuid), uuid)
  const text = textOf(content)
  if (INTERRUPTED.test(text))
    return addItem(withStoppedCalls(transcript, MAIN), MAIN, interruptNotice(base, text))
  const said = localCommand(text)
  if (said?.part === 'output') {
    const { text: output, level } = said
    return addItem(transcript, MAIN, { ...base, kind: 'notice', topic: 'local-command', level, text: output })
  }
  const item: UserItem = {
    ...base,
    kind: 'user',
    content: said?.text ?? content,
    synthetic: message.isSynthetic === true,
    acknowledged: true,
  }
  return addItem(transcript, MAIN, item)
}
