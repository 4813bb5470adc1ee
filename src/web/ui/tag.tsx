import type { ReactNode } from 'react'
import type { Tone } from './tone.ts'

/** A short mark beside a name. A state with an age is a `Chip`. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <span className="tag" data-tone={tone}>
      {children}
    </span>
  )
}
