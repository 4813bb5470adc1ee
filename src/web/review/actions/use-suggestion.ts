/** Asks the session for the message of a commit, by a prompt, and waits for its answer. */
import { useEffect, useRef, useState } from 'react'
import { SUGGEST_MESSAGE, suggestedMessage } from '../../../api/work-prompts.ts'
import { itemCount, items } from '../../../state/select.ts'
import type { SessionState } from '../../../state/session-state.ts'
import { type Action, newId, useAction } from '../../store/action.ts'
import { api } from '../../store/connection.ts'

export function useSuggestion(
  session: string,
  state: SessionState,
  onText: (text: string) => void,
): { ask: Action<[]>; isWaiting: boolean } {
  /** The items before it was asked. */
  const [from, setFrom] = useState<number>()
  const ask = useAction(async () => {
    const id = newId()
    const body = { commandId: id, id, text: SUGGEST_MESSAGE, when: 'after-turn' as const }
    const size = itemCount(state)
    await api.call('sendMessage', { params: { id: session }, body })
    setFrom(size)
  })
  const latest = useRef(onText)
  latest.current = onText
  const answer = from === undefined ? undefined : answerAfter(state, from)
  useEffect(() => {
    if (answer === undefined) return
    setFrom(undefined)
    latest.current(answer)
  }, [answer])
  return { ask, isWaiting: from !== undefined }
}

/** The last words of the turn that the prompt began; undefined until it is over. */
function answerAfter(state: SessionState, from: number): string | undefined {
  if (state.turns.current) return undefined
  const text = items(state, { from }).findLast((it) => it.kind === 'text')?.text
  return text === undefined ? undefined : suggestedMessage(text)
}
