/**
 * Turns that end with nothing said. Some CLIs put the answer to a command of their own into the result and nowhere else, and
 * say nothing at all of a prompt that a hook blocked. The result is then what tells it, and what the host itself had sent.
 */
import type { JsonObject } from '../../protocol/json.ts'
import type { StdinMessage } from '../../protocol/stdin.ts'
import { numberIn, textIn } from '../fields.ts'
import { hookAnswer } from '../hook-answers.ts'
import { lastValue } from '../list.ts'
import type { SessionState } from '../session-state.ts'
import { textOfContent } from '../turns/prompts.ts'
import { NOTHING } from './assistant.ts'
import type { Item } from './items.ts'
import type { Moment } from './message-fields.ts'
import { info, type Notice, warning } from './notice.ts'
import { MAIN, type Transcript, threadOf } from './transcript.ts'

/** Why the model may not be asked in the next turn, or for the rest of this one. */
export interface NotAsked {
  /** Ids of the prompts that were only to be appended (`shouldQuery: false`). */
  readonly appended: readonly string[]
  /** What a hook of the host said when it stopped the prompt or the turn. */
  readonly stopped?: string
}

const MAX_APPENDED = 20

export function noteSent(
  transcript: Transcript,
  message: StdinMessage,
  moment: Moment,
  state: SessionState,
): Transcript {
  const { notAsked = { appended: [] } } = transcript
  if (message.type === 'user' && message.shouldQuery === false) {
    const id = textIn(message.uuid) ?? `sent-${moment.seq}`
    return {
      ...transcript,
      notAsked: { ...notAsked, appended: [...notAsked.appended, id].slice(-MAX_APPENDED) },
    }
  }
  if (message.type !== 'control_response') return transcript
  const { stops } = hookAnswer(state, message) ?? {}
  return stops === undefined ? transcript : { ...transcript, notAsked: { ...notAsked, stopped: stops } }
}

/** What to say at the end of the last turn, in place of what nobody has said. */
export function unanswered(transcript: Transcript, { turns }: SessionState): Notice | undefined {
  const turn = lastValue(turns.past)
  const item = lastValue(threadOf(transcript, MAIN))
  if (turn?.result?.status !== 'success' || !item) return undefined
  const { text, numTurns, terminalReason, usage } = turn.result
  const { stopped, appended = [] } = transcript.notAsked ?? {}
  if (terminalReason === 'hook_stopped' && item.kind !== 'notice')
    return warning('hook', withReason('A hook stopped the turn', stopped))
  if (!isPromptOf(item, turn.prompts)) return undefined
  if (text !== '') return text === NOTHING ? undefined : info('local-command', text)
  if (stopped !== undefined) return warning('hook', withReason('A hook blocked the prompt', stopped))
  const isQuiet =
    appended.some((id) => turn.prompts.includes(id)) || textOfContent(item.content).startsWith('/')
  if (isQuiet || !(numTurns === 0 || isUnused(usage))) return undefined
  return warning(
    'hook',
    'The model was not asked, and the CLI does not say why: a hook may have blocked the prompt',
  )
}

/** Early versions count the steps of a turn that a hook stopped before the model was asked. No token was used for it. */
function isUnused(usage: JsonObject | undefined): boolean {
  return numberIn(usage?.input_tokens) === 0 && numberIn(usage?.output_tokens) === 0
}

/** The turn is over. */
export function forgetNotAsked(transcript: Transcript, { turns }: SessionState): Transcript {
  if (!transcript.notAsked) return transcript
  const { notAsked, ...rest } = transcript
  const over = lastValue(turns.past)?.prompts ?? []
  const appended = notAsked.appended.filter((id) => !over.includes(id))
  return appended.length === 0 ? rest : { ...rest, notAsked: { appended } }
}

function isPromptOf(item: Item, prompts: readonly string[]): item is Extract<Item, { kind: 'user' }> {
  return item.kind === 'user' && !item.synthetic && prompts.includes(item.uuid ?? item.id)
}

function withReason(text: string, reason: string | undefined): string {
  return reason === undefined || reason === '' ? text : `${text}: ${reason}`
}
