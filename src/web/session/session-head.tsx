/**
 * The head of a session: its name and views, and below what it does now and what it runs with. On a phone and in a narrow pane
 * it is one bar, and its menu has the rest.
 */
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { formatMoney } from '../../state/format/money.ts'
import type { SessionState } from '../../state/session-state.ts'
import { AwayNote } from '../fleet/away-note.tsx'
import { type SessionTab, sessionAddress } from '../router.ts'
import { hostName } from '../store/host-name.ts'
import { PHONE, useMedia, useNarrow } from '../store/media.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Count } from '../ui/count.tsx'
import { HostIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import { Tag } from '../ui/tag.tsx'
import { BranchChip } from '../worktree/branch-chip.tsx'
import { ContextUse } from './context-use.tsx'
import { InterruptButton } from './interrupt-button.tsx'
import { RunSettings } from './run-settings.tsx'
import { SessionMenu } from './session-menu.tsx'
import { SessionNotes } from './session-notes.tsx'
import { SessionTitle } from './session-title.tsx'
import { PanelToggle } from './side/panel-toggle.tsx'
import { StateLine } from './state-line.tsx'
import { TABS } from './tabs.ts'

const PullRequestChip = lazy(async () => ({
  default: (await import('../review/request/pull-request-chip.tsx')).PullRequestChip,
}))

interface Props {
  summary: SessionSummary
  state: SessionState
  tab: SessionTab
  /** How many files the session has changed, as far as its tools tell. */
  changed: number
  /** Of the view that is shown. */
  tools?: ReactNode
}

const COMPACT_BELOW = 540

export function SessionHead({ summary, state, tab, changed, tools }: Props) {
  const [isRenaming, setRenaming] = useState(false)
  const head = useRef<HTMLElement>(null)
  const isNarrow = useNarrow(head, COMPACT_BELOW)
  const isCompact = useMedia(PHONE) || isNarrow
  const { id, costUsd, archived } = summary
  /** Which needs the height for code. */
  const isReview = tab === 'changes' && !isCompact
  return (
    <header ref={head} className="session-head" data-tab={tab} data-compact={isCompact || undefined}>
      <div className="session-top">
        <BackLink />
        <SessionTitle summary={summary} isEditing={isRenaming} onEdit={setRenaming} />
        <BranchChip summary={summary} turns={state.turns.past.size} />
        {!isCompact && (
          <Suspense>
            <PullRequestChip summary={summary} turns={state.turns.past.size} />
          </Suspense>
        )}
        {archived && <Tag>Archived</Tag>}
        {isReview && (
          <>
            <StateLine state={state} />
            <InterruptButton session={id} state={state} />
          </>
        )}
        <span className="grow session-space" />
        {!isCompact && (
          <nav className="tabs" aria-label={`Parts of the session ${summary.title}`}>
            {TABS.map(([name, label]) => (
              <Link key={name} className="tab" href={sessionAddress(id, name)} isCurrent={name === tab}>
                {label}
                {name === 'changes' && changed > 0 && (
                  <>
                    {' '}
                    <Count value={changed} />
                  </>
                )}
              </Link>
            ))}
          </nav>
        )}
        {tools}
        <SessionMenu
          summary={summary}
          state={state}
          tab={tab}
          isCompact={isCompact}
          onRename={() => setRenaming(true)}
        />
      </div>
      {!isReview && (
        <div className="session-line">
          <StateLine state={state} />
          <InterruptButton session={id} state={state} />
          {!isCompact && (
            <>
              <span className="session-separator" />
              <RunSettings summary={summary} state={state} />
              <span className="grow" />
              <ContextUse context={summary.context} />
              <span className="number" title="Cost of the session so far">
                {formatMoney(costUsd)}
              </span>
              <span className="session-separator" />
              <span className="session-host" title="The host of this session">
                <HostIcon />
                <span className="cut">{summary.node?.name ?? hostName}</span>
              </span>
              {tab === 'transcript' && <PanelToggle />}
            </>
          )}
        </div>
      )}
      <AwayNote summary={summary} />
      <SessionNotes summary={summary} state={state} />
    </header>
  )
}
