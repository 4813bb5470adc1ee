import type { SessionSummary } from '../../api/resources.ts'
import { Age } from '../ui/age.tsx'

const WITHOUT_AGE = new Set(['idle', 'ready', 'disconnected', 'error'])

/** What the session does now, in words, and for how long. */
export function StatusWords({ session: { liveness } }: { session: SessionSummary }) {
  return (
    <>
      {liveness.words}
      {!WITHOUT_AGE.has(liveness.status) && (
        <>
          , <Age since={liveness.since} />
        </>
      )}
    </>
  )
}
