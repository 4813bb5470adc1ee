/** Two to four sessions beside each other. The keys of the page belong to the pane that had the focus last. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { HasKeys, useShortcuts } from '../keys/keys.ts'
import { navigate, sessionAddress, splitAddress } from '../router.ts'
import { SessionView } from '../session/session-view.tsx'
import { signOf } from '../sessions/session-sign.ts'
import { useSummary } from '../store/use-live.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { CloseIcon, ExpandPaneIcon, WorkingIcon } from '../ui/icons.ts'
import { Spinner } from '../ui/spinner.tsx'
import './split.css'

export function SplitView({ ids }: { ids: readonly string[] }) {
  const [wanted, setWanted] = useState<string>()
  const active = ids.find((id) => id === wanted) ?? ids[0]
  const view = useRef<HTMLDivElement>(null)
  const choose = useCallback((id: string) => setWanted(id), [])
  const go = (by: number) => {
    const next = ids[(ids.indexOf(active ?? '') + by + ids.length) % ids.length]
    if (next === undefined) return
    setWanted(next)
    view.current?.querySelector<HTMLElement>(`[data-pane="${CSS.escape(next)}"]`)?.focus()
  }
  useShortcuts('Split view', [
    { key: 'l', does: 'next pane', run: () => go(1) },
    { key: 'h', does: 'previous pane', run: () => go(-1) },
  ])
  const close = (id: string) => {
    const left = ids.filter((it) => it !== id)
    const [only] = left
    navigate(left.length === 1 && only !== undefined ? sessionAddress(only) : splitAddress(left))
  }
  // The address of one session is that of its own view.
  const [only] = ids
  useEffect(() => {
    if (ids.length === 1 && only !== undefined) navigate(sessionAddress(only), { replace: true })
  }, [ids.length, only])
  return (
    <div ref={view} className="split" data-panes={ids.length}>
      <h1 className="unseen">Split view</h1>
      {ids.map((id) => (
        <Pane key={id} id={id} isActive={id === active} onChoose={choose} onClose={() => close(id)} />
      ))}
    </div>
  )
}

interface PaneProps {
  id: string
  isActive: boolean
  onChoose: (id: string) => void
  onClose: () => void
}

function Pane({ id, isActive, onChoose, onClose }: PaneProps) {
  const summary = useSummary(id)
  const title = summary ? summary.title || 'Untitled' : 'Session not found'
  const sign = summary && signOf(summary)
  const Shown = sign?.icon
  return (
    <section
      className="split-pane"
      aria-label={`Pane: ${title}`}
      data-pane={id}
      data-active={isActive || undefined}
      tabIndex={-1}
      onFocus={() => onChoose(id)}
      onPointerDown={() => onChoose(id)}
    >
      <header className="split-bar">
        {sign && Shown && (
          <span className="session-sign" data-tone={sign.tone} title={sign.name}>
            {Shown === WorkingIcon ? <Spinner /> : <Shown />}
          </span>
        )}
        <span className="split-name cut grow">
          <span className="split-title">{title}</span> <span className="soft">{summary?.project.name}</span>
        </span>
        <IconButton
          label={`Open ${title} alone`}
          icon={ExpandPaneIcon}
          size="small"
          onClick={() => navigate(sessionAddress(id))}
        />
        <IconButton label={`Close pane of ${title}`} icon={CloseIcon} size="small" onClick={onClose} />
      </header>
      <HasKeys.Provider value={isActive}>
        <SessionView route={{ view: 'session', id, tab: 'transcript' }} />
      </HasKeys.Provider>
    </section>
  )
}
