import type { ReactNode } from 'react'
import { ErrorIcon, InfoIcon, WarningIcon } from './icons.ts'

const ICONS = { neutral: InfoIcon, 'needs-you': WarningIcon, danger: ErrorIcon } as const

/** A sentence that stands out. Why a command failed is a `Failure`. */
export function Note({ tone = 'neutral', children }: { tone?: keyof typeof ICONS; children: ReactNode }) {
  const Shown = ICONS[tone]
  return (
    <div className="note" data-tone={tone}>
      <Shown />
      <div className="grow">{children}</div>
    </div>
  )
}
