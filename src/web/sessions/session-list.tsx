/** The sessions by project, pinned ones first. The list is one Tab stop: arrow keys move inside it. */
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { type SessionSection, sectionsOf } from '../../api/session-order.ts'
import { ArrangementField, useArrangement } from '../fleet/arrangement-field.tsx'
import { type Arrangement, machinesOf, ofMachine, sectionsByMachine } from '../fleet/by-machine.ts'
import { useShortcuts } from '../keys/keys.ts'
import { navigate, sessionAddress } from '../router.ts'
import { useStored } from '../store/stored.ts'
import { useLive } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import {
  ArchiveIcon,
  ClosedIcon,
  ExpandIcon,
  FolderIcon,
  HostIcon,
  type Icon,
  PinIcon,
  TerminalIcon,
} from '../ui/icons.ts'
import { useDrafts } from './drafts.ts'
import { moveInList } from './list-keys.ts'
import { onNode } from './on-node.ts'
import { useRowLimits } from './row-limits.ts'
import { useUnread } from './seen.ts'
import { SessionRow } from './session-row.tsx'
import { signOf } from './session-sign.ts'

/** With fewer sessions the field for the filter appears only on demand. */
const MANY = 8

export function SessionList({ current }: { current: string | undefined }) {
  const { sessions } = useLive()
  const [filter, setFilter] = useState('')
  const [isFiltering, setFiltering] = useState(false)
  const [showsArchived, setShowsArchived] = useState(false)
  const [focused, setFocused] = useState<string>()
  const closed = useClosedSections()
  const isUnread = useUnread()
  const drafts = useDrafts()
  const field = useRef<HTMLInputElement>(null)
  const machines = useMemo(() => machinesOf(sessions ?? []), [sessions])
  const [arrangement, arrange] = useArrangement(machines)
  const found = useMemo(
    () => matching(ofMachine(sessions ?? [], arrangement), filter),
    [sessions, filter, arrangement],
  )
  const sections = useMemo(
    () => namedSections(found, arrangement, showsArchived),
    [found, arrangement, showsArchived],
  )
  const limits = useRowLimits()
  const isOpen = ({ key }: NamedSection) => filter !== '' || !closed.has(key)
  const rowsOf = (it: NamedSection) => (isOpen(it) ? limits.first(it.key, it.sessions) : [])
  const shown = sections.flatMap(rowsOf)
  const entries = sections.flatMap((it) => [`section ${it.key}`, ...rowsOf(it).map(entryOf)])
  const own = current === undefined ? undefined : `session ${current}`
  const tabStop =
    [focused, own, shown[0] && entryOf(shown[0])].find((it) => it && entries.includes(it)) ?? entries[0]
  const step = (by: number) => {
    const ids = shown.map(({ id }) => id)
    const next = current === undefined ? ids[by > 0 ? 0 : ids.length - 1] : ids[ids.indexOf(current) + by]
    if (next !== undefined) navigate(sessionAddress(next))
  }
  useShortcuts('Sessions', [
    { key: 'j', does: 'next session', run: () => step(1) },
    { key: 'k', does: 'previous session', run: () => step(-1) },
    {
      key: '/',
      does: 'filter the sessions',
      run: () => {
        setFiltering(true)
        setTimeout(() => field.current?.focus())
      },
    },
  ])
  const archived = sessions?.filter((it) => it.archived).length ?? 0
  return (
    <div className="session-list">
      {(isFiltering || (sessions?.length ?? 0) > MANY) && (
        <input
          ref={field}
          type="search"
          value={filter}
          placeholder="Filter sessions"
          aria-label="Filter sessions by title, project, node or state"
          aria-keyshortcuts="/"
          onChange={({ target }) => setFilter(target.value)}
          onBlur={() => setFiltering(filter !== '')}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              setFilter('')
              event.currentTarget.blur()
            }
            if (event.key === 'Enter' && shown[0]) navigate(sessionAddress(shown[0].id))
            if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.session-row a')?.focus()
          }}
        />
      )}
      <ArrangementField machines={machines} value={arrangement} onChoose={arrange} />
      <section
        className="session-groups"
        aria-label="Sessions"
        onKeyDown={moveInList}
        onFocus={({ target }) => setFocused(target.dataset.entry)}
      >
        {!sessions && <p className="soft">Loading…</p>}
        {sessions?.length === 0 && (
          <Empty title="No sessions yet" icon={TerminalIcon}>
            <p>Sessions appear here, grouped by project.</p>
          </Empty>
        )}
        {sessions && shown.length === 0 && filter !== '' && <p className="soft">No matching sessions</p>}
        {sections.map((section) => (
          <Section
            key={section.key}
            section={section}
            isOpen={isOpen(section)}
            isTabStop={tabStop === `section ${section.key}`}
            onToggle={() => closed.toggle(section.key)}
            next={limits.next(section.key, section.sessions)}
            onMore={() => limits.more(section.key)}
          >
            {rowsOf(section).map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isCurrent={session.id === current}
                isUnread={isUnread(session) && session.id !== current}
                hasDraft={drafts.has(session.id)}
                isTabStop={tabStop === entryOf(session)}
              />
            ))}
          </Section>
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

const entryOf = ({ id }: SessionSummary): string => `session ${id}`

interface SectionProps {
  section: NamedSection
  isOpen: boolean
  isTabStop: boolean
  onToggle: () => void
  /** How many sessions more can be shown; none if it is not above 0. */
  next: number
  onMore: () => void
  children: ReactNode
}

function Section({ section, isOpen, isTabStop, onToggle, next, onMore, children }: SectionProps) {
  const { key, name, path, icon: Shown, sessions } = section
  const Sign = isOpen ? ExpandIcon : ClosedIcon
  return (
    <section aria-label={name}>
      <h2 className="group-name">
        <button
          type="button"
          data-entry={`section ${key}`}
          data-title={name}
          aria-expanded={isOpen}
          tabIndex={isTabStop ? 0 : -1}
          title={path}
          onClick={onToggle}
          onKeyDown={(event) => {
            if (event.key !== (isOpen ? 'ArrowLeft' : 'ArrowRight')) return
            event.preventDefault()
            onToggle()
          }}
        >
          <span className="group-signs">
            <Shown />
            <Sign />
          </span>
          <span className="cut grow">{name}</span>
          <span>{sessions.length}</span>
        </button>
      </h2>
      {isOpen && <ul>{children}</ul>}
      {isOpen && next > 0 && (
        <Button kind="quiet" size="small" onClick={onMore}>
          Show {next} more
        </Button>
      )}
    </section>
  )
}

interface NamedSection {
  readonly key: string
  readonly name: string
  readonly path?: string | undefined
  readonly icon: Icon
  readonly sessions: readonly SessionSummary[]
}

function namedSections(
  sessions: readonly SessionSummary[],
  arrangement: Arrangement,
  withArchived: boolean,
): NamedSection[] {
  const named =
    arrangement === 'machine'
      ? sectionsByMachine(sessions).map(machineSection)
      : sectionsOf(sessions).map(nameOf)
  const archived = sessions.filter((it) => it.archived)
  if (!withArchived || archived.length === 0) return named
  return [...named, { key: 'archived', name: 'Archived', icon: ArchiveIcon, sessions: archived }]
}

function nameOf(section: SessionSection): NamedSection {
  const { sessions } = section
  if (section.kind === 'pinned') return { key: 'pinned', name: 'Pinned', icon: PinIcon, sessions }
  const { path, name } = section.project
  return { key: path, name: name || 'Unknown project', path, icon: FolderIcon, sessions }
}

function machineSection({ machine, sessions }: ReturnType<typeof sectionsByMachine>[number]): NamedSection {
  const { id, name, isHere, awaySince } = machine
  const words = isHere ? `${name} (this machine)` : name
  return {
    key: `machine ${id}`,
    name: awaySince === undefined ? words : `${words}, away`,
    path: onNode(machine),
    icon: HostIcon,
    sessions,
  }
}

/** Every word must occur in the row. */
function matching(sessions: readonly SessionSummary[], filter: string): readonly SessionSummary[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return sessions
  return sessions.filter((session) => {
    const { title, cwd, project, branch, preview, liveness, model, agent, node } = session
    const said = [
      title,
      cwd,
      project.name,
      branch,
      preview.text,
      liveness.words,
      signOf(session).name,
      model,
      agent,
      node?.name,
    ]
    const text = said.join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Kept in this browser. */
function useClosedSections() {
  const [text, keep] = useStored('closed-sections')
  return useMemo(() => {
    const closed = new Set(text?.split('\n'))
    return {
      has: (key: string) => closed.has(key),
      toggle: (key: string) => {
        const after = closed.has(key) ? [...closed].filter((it) => it !== key) : [...closed, key]
        keep(after.join('\n'))
      },
    }
  }, [text, keep])
}
