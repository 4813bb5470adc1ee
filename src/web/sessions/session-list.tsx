import { memo, useMemo, useRef, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { useShortcuts } from '../keys/keys.ts'
import { navigate, sessionAddress } from '../router.ts'
import { useLive } from '../store/use-live.ts'
import { Age } from '../ui/age.tsx'
import { WarningIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import { ContextMeter } from '../ui/meter.tsx'
import { shortPath, usd } from '../ui/numbers.ts'
import { useRestoreFocus } from '../ui/restore-focus.ts'

export function SessionList({ current }: { current: string | undefined }) {
  const { sessions } = useLive()
  const [filter, setFilter] = useState('')
  const [showsArchived, setShowsArchived] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const shown = useMemo(
    () => filtered(sessions ?? [], filter, showsArchived),
    [sessions, filter, showsArchived],
  )
  const step = (by: number) => {
    const ids = shown.map(({ id }) => id)
    const next = current === undefined ? ids[by > 0 ? 0 : ids.length - 1] : ids[ids.indexOf(current) + by]
    if (next !== undefined) open(next)
  }
  useShortcuts('Sessions', [
    { key: 'j', does: 'next session', run: () => step(1) },
    { key: 'k', does: 'session before', run: () => step(-1) },
    { key: '/', does: 'filter the sessions', run: () => field.current?.focus() },
  ])
  const archived = sessions?.filter((it) => it.archived).length ?? 0
  return (
    <div className="session-list">
      <input
        ref={field}
        type="search"
        value={filter}
        placeholder="Filter by title, folder, state"
        aria-label="Filter the sessions"
        onChange={({ target }) => setFilter(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key === 'Enter' && shown[0]) open(shown[0].id)
          if (event.key === 'ArrowDown') focusRow(0)
        }}
      />
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <section className="session-groups" tabIndex={0} aria-label="Sessions">
        {!sessions && <p className="soft">Loading…</p>}
        {sessions && shown.length === 0 && (
          <p className="soft">{sessions.length === 0 ? 'No sessions yet.' : 'No session is like that.'}</p>
        )}
        {grouped(shown).map(({ group, members }) => (
          <section key={group} aria-label={GROUP_NAMES[group]}>
            <h2 className="group-name">
              {GROUP_NAMES[group]} <span className="soft">{members.length}</span>
            </h2>
            <ul>
              {members.map((session) => (
                <SessionRow key={session.id} session={session} isCurrent={session.id === current} />
              ))}
            </ul>
          </section>
        ))}
        {archived > 0 && (
          <button
            type="button"
            className="button"
            data-kind="quiet"
            data-size="small"
            onClick={() => setShowsArchived(!showsArchived)}
          >
            {showsArchived ? 'Hide archived' : `Show ${archived} archived`}
          </button>
        )}
      </section>
    </div>
  )
}

function open(id: SessionSummary['id']): void {
  navigate(sessionAddress(id))
}

function focusRow(index: number): void {
  document.querySelectorAll<HTMLElement>('.session-row a')[index]?.focus()
}

type GroupName = SessionSummary['group'] | 'archived'

const GROUP_NAMES: Readonly<Record<GroupName, string>> = {
  'needs-you': 'Needs you',
  working: 'Working',
  idle: 'Idle',
  ended: 'Ended',
  archived: 'Archived',
}
const ORDER = Object.keys(GROUP_NAMES) as GroupName[]

function grouped(sessions: readonly SessionSummary[]): { group: GroupName; members: SessionSummary[] }[] {
  return ORDER.map((group) => ({
    group,
    members: sessions.filter((it) => (it.archived ? 'archived' : it.group) === group),
  })).filter(({ members }) => members.length > 0)
}

/** Every word must occur in the row. The result is in the order of the groups. */
function filtered(
  sessions: readonly SessionSummary[],
  filter: string,
  withArchived: boolean,
): SessionSummary[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const found = sessions.filter(({ archived, title, cwd, liveness, group, model, agent }) => {
    if (archived && !withArchived) return false
    const text = [title, cwd, liveness.words, GROUP_NAMES[group], model, agent].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return grouped(found).flatMap(({ members }) => members)
}

interface Props {
  session: SessionSummary
  isCurrent: boolean
}

const SessionRow = memo(function SessionRow({ session, isCurrent }: Props) {
  const { id, title, cwd, lastLine, costUsd, context, group, warnings, queued } = session
  const row = useRef<HTMLLIElement>(null)
  // When a session changes its group, its row becomes a new element.
  useRestoreFocus(
    row,
    () => () => document.querySelector<HTMLElement>(`.session-row a[href="${sessionAddress(id)}"]`),
  )
  return (
    <li ref={row} className="session-row">
      <Link href={sessionAddress(id)} isCurrent={isCurrent} data-group={group} onKeyDown={moveFocus}>
        <span className="row">
          <strong className="cut grow">{title || 'Untitled'}</strong>
          {warnings.length > 0 && (
            <span
              className="session-warning"
              role="img"
              aria-label={warnings.join('. ')}
              title={warnings.join('\n')}
            >
              <WarningIcon />
            </span>
          )}
          {queued > 0 && <span className="tag">{queued} queued</span>}
          {costUsd > 0 && <span className="soft small">{usd(costUsd)}</span>}
        </span>
        <span className="row small">
          <span className="cut grow status-line">
            <StatusWords session={session} />
          </span>
          <ContextMeter context={context} />
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
