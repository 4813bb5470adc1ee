/** Above a session: its name, what it does now, where one is, and what can be done with it as a whole. */
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { type SessionTab, sessionAddress } from '../router.ts'
import { Link } from '../ui/link.tsx'
import { usd } from '../ui/numbers.ts'
import { LivenessLine } from './liveness-line.tsx'

interface Props {
  summary: SessionSummary
  state: SessionState
  tab: SessionTab
}

const TABS: readonly [SessionTab, string][] = [
  ['transcript', 'Transcript'],
  ['changes', 'Changes'],
  ['inspector', 'Inspector'],
]

export function SessionHead({ summary, state, tab }: Props) {
  return (
    <header className="session-head">
      <div className="row">
        <Link className="button back" data-kind="quiet" href="/" aria-label="Back to the list">
          ←
        </Link>
        <h1 className="cut grow">{summary.title || 'Untitled'}</h1>
        <span className="soft small">{usd(summary.costUsd)}</span>
      </div>
      <div className="row wrap">
        <LivenessLine state={state} />
        <span className="grow" />
        <nav className="tabs" aria-label="Parts of the session">
          {TABS.map(([name, label]) => (
            <Link
              key={name}
              className="tab"
              href={sessionAddress(summary.id, name)}
              aria-current={name === tab ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </header>
  )
}
