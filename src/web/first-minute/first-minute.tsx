/** Home before the first session: how to install Claude Code, or the first session. */
import { lazy, Suspense, useEffect } from 'react'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Failure } from '../ui/failure.tsx'
import { Install } from './install.tsx'
import { useTour } from './use-tour.ts'
import './first-minute.css'

const NewSession = lazy(async () => ({ default: (await import('../sessions/new-session.tsx')).NewSession }))

export function FirstMinute() {
  const agents = useFetched('agents', () => api.call('getAgents', {}))
  const { offer } = useTour()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is first seen
  useEffect(() => {
    offer()
  }, [])
  const claude = agents.value?.agents.find(({ name }) => name !== 'sim')
  if (!agents.value)
    return (
      <div className="first">
        <p className="soft">Looking for Claude Code…</p>
        <Failure error={agents.error} again={agents.again} />
      </div>
    )
  if (claude && claude.problem === undefined)
    return (
      <Suspense fallback={<p className="loading">Loading…</p>}>
        <NewSession isFirst />
      </Suspense>
    )
  return (
    <Install
      problem={claude?.problem ?? 'Claude Code is not installed.'}
      isChecking={agents.isPending}
      onCheck={agents.again}
    />
  )
}
