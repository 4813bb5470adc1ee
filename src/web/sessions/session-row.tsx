import { memo, useRef } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { sessionAddress } from '../router.ts'
import { Age } from '../ui/age.tsx'
import { Link } from '../ui/link.tsx'
import { Meter } from '../ui/meter.tsx'
import { count, shortPath, usd } from '../ui/numbers.ts'
import { useRestoreFocus } from '../ui/restore-focus.ts'
import { focusRow } from './session-list.tsx'

interface Props {
  session: SessionSummary
  isCurrent: boolean
}

export const SessionRow = memo(function SessionRow({ session, isCurrent }: Props) {
  const { id, title, cwd, lastLine, costUsd, context, group, warnings, queued } = session
  const row = useRef<HTMLLIElement>(null)
  // In another group it is another element.
  useRestoreFocus(
    row,
    () => () => document.querySelector<HTMLElement>(`.session-row a[href="${sessionAddress(id)}"]`),
  )
  return (
    <li ref={row} className="session-row">
      <Link
        href={sessionAddress(id)}
        aria-current={isCurrent ? 'page' : undefined}
        data-group={group}
        onKeyDown={moveFocus}
      >
        <span className="row">
          <strong className="cut grow">{title || 'Untitled'}</strong>
          {warnings.length > 0 && (
            <span
              className="session-warning"
              role="img"
              aria-label={warnings.join('. ')}
              title={warnings.join('\n')}
            >
              ⚠
            </span>
          )}
          {queued > 0 && <span className="tag">{queued} queued</span>}
          {costUsd > 0 && <span className="soft small">{usd(costUsd)}</span>}
        </span>
        <span className="row small">
          <span className="cut grow status-line">
            <StatusWords session={session} />
          </span>
          {context?.window && (
            <Meter
              part={context.tokens / context.window}
              label={`context: ${count(context.tokens)} of ${count(context.window)} tokens`}
            />
          )}
        </span>
        <span className="row small soft">
          <span className="cut" title={cwd}>
            {shortPath(cwd)}
          </span>
          {lastLine && <span className="cut grow last-line">{lastLine}</span>}
        </span>
      </Link>
    </li>
  )
})

const WITHOUT_AGE = new Set(['idle', 'ready', 'disconnected', 'error'])

/** What the session does now, in words, and for how long. */
function StatusWords({ session: { liveness } }: { session: SessionSummary }) {
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

function moveFocus(event: React.KeyboardEvent<HTMLAnchorElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  const all = [...document.querySelectorAll('.session-row a')]
  focusRow(all.indexOf(event.currentTarget) + by)
}
