/** The notice of a rewind: the conversation continues, but files or some of its messages are back in an earlier state. */
import type { ControlResponseMessage } from '../../protocol/control/envelope.ts'
import { callAnswered } from '../control/control.ts'
import { objectIn } from '../fields.ts'
import { lookUp } from '../lookup.ts'
import type { SessionState } from '../session-state.ts'
import { oneLine } from '../short-input.ts'
import { textOf } from './message-fields.ts'
import { info, type Notice } from './notice.ts'
import { itemAt, type Transcript } from './transcript.ts'

/** Undefined if this message does not answer a rewind, or the CLI has not done it. */
export function rewindNotice(state: SessionState, message: ControlResponseMessage): Notice | undefined {
  const { response } = message
  const call = callAnswered(state, message)
  if (call?.rewindTo === undefined || response.subtype !== 'success') return undefined
  const answer = objectIn(response.response)
  if (answer?.canRewind === false || answer?.rewound === false) return undefined
  const what = call.subtype === 'rewind_conversation' ? 'Conversation' : 'Files'
  const text = `${what} rewound to before ${promptNamed(state.transcript, call.rewindTo)}`
  return { ...info('rewind', text), detail: { message: call.rewindTo } }
}

function promptNamed(transcript: Transcript, uuid: string): string {
  const place = lookUp(transcript.uuids, uuid)
  const item = place ? itemAt(transcript, place) : undefined
  const text = item?.kind === 'user' ? oneLine(textOf(item.content)) : ''
  return text === '' ? 'an earlier message' : `“${text}”`
}
