/**
 * The items of one session that its state does not hold any more: those that have left it while it was watched, and pages that were
 * asked of the host. The pages that were used last are kept, up to a number, so that the memory is bounded however far somebody
 * scrolls. Items that have left a state never change, and neither does what is here.
 */
import type { Place, Placed } from '../state/transcript/transcript.ts'
import type { ItemPage } from './resources.ts'

type Item = Placed['item']

interface Page {
  readonly items: Map<number, Item>
  isAsked: boolean
  problem?: string
}

/** How many entries a page has. */
export const ITEMS_IN_PAGE = 64
const MAX_PAGES = 48
const MAX_SIZES = 5000

export interface EarlierOptions {
  /** Without it, there are only those that have left. */
  readonly ask?: (thread: string, from: number, limit: number) => Promise<ItemPage>
  /** The state has this one, which may still change: it is not kept here. */
  readonly isHeld: (place: Place) => boolean
  readonly changed: () => void
}

/** Reads the entries of a transcript that a state no longer holds, page by page. */
export class EarlierItems {
  readonly #options: EarlierOptions
  /** By thread and number; what was used last comes last. */
  readonly #pages = new Map<string, Page>()
  /** Of threads that were read. */
  readonly #sizes = new Map<string, number>()
  #version = 0

  constructor(options: EarlierOptions) {
    this.#options = options
  }

  /** Another one whenever something is here that was not. */
  get version(): number {
    return this.#version
  }
  /** How many pages are here. */
  get pages(): number {
    return this.#pages.size
  }

  /** Undefined: it is not here. `load` asks for it. */
  item(thread: string, index: number): Item | undefined {
    return this.#used(keyOf(thread, index))?.items.get(index)
  }
  /** Why it could not be read. */
  problem(thread: string, index: number): string | undefined {
    return this.#pages.get(keyOf(thread, index))?.problem
  }
  /** How many items a thread has that the state does not know any more. Undefined: it was not read. */
  size(thread: string): number | undefined {
    return this.#sizes.get(thread)
  }

  /** Asks for the page of an item, unless it is here, under way or could not be read. */
  load(thread: string, index: number): void {
    const key = keyOf(thread, index)
    const page = this.#pageAt(key)
    const { ask } = this.#options
    if (!ask || page.isAsked || page.problem !== undefined || page.items.has(index)) return
    page.isAsked = true
    const from = index - (index % ITEMS_IN_PAGE)
    ask(thread, from, ITEMS_IN_PAGE).then(
      ({ items, size }) => this.#take(key, thread, size, items, index),
      (error: Error) => this.#fail(key, error.message),
    )
  }
  /** Asks once more for a page that could not be read. */
  retry(thread: string, index: number): void {
    const page = this.#pages.get(keyOf(thread, index))
    if (page) delete page.problem
    this.load(thread, index)
    this.#tell()
  }

  /** The host may be back: pages that could not be read may be asked for again. */
  forgetProblems(): void {
    const failed = [...this.#pages.values()].filter(({ problem }) => problem !== undefined)
    for (const page of failed) delete page.problem
    if (failed.length > 0) this.#tell()
  }

  /** They have left the state. */
  keep(left: readonly Placed[]): void {
    for (const { thread, index, item } of left) {
      this.#pageAt(keyOf(thread, index)).items.set(index, item)
      this.#setSize(thread, Math.max(index + 1, this.#sizes.get(thread) ?? 0))
    }
    this.#bound()
    this.#version += 1
  }

  #take(key: string, thread: string, size: number, items: ItemPage['items'], wanted: number): void {
    const page = this.#pageAt(key)
    page.isAsked = false
    for (const { index, item, inner } of items) {
      if (!this.#options.isHeld({ thread, index })) page.items.set(index, item)
      if (inner !== undefined && 'toolUseId' in item) this.#setSize(item.toolUseId, inner)
    }
    this.#setSize(thread, size)
    if (wanted < size && !page.items.has(wanted) && !this.#options.isHeld({ thread, index: wanted }))
      page.problem = 'the host does not have it'
    this.#bound()
    this.#tell()
  }
  #fail(key: string, problem: string): void {
    const page = this.#pageAt(key)
    page.isAsked = false
    page.problem = problem
    this.#tell()
  }

  #setSize(thread: string, size: number): void {
    this.#sizes.set(thread, size)
    const [oldest] = this.#sizes.keys()
    if (this.#sizes.size > MAX_SIZES && oldest !== undefined) this.#sizes.delete(oldest)
  }

  #used(key: string): Page | undefined {
    const page = this.#pages.get(key)
    if (!page) return undefined
    this.#pages.delete(key)
    this.#pages.set(key, page)
    return page
  }
  #pageAt(key: string): Page {
    const page = this.#used(key) ?? { items: new Map(), isAsked: false }
    this.#pages.set(key, page)
    return page
  }
  #bound(): void {
    for (const [key, { isAsked }] of this.#pages) {
      if (this.#pages.size <= MAX_PAGES) return
      if (!isAsked) this.#pages.delete(key)
    }
  }

  #tell(): void {
    this.#version += 1
    this.#options.changed()
  }
}

function keyOf(thread: string, index: number): string {
  return `${Math.floor(index / ITEMS_IN_PAGE)} ${thread}`
}
