/** What is compared. The browser remembers the kind of choice for all sessions; turns live as long as the page. */
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
  const [turns, setTurns] = useState<Pick<ReviewScope, 'turn' | 'since'>>({})
  const scope = SCOPES.find((it) => it.scope === kept)?.scope ?? 'base'
  const choose = ({ scope: chosen, ...rest }: ReviewScope) => {
    keep(chosen)
    setTurns(rest)
  }
  return [{ scope, ...turns }, choose]
}

export const keyOf = ({ scope, turn, since }: ReviewScope): string =>
  [scope, turn ?? '', since ?? ''].join(' ').trim()

export function nameOfScope({ scope, turn, since }: ReviewScope): string {
  if (since !== undefined) {
    const from = since === 'base' ? 'Base' : since === 0 ? 'Start' : `Turn ${since}`
    return `${from} → ${scope !== 'turn' ? 'now' : turn === undefined ? 'last turn' : `turn ${turn}`}`
  }
  if (turn !== undefined) return `Turn ${turn}`
  return SCOPES.find((it) => it.scope === scope)?.name ?? ''
}
