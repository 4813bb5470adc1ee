/** What is compared. The browser remembers the kind of choice for all sessions; the number of a turn lives as long as the page. */
import { useState } from 'react'
import type { ReviewScope } from '../../api/review-files.ts'
import { useStored } from '../store/stored.ts'

export const SCOPES = [
  { scope: 'base', name: 'Since base', about: 'All changes since the session began' },
  { scope: 'turn', name: 'Last turn', about: 'What the last turn changed' },
  { scope: 'uncommitted', name: 'Uncommitted', about: 'What the last commit does not have' },
] as const satisfies readonly { scope: ReviewScope['scope']; name: string; about: string }[]

export function useScope(): [ReviewScope, (scope: ReviewScope) => void] {
  const [kept, keep] = useStored('review-scope')
  const [turn, setTurn] = useState<number>()
  const scope = SCOPES.find((it) => it.scope === kept)?.scope ?? 'base'
  const choose = (chosen: ReviewScope) => {
    keep(chosen.scope)
    setTurn(chosen.turn)
  }
  return [scope === 'turn' && turn !== undefined ? { scope, turn } : { scope }, choose]
}

export const keyOf = ({ scope, turn }: ReviewScope): string =>
  turn === undefined ? scope : `${scope} ${turn}`

export function nameOfScope({ scope, turn }: ReviewScope): string {
  if (turn !== undefined) return `Turn ${turn}`
  return SCOPES.find((it) => it.scope === scope)?.name ?? ''
}
