/** Beside the list, while no session is chosen. Without any session: how to begin. */
import { useLive } from '../store/use-live.ts'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { FirstSession } from './first-session.tsx'

export function Home() {
  const { sessions, approvals } = useLive()
  if (!sessions) return <p className="loading">Connecting to the host…</p>
  if (sessions.length === 0) return <FirstSession />
  const working = sessions.filter(({ group }) => group === 'working').length
  return (
    <Empty title={approvals.length > 0 ? `${approvals.length} wait for you` : 'Nothing waits for you'}>
      <p>
        {working === 0 ? 'No session works at the moment.' : `${working} at work.`} Choose one at the side, or
        with <kbd>j</kbd> and <kbd>k</kbd>.
      </p>
      <p className="row wrap">
        {approvals.length > 0 && (
          <Link className="button" data-kind="main" href="/inbox">
            Answer them
          </Link>
        )}
        <Link className="button" href="/new">
          New session
        </Link>
      </p>
    </Empty>
  )
}
