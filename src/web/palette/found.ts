import type { Item } from './item.ts'
import { match } from './match.ts'

const RECENT_BONUS = 5

/** The items that the query finds, the best first, with the letters to mark. An empty query finds all, in their order. */
export function foundItems(
  items: readonly Item[],
  query: string,
  recent: readonly string[],
  most: number,
): Item[] {
  if (query.trim() === '') return items.slice(0, most)
  return items
    .flatMap((item) => {
      const own = match(query, item.title)
      const other = own ?? (item.words === undefined ? undefined : match(query, item.words))
      if (!other) return []
      const bonus = recent.includes(item.id) ? RECENT_BONUS : 0
      return [{ item: { ...item, places: own?.places ?? [] }, score: other.score + bonus - (own ? 0 : 4) }]
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item)
}
