/** The user's prompts of a session, newest first, read only on demand. */
import { valueAt } from '../../state/list.ts'
import type { SessionState } from '../../state/session-state.ts'
import { textOf } from '../../state/transcript/message-fields.ts'
import { MAIN, threadOf } from '../../state/transcript/transcript.ts'

export interface Said {
  readonly text: string
  readonly uuid: string | undefined
  readonly at: number
}

export function* saidBefore({ transcript }: Pick<SessionState, 'transcript'>): Generator<Said> {
  const main = threadOf(transcript, MAIN)
  for (let i = main.size - 1; i >= 0; i--) {
    const item = valueAt(main, i)
    if (item?.kind !== 'user' || item.synthetic) continue
    yield { text: textOf(item.content).trim(), uuid: item.uuid, at: item.at }
  }
}

/** The prompt `steps` back, 1 being the last. Immediate repetitions count once. */
export function stepBack(state: Pick<SessionState, 'transcript'>, steps: number): string | undefined {
  let left = steps
  let last = ''
  for (const { text } of saidBefore(state)) {
    if (text === '' || text === last) continue
    last = text
    left -= 1
    if (left === 0) return text
  }
  return undefined
}
