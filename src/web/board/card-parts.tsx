/** What all cards of the board have. */
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import type { SessionSummary } from '../../api/resources.ts'
import { navigate, sessionAddress } from '../router.ts'
import { BranchIcon, PinIcon } from '../ui/icons.ts'
import { Link } from '../ui/link.tsx'
import './card.css'

export interface CardProps {
  session: SessionSummary
  /** The card that `j` and `k` have chosen. */
  isCurrent: boolean
  /** Whether to move the focus to the card when it becomes the current one. */
  takesFocus: boolean
  onFocus: (id: string) => void
}

interface FrameProps extends CardProps {
  tone?: 'needs-you' | undefined
  /** Beside the title. */
  sign?: ReactNode
  /** The view that the card opens. */
  href?: string
  children: ReactNode
}

/** Enter on the card itself opens its session. */
export function CardFrame({
  session,
  isCurrent,
  takesFocus,
  onFocus,
  tone,
  sign,
  href,
  children,
}: FrameProps) {
  const { id, title, pinned } = session
  const card = useRef<HTMLElement>(null)
  const name = useId()
  const address = href ?? sessionAddress(id)
  useEffect(() => {
    if (!isCurrent || !takesFocus || card.current?.contains(document.activeElement)) return
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent, takesFocus])
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== card.current) return
    event.preventDefault()
    navigate(address)
  }
  return (
    <article
      ref={card}
      className="card board-card"
      aria-labelledby={name}
      data-tone={tone}
      data-current={isCurrent || undefined}
      data-session={id}
      tabIndex={-1}
      onFocus={() => onFocus(id)}
      onKeyDown={pressed}
    >
      <header className="board-card-top">
        <h3 className="grow cut">
          <Link id={name} href={address}>
            {title || 'Untitled'}
          </Link>
        </h3>
        {pinned && <PinIcon className="board-pin" />}
        {sign}
      </header>
      {children}
    </article>
  )
}

/** The project and the branch of the session; `children` stand at the end of the line. */
export function CardMeta({
  session: { project, cwd, worktree, branch = worktree?.branch },
  children,
}: {
  session: SessionSummary
  children?: ReactNode
}) {
  return (
    <p className="board-card-meta" title={cwd}>
      <span className="cut">{project.name || 'Unknown project'}</span>
      {branch !== undefined && (
        <>
          <span aria-hidden="true">·</span>
          <BranchIcon />
          <span className="cut board-branch">{branch}</span>
        </>
      )}
      <span className="board-card-age">{children}</span>
    </p>
  )
}
