/** Finds the prompt before or after an item of the conversation, also among items that the page does not hold. */
import type { Item } from '../../../state/transcript/items.ts'
import { api } from '../../store/connection.ts'

const PAGE = 250

interface Conversation {
  readonly session: string
  readonly size: number
  /** Undefined: the page does not hold it. */
  readonly itemAt: (index: number) => Item | undefined
}

/** The index of a prompt, or undefined if there is none in this direction. */
export async function promptFrom(
  { session, size, itemAt }: Conversation,
  start: number,
  by: 1 | -1,
): Promise<number | undefined> {
  let read: { readonly from: number; readonly items: ReadonlyMap<number, Item> } | undefined
  for (let at = start + by; at >= 0 && at < size; at += by) {
    let item = itemAt(at) ?? read?.items.get(at)
    if (!item && (!read || at < read.from || at >= read.from + PAGE)) {
      const from = Math.max(0, by > 0 ? at : at - PAGE + 1)
      const { items } = await api.call('listItems', { params: { id: session }, query: { from, limit: PAGE } })
      read = { from, items: new Map(items.map((it) => [it.index, it.item])) }
      item = read.items.get(at)
    }
    if (item && isPrompt(item)) return at
  }
  return undefined
}

function isPrompt(item: Item): boolean {
  return item.kind === 'user' && !item.synthetic
}
