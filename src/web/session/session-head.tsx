import { useEffect, useState } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { formatMoney } from '../../state/format/money.ts'
import { liveness } from '../../state/liveness/liveness.ts'
import { describe } from '../../state/liveness/words.ts'
import type { SessionState } from '../../state/session-state.ts'
import { useShortcuts } from '../keys/keys.ts'
import { type SessionTab, sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { useNow } from '../store/clock.ts'
import { api } from '../store/connection.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { DisclosureSign } from '../ui/disclosure.tsx'
import { Failure } from '../ui/failure.tsx'
import { Link } from '../ui/link.tsx'
import { ContextMeter } from '../ui/meter.tsx'
import { shortPath } from '../ui/numbers.ts'
import { submitHandler } from '../ui/submit-handler.ts'
import { SessionMenu } from './session-menu.tsx'
import { Switches } from './switches.tsx'

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
  const [isRenaming, setRenaming] = useState(false)
  const { id, cwd, context, costUsd, archived } = summary
  return (
    <header className="session-head">
      <div className="row session-top">
        <BackLink />
        <SessionTitle summary={summary} isEditing={isRenaming} onEdit={setRenaming} />
        <div className="session-switches row">
          <Switches summary={summary} state={state} />
        </div>
        {archived && <span className="tag">archived</span>}
        <ContextMeter context={context} />
        <span className="soft small" title="Cost so far">
          {formatMoney(costUsd)}
        </span>
        <SessionMenu summary={summary} state={state} onRename={() => setRenaming(true)} />
      </div>
      <div className="row wrap session-line">
        <LivenessLine state={state} />
        <InterruptButton session={id} state={state} />
        <span className="soft small cut session-folder" title={cwd}>
          {shortPath(cwd)}
        </span>
        <span className="grow" />
        <nav className="tabs" aria-label="Parts of the session">
          {TABS.map(([name, label]) => (
            <Link key={name} className="tab" href={sessionAddress(id, name)} isCurrent={name === tab}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <SessionNotes summary={summary} state={state} />
    </header>
  )
}

/** The page derives the liveness itself, by the same function as the host. */
function LivenessLine({ state }: { state: SessionState }) {
  const now = useNow()
  const live = liveness(state, now)
  const words = describe(live, now, { formatTime: (at) => new Date(at).toLocaleTimeString() })
  return (
    <span className="liveness" data-status={live.status} data-testid="liveness">
      {words}
    </span>
  )
}

function SessionNotes({ summary, state }: { summary: SessionSummary; state: SessionState }) {
  const notes = [
    ...summary.warnings,
    ...(summary.durable || state.process.status !== 'running'
      ? []
      : ['This session ends with the host: durable processes are not to be had here.']),
    ...(state.facts.writesLost
      ? [`The CLI could not store all of its transcript (${state.facts.writesLost.code}).`]
      : []),
  ]
  if (notes.length === 0) return null
  return (
    <details className="session-notes">
      <summary>
        <DisclosureSign />
        <span>{notes[0]}</span>
        {notes.length > 1 && <span className="session-notes-more"> and {notes.length - 1} more</span>}
      </summary>
      {notes.slice(1).map((note) => (
        <p key={note}>{note}</p>
      ))}
    </details>
  )
}

/** How long a second press of Escape counts as one. */
const SECOND_PRESS_MS = 3000

/**
 * Whatever handles Escape itself (a palette, a form) comes first. While an approval is open, Escape is also the way to its card:
 * then it takes a second press to interrupt.
 */
function InterruptButton({ session, state }: { session: string; state: SessionState }) {
  const stop = useAction(() =>
    api.call('interrupt', { params: { id: session }, body: { commandId: newId() } }),
  )
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    if (!isArmed) return
    const timer = setTimeout(() => setArmed(false), SECOND_PRESS_MS)
    return () => clearTimeout(timer)
  }, [isArmed])
  const isWorking = state.turns.current !== null && state.process.status === 'running'
  const isStopping = stop.isPending || state.turns.tracking.interrupting
  const isWaiting = state.approvals.pending.length > 0
  const pressed = (event: KeyboardEvent) => {
    if (event.repeat) return
    if (isWaiting && !isArmed) return setArmed(true)
    setArmed(false)
    void stop.run()
  }
  useShortcuts(
    'Session',
    isWorking ? [{ key: 'Escape', does: 'interrupt the turn', run: pressed, inFields: true }] : [],
  )
  if (!isWorking) return <Failure error={stop.error} />
  return (
    <>
      <Button
        size="small"
        isPending={isStopping}
        shortcut={isWaiting && !isArmed ? 'Esc Esc' : 'Esc'}
        aria-keyshortcuts="Escape"
        onClick={() => stop.run()}
      >
        Interrupt
      </Button>
      {isArmed && (
        <span className="soft" role="status">
          Press Esc again to interrupt
        </span>
      )}
      <Failure error={stop.error} />
    </>
  )
}

interface SessionTitleProps {
  summary: SessionSummary
  isEditing: boolean
  onEdit: (isEditing: boolean) => void
}

function SessionTitle({ summary: { id, title }, isEditing, onEdit }: SessionTitleProps) {
  const [text, setText] = useState(title)
  const rename = useAction(async () => {
    await api.call('patchSession', { params: { id }, body: { commandId: newId(), title: text.trim() } })
    onEdit(false)
  })
  if (!isEditing)
    return (
      <h1 className="grow session-title">
        <button
          type="button"
          className="cut"
          title={`${title}\n\nRename`}
          onClick={() => {
            setText(title)
            onEdit(true)
          }}
        >
          {title || 'Untitled'}
        </button>
      </h1>
    )
  return (
    <form className="row grow" onSubmit={submitHandler(() => rename.run())}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user asked for it with a key or a button
        autoFocus
        className="grow"
        aria-label="Title"
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onEdit(false)
        }}
      />
      <Button type="submit" kind="primary" size="small" isPending={rename.isPending}>
        Rename
      </Button>
      <Failure error={rename.error} />
    </form>
  )
}
