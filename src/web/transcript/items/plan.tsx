import type { PlanItem } from '../../../state/transcript/items.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { callOf } from '../call.ts'
import { ErrorText } from '../tools/plain.tsx'
import { ToolCard } from '../tools/tool-card.tsx'

export function Plan({ item }: { item: PlanItem }) {
  const call = callOf(item)
  return (
    <ToolCard
      call={call}
      title="Plan"
      note={
        item.status === 'done' && (
          <span className="tag" data-tone="success">
            approved
          </span>
        )
      }
      startsOpen={item.status !== 'running'}
    >
      {() => (
        <>
          <Markdown text={item.plan} />
          <ErrorText call={call} />
        </>
      )}
    </ToolCard>
  )
}
