/** One item or draft. It renders again only when the item changes. */
import { memo, type ReactNode, useState } from 'react'
import type { Draft, Item } from '../../state/transcript/items.ts'
import { callBeingWritten, callOf } from './call.ts'
import { ItemTools } from './item-tools.tsx'
import { Compaction } from './items/compaction.tsx'
import { Notice } from './items/notice.tsx'
import { Plan } from './items/plan.tsx'
import { Question } from './items/question.tsx'
import { Raw } from './items/raw.tsx'
import { AnswerText } from './items/text.tsx'
import { Thinking } from './items/thinking.tsx'
import { UserText } from './items/user.tsx'
import { ToolView } from './tools/tool-view.tsx'

interface Props {
  item?: Item
  draft?: Draft
  /** In a sub-agent, where one cannot fork. */
  isNested?: boolean
  /** The item that the address, or the search, names. */
  isMarked?: boolean
  /** In the open run of calls, or the list of sub-agents, that the rows around it form. */
  place?: 'in-run' | 'agent' | 'last-agent'
}

export const Row = memo(function Row({ item, draft, isNested = false, isMarked = false, place }: Props) {
  const [isNear, setNear] = useState(false)
  const body = item ? itemBody(item) : draft ? draftBody(draft) : null
  const kind = item?.kind ?? draft?.kind
  if (body === null) return null
  const approach = () => setNear(true)
  return (
    <article
      className="item"
      data-kind={kind}
      data-draft={draft !== undefined}
      data-marked={isMarked}
      data-place={place}
      aria-label={kind && LABELS[kind]}
      aria-current={isMarked || undefined}
      onPointerEnter={approach}
      onFocus={approach}
    >
      <div className="item-body">{body}</div>
      {item && <ItemTools item={item} canFork={!isNested} isNear={isNear} />}
    </article>
  )
})

const LABELS: Readonly<Record<Item['kind'], string>> = {
  user: 'You',
  text: 'Agent',
  thinking: 'Thinking',
  tool: 'Tool call',
  question: 'Question',
  plan: 'Plan',
  notice: 'Notice',
  compaction: 'Compaction',
  raw: 'Unknown message',
  removed: 'Taken back',
}

/** Null if there is nothing to show. */
function itemBody(item: Item): ReactNode {
  switch (item.kind) {
    case 'user':
      return <UserText item={item} />
    case 'text':
      return <AnswerText text={item.text} isCut={item.cut === true} error={item.error} />
    case 'thinking':
      return item.text === '' && !item.redacted ? null : <Thinking {...item} isCut={item.cut === true} />
    case 'tool':
      return <ToolView call={callOf(item)} />
    case 'question':
      return <Question item={item} />
    case 'plan':
      return <Plan item={item} />
    case 'notice':
      return <Notice item={item} />
    case 'compaction':
      return <Compaction item={item} />
    case 'raw':
      return <Raw item={item} />
    case 'removed':
      return null
  }
}

/** Uses the elements of the finished item, so that what is open stays open when it is finished. */
function draftBody(draft: Draft): ReactNode {
  switch (draft.kind) {
    case 'text':
      return draft.text === '' ? null : <AnswerText text={draft.text} isGrowing />
    case 'thinking':
      return <Thinking id={draft.id} text={draft.text} since={draft.at} />
    case 'tool':
      return <ToolView call={callBeingWritten(draft)} />
    case 'raw':
      return null
  }
}
