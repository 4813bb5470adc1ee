import type { ReactNode } from 'react'
import type { Icon } from './icons.ts'

interface Props {
  title: string
  icon?: Icon
  /** It stands for a whole page, and its title is the heading of that page. */
  isPage?: boolean
  children?: ReactNode
}

/** Shown in place of content that does not exist yet. */
export function Empty({ title, icon: Shown, isPage = false, children }: Props) {
  return (
    <div className="empty">
      {Shown && <Shown />}
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  )
}
