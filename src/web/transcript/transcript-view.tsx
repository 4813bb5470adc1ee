import { rows } from '../../state/select.ts'
import type { SessionState } from '../../state/session-state.ts'

interface Props {
  id: string
  state: SessionState
  /** The event to show: the item that came with it is scrolled to. */
  seq?: number
}

export function TranscriptView({ state }: Props) {
  return (
    <div className="panel">
      {rows(state).map(({ item, draft }) => (
        <p key={(item ?? draft).id}>{(item ?? draft).kind}</p>
      ))}
    </div>
  )
}
