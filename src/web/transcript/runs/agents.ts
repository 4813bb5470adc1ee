/** Sub-agents that were started one after another are shown as one list. */
import { ITEMS_IN_PAGE } from '../../../api/earlier-items.ts'
import { outcomeOf } from '../../../state/transcript/background.ts'
import type { Item } from '../../../state/transcript/items.ts'
import { isCall } from '../../../state/transcript/transcript.ts'

/** A sub-agent's place among its neighbours. */
export interface AgentPlace {
  readonly isFirst: boolean
  readonly isLast: boolean
  /** All of them, for the head of the list. */
  readonly items: readonly Item[]
}

/** Undefined for what is no sub-agent. As with runs, a list ends where a page of items ends. */
export function agentPlace(
  itemAt: (index: number) => Item | undefined,
  index: number,
): AgentPlace | undefined {
  if (!isAgent(itemAt(index))) return undefined
  const page = index - (index % ITEMS_IN_PAGE)
  let from = index
  while (from > page && isAgent(itemAt(from - 1))) from -= 1
  const items: Item[] = []
  for (let at = from; at < page + ITEMS_IN_PAGE; at++) {
    const item = itemAt(at)
    if (!item || !isAgent(item)) break
    items.push(item)
  }
  return { isFirst: index === from, isLast: index === from + items.length - 1, items }
}

/** `1 done, 2 working`. */
export function agentCounts(items: readonly Item[]): string {
  const counts = new Map<string, number>()
  for (const item of items) {
    if (!isCall(item)) continue
    const { status } = outcomeOf(item)
    const word = status === 'running' ? 'working' : status
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ')
}

function isAgent(item: Item | undefined): boolean {
  return item?.kind === 'tool' && (item.name === 'Agent' || item.name === 'Task')
}
