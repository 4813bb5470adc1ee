import type { ReactNode } from 'react'

export type Tone = 'accent' | 'good' | 'bad' | 'need'

export function Tag({ tone, children }: { tone: Tone | undefined; children: ReactNode }) {
  return (
    <span className="tag" data-tone={tone}>
      {children}
    </span>
  )
}
