import { formatDuration } from '../../../state/format/duration.ts'
import { outcomeOf } from '../../../state/transcript/background.ts'
import type { Item } from '../../../state/transcript/items.ts'
import { isCall } from '../../../state/transcript/transcript.ts'
import { Age } from '../../ui/age.tsx'
import { AgentsIcon } from '../../ui/icons.ts'
import { agentCounts } from './agents.ts'

export function AgentsHead({ items }: { items: readonly Item[] }) {
  const since = Math.min(...items.map(({ at }) => at))
  const ends = items.map((item) => (isCall(item) ? outcomeOf(item).endedAt : undefined))
  const isOver = ends.every((end) => end !== undefined)
  const end = Math.max(...ends.map((it) => it ?? 0))
  return (
    <div className="item" data-kind="agents">
      <div className="agents-head" data-working={!isOver}>
        <AgentsIcon className="agents-icon" />
        <strong>{items.length === 1 ? 'Sub-agent' : `${items.length} sub-agents`}</strong>
        <span className="soft">{agentCounts(items)}</span>
        <span className="agents-time">{isOver ? formatDuration(end - since) : <Age since={since} />}</span>
      </div>
    </div>
  )
}
