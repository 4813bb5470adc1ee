/** In the head of a session: its pull request, and how the checks stand; each check is in a list that opens. */
import type { SessionSummary } from '../../../api/resources.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorIcon, ForwardIcon, type Icon, MergeIcon, PendingIcon, SuccessIcon } from '../../ui/icons.ts'
import { Popover } from '../../ui/popover.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type PullRequest, usePullRequest } from './use-pull-request.ts'
import './pull-request.css'

type Status = PullRequest['checks'][number]['status']

const SIGNS: Readonly<Record<Exclude<Status, 'pending'>, Icon>> = {
  passed: SuccessIcon,
  failed: ErrorIcon,
  skipped: PendingIcon,
}
const STATES = { open: 'Open', draft: 'Draft', merged: 'Merged', closed: 'Closed' } as const
/** What is wrong comes first. */
const ORDER: readonly Status[] = ['failed', 'pending', 'passed', 'skipped']

export function PullRequestChip({ summary, turns }: { summary: SessionSummary; turns: number }) {
  const request = usePullRequest(summary, turns)
  if (!request) return null
  const { number, title, url, state, checks } = request
  const sorted = [...checks].sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
  return (
    <Popover
      title={`Pull request ${number}`}
      button={
        <Button size="small" kind="quiet" className="request-chip" data-state={state} title={title}>
          <MergeIcon />
          <span className="number">#{number}</span>
          <span className="unseen">
            {STATES[state]}, {checksWords(checks)}
          </span>
          <Summary request={request} />
        </Button>
      }
    >
      <div className="stack request">
        <p>
          <a href={url} target="_blank" rel="noreferrer noopener">
            {title || url}
          </a>{' '}
          <span className="soft">{STATES[state]}</span>
        </p>
        {checks.length === 0 ? (
          <p className="soft">It has no checks.</p>
        ) : (
          <ul className="request-checks" aria-label="Checks">
            {sorted.map((check, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several checks may have the same name
              <li key={`${index} ${check.name}`} data-status={check.status}>
                <Sign status={check.status} />
                <span className="grow">{check.name}</span>
                <span className="soft">{check.status}</span>
                {check.url !== undefined && (
                  <a
                    href={check.url}
                    target="_blank"
                    rel="noreferrer noopener"
                    aria-label={`Details of ${check.name}`}
                  >
                    <ForwardIcon />
                  </a>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Popover>
  )
}

function Summary({ request: { state, checks } }: { request: PullRequest }) {
  if (state !== 'open' && state !== 'draft') return <span aria-hidden="true">{STATES[state]}</span>
  const worst = ORDER.find((status) => checks.some((it) => it.status === status))
  if (worst === undefined) return null
  const count = checks.filter((it) => it.status === worst).length
  return (
    <span className="request-sum" data-status={worst} aria-hidden="true">
      <Sign status={worst} />
      <span className="number">{count}</span>
    </span>
  )
}

function Sign({ status }: { status: Status }) {
  if (status === 'pending') return <Spinner />
  const Shown = SIGNS[status]
  return <Shown />
}

/** As in `1 failed, 3 passed`. */
function checksWords(checks: PullRequest['checks']): string {
  const counts = ORDER.map((status) => [status, checks.filter((it) => it.status === status).length] as const)
  const words = counts.filter(([, count]) => count > 0).map(([status, count]) => `${count} ${status}`)
  return words.length > 0 ? `checks: ${words.join(', ')}` : 'no checks'
}
