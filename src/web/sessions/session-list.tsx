/** The sessions in groups: what needs a person first. Arrow keys go through them, a filter makes them fewer. */
import { useMemo, useRef, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { useShortcuts } from '../keys/keys.ts'
import { navigate, sessionAddress } from '../router.ts'
import { useLive } from '../store/use-live.ts'
import { filtered, GROUP_NAMES, grouped } from './groups.ts'
import { SessionRow } from './session-row.tsx'

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
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
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

/** The rows are links: Tab goes through them too. */
export function focusRow(index: number): void {
  document.querySelectorAll<HTMLElement>('.session-row a')[index]?.focus()
}
