/** The prompts of a session, from the last to the first: those that its state holds, and earlier ones on demand. */
import { useState } from 'react'
import { firstHeld } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'
import { type Said, saidBefore, saidIn } from '../composer/history.ts'
import { type Action, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'

interface Prompt extends Said {
  readonly uuid: string
}
interface Prompts {
  readonly said: readonly Prompt[]
  /** There may be earlier ones. */
  readonly isMore: boolean
  readonly more: Action<[]>
}

const PAGE = 500
/** Pages are read until so many are found. */
const ENOUGH = 20

/** As they were when they were first asked for: a list that moves under the pointer is no list to choose from. */
export function usePrompts(session: string, state: SessionState): Prompts {
  const [known, setKnown] = useState(() => ({
    said: [...saidBefore(state)].filter(isPrompt),
    before: firstHeld(state),
  }))
  const more = useAction(async () => {
    const found: Prompt[] = []
    let { before } = known
    while (before > 0 && found.length < ENOUGH) {
      const from = Math.max(0, before - PAGE)
      const query = { from, limit: before - from }
      const { items } = await api.call('listItems', { params: { id: session }, query })
      const said = items.map(({ item }) => saidIn(item)).filter((it) => it !== undefined)
      found.push(...said.filter(isPrompt).reverse())
      before = from
    }
    setKnown({ said: [...known.said, ...found], before })
  })
  return { said: known.said, isMore: known.before > 0, more }
}

function isPrompt(said: Said): said is Prompt {
  return said.uuid !== undefined
}
