import { memo, useRef } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { sessionAddress } from '../router.ts'
import { Age } from '../ui/age.tsx'
import { BranchIcon, HostIcon, RenameIcon, WorkingIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import { useRestoreFocus } from '../ui/restore-focus.ts'
import { Spinner } from '../ui/spinner.tsx'
import { onNode } from './on-node.ts'
import { SessionPreview } from './session-preview.tsx'
import { signOf } from './session-sign.ts'

interface Props {
  session: SessionSummary
  isCurrent: boolean
  isUnread: boolean
  hasDraft: boolean
  isTabStop: boolean
}

export const SessionRow = memo(function SessionRow({
  session,
  isCurrent,
  isUnread,
  hasDraft,
  isTabStop,
}: Props) {
  const { id, title, cwd, liveness, warnings, node, worktree, branch = worktree?.branch } = session
  const row = useRef<HTMLLIElement>(null)
  const address = sessionAddress(id)
  // When a session moves to another section, its row becomes a new element.
  useRestoreFocus(row, () => () => document.querySelector<HTMLElement>(`.session-row a[href="${address}"]`))
  const { icon: Shown, tone, name } = signOf(session)
  return (
    <li ref={row} className="session-row">
      <Link
        href={address}
        isCurrent={isCurrent}
        data-entry={`session ${id}`}
        data-title={title}
        data-unread={isUnread || undefined}
        tabIndex={isTabStop ? 0 : -1}
        title={[
          cwd,
          ...(branch === undefined ? [] : [`Branch ${branch}`]),
          ...(node ? [onNode(node)] : []),
          ...warnings,
        ].join('\n')}
      >
        <span className="session-sign" data-tone={tone}>
          {Shown === WorkingIcon ? <Spinner /> : <Shown />}
        </span>
        <span className="session-row-title">
          <span className="cut">{title || 'Untitled'}</span>
          {isUnread && <span className="dot unread-dot" role="img" aria-label="unread" />}
          {hasDraft && <RenameIcon className="draft-mark" role="img" aria-label="has a draft" />}
          {node && (
            <span className="session-row-node" data-away={node.awaySince !== undefined || undefined}>
              <HostIcon />
              <span className="unseen">On </span>
              <span className="cut">{node.name}</span>
              {node.awaySince !== undefined && (
                <>
                  <span className="unseen">, which is away</span>
                  {node.awaySince > 0 && (
                    <span className="session-row-away">
                      <span className="unseen"> for </span>
                      <Age since={node.awaySince} isShort />
                    </span>
                  )}
                </>
              )}
            </span>
          )}
        </span>
        <span className="session-row-age">
          <Age since={ageOf(session, liveness.since)} isShort />
        </span>
        <span className="session-row-preview cut">
          <span className="unseen">{name}: </span>
          <SessionPreview session={session} />
        </span>
        {worktree && branch !== undefined && (
          <span className="session-row-branch">
            <BranchIcon />
            <span className="unseen">Branch </span>
            <span className="cut">{branch.replace(/^fairlead\//, '')}</span>
          </span>
        )}
      </Link>
    </li>
  )
})

/** A session that rests is as old as its last turn, not as its process. */
function ageOf({ group, lastTurn, createdAt }: SessionSummary, since: number): number {
  if (group === 'needs-you' || group === 'working') return since
  return lastTurn?.endedAt ?? (since || createdAt)
}
