import type { ReactNode } from 'react'
import { Age } from './age.tsx'
import { type Icon, WorkingIcon } from './icons.ts'
import { Spinner } from './spinner.tsx'
import type { Tone } from './tone.ts'

interface Props {
  tone: Tone
  icon?: Icon
  /** When the state began; its age grows beside its name. */
  since?: number | undefined
  children: ReactNode
}

/** A state: its name and its age. */
export function Chip({ tone, icon: Shown, since, children }: Props) {
  return (
    <span className="chip" data-tone={tone}>
      {Shown === WorkingIcon ? <Spinner /> : Shown && <Shown />}
      <span className="cut">{children}</span>
      {since !== undefined && (
        <span>
          · <Age since={since} />
        </span>
      )}
    </span>
  )
}
