/**
 * The user's prompts of a session, newest first, read only on demand. Those that have left the state are loaded then, and found
 * the next time.
 */
import type { EarlierItems } from '../../api/earlier-items.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { Item } from '../../state/transcript/items.ts'
import { textOf } from '../../state/transcript/message-fields.ts'
import { itemAt, MAIN, threadOf } from '../../state/transcript/transcript.ts'

export interface Said {
  readonly text: string
  readonly uuid: string | undefined
  readonly at: number
}

export function* saidBefore(
  { transcript }: Pick<SessionState, 'transcript'>,
  earlier?: EarlierItems,
): Generator<Said> {
  for (let index = threadOf(transcript, MAIN).size - 1; index >= 0; index--) {
    const item = itemAt(transcript, { thread: MAIN, index }) ?? earlier?.item(MAIN, index)
    if (!item) {
      earlier?.load(MAIN, index)
      return
    }
    const said = saidIn(item)
    if (said) yield said
  }
}

export function saidIn(item: Item): Said | undefined {
  if (item.kind !== 'user' || item.synthetic) return undefined
  return { text: textOf(item.content).trim(), uuid: item.uuid, at: item.at }
}

/** The prompt `steps` back, 1 being the last. Immediate repetitions count once. */
export function stepBack(
  state: Pick<SessionState, 'transcript'>,
  steps: number,
  earlier?: EarlierItems,
): string | undefined {
  let left = steps
  let last = ''
  for (const { text } of saidBefore(state, earlier)) {
    if (text === '' || text === last) continue
    last = text
    left -= 1
    if (left === 0) return text
  }
  return undefined
}
