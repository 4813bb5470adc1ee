import type { ReactNode } from 'react'
import type { Icon } from './icons.ts'

interface Props {
  title: string
  icon?: Icon
  children?: ReactNode
}

/** Shown in place of content that does not exist yet. */
export function Empty({ title, icon: Shown, children }: Props) {
  return (
    <div className="empty">
      {Shown && <Shown />}
      <h2>{title}</h2>
      {children}
    </div>
  )
}
