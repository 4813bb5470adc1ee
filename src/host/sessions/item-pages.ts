/**
 * The whole transcript of a session, by place: what the state holds, what has left it and waits to be stored, and what is stored.
 * An item is stored once it is final, so that what is stored never changes.
 */
import type { ItemPage } from '../../api/resources.ts'
import { lookUp } from '../../state/lookup.ts'
import type { SessionState } from '../../state/session-state.ts'
import type { Item } from '../../state/transcript/items.ts'
import { isCall, itemAt, MAIN, type Place, type Placed, threadOf } from '../../state/transcript/transcript.ts'
import type { Store } from '../journal/store.ts'

export class ItemPages {
  readonly #store: Store
  readonly #session: string
  readonly #state: () => SessionState
  readonly #waiting = new Map<string, Placed>()

  constructor(store: Store, session: string, state: () => SessionState) {
    this.#store = store
    this.#session = session
    this.#state = state
  }

  /** What is not stored yet. */
  get waiting(): readonly Placed[] {
    return [...this.#waiting.values()]
  }
  get waitingCount(): number {
    return this.#waiting.size
  }
  /** What has left this state with its last event. */
  add({ transcript }: SessionState): void {
    for (const placed of transcript.left ?? []) this.#waiting.set(keyOf(placed), placed)
  }
  stored(items: readonly Placed[]): void {
    for (const placed of items)
      if (this.#waiting.get(keyOf(placed)) === placed) this.#waiting.delete(keyOf(placed))
  }
  /** The state is read anew when it is asked for, and with it what was not stored. */
  forget(): void {
    this.#waiting.clear()
  }

  /** Items of one thread: without `from`, the last ones. */
  page(thread: string, first: number | undefined, limit: number): ItemPage {
    const size = this.#sizeOf(thread)
    const from = first ?? Math.max(0, size - limit)
    const to = Math.min(from + limit, size)
    const stored = new Map<number, Item>()
    if (to > from)
      for (const { index, item } of this.#store.items(this.#session, thread, from, to))
        stored.set(index, item)
    const { transcript } = this.#state()
    const items: ItemPage['items'][number][] = []
    for (let index = from; index < to; index++) {
      const place = { thread, index }
      const item = itemAt(transcript, place) ?? this.#waiting.get(keyOf(place))?.item ?? stored.get(index)
      if (!item) continue
      const inner = isCall(item) ? this.#sizeOf(item.toolUseId) : 0
      items.push({ index, item, ...(inner > 0 && { inner }) })
    }
    return { thread, size, items }
  }

  /** Where in the conversation the event with this number is: the last item that came with it or before. */
  indexOf(seq: number): number {
    const { transcript } = this.#state()
    const main = threadOf(transcript, MAIN)
    const isUntil = (index: number) => (itemAt(transcript, { thread: MAIN, index })?.seq ?? Infinity) <= seq
    for (let index = main.size - 1; index >= (main.first ?? 0); index--) if (isUntil(index)) return index
    let last = this.#store.lastItem(this.#session, MAIN, seq)
    const others = [...this.#waiting.values(), ...(transcript.pinned ?? [])]
    for (const { thread, index, item } of others)
      if (thread === MAIN && item.seq <= seq) last = Math.max(last, index)
    return Math.max(0, last)
  }

  #sizeOf(thread: string): number {
    const { threads, over } = this.#state().transcript
    const known = lookUp(threads, thread)?.size ?? over?.findLast((it) => it.thread === thread)?.size
    return known ?? this.#store.lastItem(this.#session, thread) + 1
  }
}

/** Page by page. */
export function* storedItems(store: Store, session: string): Generator<Placed> {
  for (let last: Placed | undefined; ; ) {
    const page = store.itemsAfter(session, last, 500)
    yield* page
    last = page.at(-1)
    if (!last) return
  }
}

function keyOf({ thread, index }: Place): string {
  return `${index} ${thread}`
}
