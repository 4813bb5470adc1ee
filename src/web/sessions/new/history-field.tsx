import { useMemo, useState } from 'react'
import type { HistoryEntry } from '../../../api/resources.ts'
import { sessionAddress } from '../../router.ts'
import { api } from '../../store/connection.ts'
import { useFetched } from '../../store/fetched.ts'
import { useLive } from '../../store/use-live.ts'
import { When } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Link } from '../../ui/link.tsx'
import { shortPath } from '../../ui/numbers.ts'

interface Props {
  value: HistoryEntry | undefined
  onChange: (entry: HistoryEntry) => void
}
const MAX_ASKED = 1000
const PAGE = 100

function HistoryField({ value, onChange }: Props) {
  const history = useFetched('history', () => api.call('getHistory', { query: { limit: MAX_ASKED } }))
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(PAGE)
  const found = useMemo(() => searched(history.value?.sessions ?? [], search), [history.value, search])
  return (
    <div className="stack">
      <input
        type="search"
        value={search}
        aria-label="Search history"
        placeholder="Search by title, folder or id"
        onChange={({ target }) => setSearch(target.value)}
      />
      <Failure error={history.error} again={history.again} />
      {history.isPending && !history.value && <p className="soft">Reading history…</p>}
      {history.value && found.length === 0 && (
        <p className="soft">
          {history.value.sessions.length === 0
            ? 'Claude Code has no conversations on this machine.'
            : 'No matching conversations.'}
        </p>
      )}
      {found.length > 0 && (
        <div className="new-history card" role="radiogroup" aria-label="Conversations">
          {found.slice(0, shown).map((entry) => (
            <Entry
              key={entry.cliSessionId}
              entry={entry}
              isChosen={entry.cliSessionId === value?.cliSessionId}
              onChoose={onChange}
            />
          ))}
          {found.length > shown && (
            <Button kind="quiet" onClick={() => setShown(shown + PAGE)}>
              Show {found.length - shown} more
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface EntryProps {
  entry: HistoryEntry
  isChosen: boolean
  onChoose: (entry: HistoryEntry) => void
}

function Entry({ entry, isChosen, onChoose }: EntryProps) {
  const { cliSessionId, title, cwd, updatedAt, session } = entry
  const { sessions } = useLive()
  const open = session === undefined ? undefined : sessions?.find(({ id }) => id === session)
  return (
    <div className="new-entry" data-chosen={isChosen || undefined}>
      <label>
        <input
          type="radio"
          name="history"
          value={cliSessionId}
          checked={isChosen}
          onChange={() => onChoose(entry)}
        />
        <span className="grow">
          <span className="cut new-entry-title">{title || 'Untitled'}</span>
          <span className="row small soft">
            <span className="cut" title={cwd}>
              {shortPath(cwd, 3)}
            </span>
            <When at={updatedAt} />
          </span>
        </span>
      </label>
      {session !== undefined && (
        <Link className="small new-open" href={sessionAddress(session)}>
          Already open as “{open?.title || 'Untitled'}”
        </Link>
      )}
    </div>
  )
}

function searched(entries: readonly HistoryEntry[], search: string): readonly HistoryEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ title, cwd, cliSessionId }) => {
    const text = `${title}\n${cwd}\n${cliSessionId}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export type Way = 'resume' | 'fork'
interface HistoryChoiceProps {
  entry: HistoryEntry | undefined
  onEntry: (entry: HistoryEntry) => void
  way: Way
  onWay: (way: Way) => void
}

const WAYS: readonly [Way, string, string][] = [
  ['resume', 'Resume', 'new messages are added to this conversation'],
  ['fork', 'Fork', 'continues in a copy; the original stays as it is'],
]

export function HistoryChoice({ entry, onEntry, way, onWay }: HistoryChoiceProps) {
  return (
    <>
      <HistoryField value={entry} onChange={onEntry} />
      {entry && (
        <fieldset className="new-set new-ways">
          <legend>
            In <code>{entry.cwd}</code>
          </legend>
          {WAYS.map(([name, label, about]) => (
            <label key={name} className="row">
              <input type="radio" name="way" checked={way === name} onChange={() => onWay(name)} />
              <span>
                {label} <span className="soft small">({about})</span>
              </span>
            </label>
          ))}
          {entry.session !== undefined && way === 'resume' && (
            <p className="small new-danger">
              A session here already continues this conversation, and two would write over each other: open
              that session, or fork.
            </p>
          )}
        </fieldset>
      )}
    </>
  )
}
