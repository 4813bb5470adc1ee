import { useState } from 'react'
import { type List, valueAt } from '../../state/list.ts'
import type { Item } from '../../state/transcript/items.ts'

/** Announces each finished answer once to screen readers, but none that was there before. */
export function LatestAnswer({ items }: { items: List<Item> }) {
  const [first] = useState(items.size)
  return (
    <div className="unseen" aria-live="polite">
      {latestText(items, first)}
    </div>
  )
}

const FAR = 20

function latestText(items: List<Item>, first: number): string {
  for (let at = items.size - 1; at >= Math.max(first, items.size - FAR); at--) {
    const item = valueAt(items, at)
    if (item?.kind === 'text') return item.text
  }
  return ''
}
