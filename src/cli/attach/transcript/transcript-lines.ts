/**
 * The transcript as lines, item by item, made when they are looked at and kept while the item stays the same. With ten
 * thousand items, what a delta costs is what is on the screen.
 */
import { type EarlierItems, ITEMS_IN_PAGE } from '../../../api/earlier-items.ts'
import { hasKey, lookUp } from '../../../state/lookup.ts'
import { draftsIn, itemCount } from '../../../state/select.ts'
import type { SessionState } from '../../../state/session-state.ts'
import { outcomeOf } from '../../../state/transcript/background.ts'
import type { Draft, Item } from '../../../state/transcript/items.ts'
import { isCall, itemAt, MAIN } from '../../../state/transcript/transcript.ts'
import { GrowingMarkdown } from '../../terminal/markdown/growing.ts'
import { dim, red } from '../../terminal/style.ts'
import { draftLines, itemLines, type LineOptions } from './item-lines.ts'

interface Kept {
  readonly key: string
  readonly lines: readonly string[]
}
/** Of what a sub-agent does, the last steps. */
const STEPS = 6
const STEPS_DETAILED = 500
const INDENT = '  '
const DEEPEST = 6
/** How far back the item before is looked for: some are not shown. */
const FAR = 8

function isStep(item: Item): boolean {
  return item.kind === 'tool' || item.kind === 'notice'
}

export class TranscriptLines {
  readonly #kept = new WeakMap<Item, Kept>()
  readonly #growing = new Map<string, GrowingMarkdown>()
  #state: SessionState
  #options: LineOptions
  #earlier: EarlierItems | undefined

  constructor(state: SessionState, options: LineOptions) {
    this.#state = state
    this.#options = options
  }

  /** Before anything is asked: what is to be shown, and how. */
  use(state: SessionState, options: LineOptions, earlier?: EarlierItems): void {
    this.#state = state
    this.#options = options
    this.#earlier = earlier
    for (const id of this.#growing.keys())
      if (!state.transcript.drafts.some((draft) => draft.id === id)) this.#growing.delete(id)
  }

  /** Items of the conversation, and one more for what is being written. */
  get count(): number {
    return itemCount(this.#state) + 1
  }

  /** Undefined: it has left the state, and is not loaded. */
  #itemAt(thread: string, index: number): Item | undefined {
    return itemAt(this.#state.transcript, { thread, index }) ?? this.#earlier?.item(thread, index)
  }

  /** A line in the place of an item that is not loaded: it is asked for. */
  #missing(thread: string, index: number): string {
    const problem = this.#earlier?.problem(thread, index)
    if (problem === undefined) this.#earlier?.load(thread, index)
    return problem === undefined ? dim('… loading') : red(`not loaded: ${problem}`)
  }

  /** The lines of one item with what belongs to it. */
  readonly lines = (index: number): readonly string[] => {
    const item = this.#itemAt(MAIN, index)
    if (!item && index < this.count - 1) return [this.#missing(MAIN, index)]
    const lines = item ? this.#withSteps(item, 0, [MAIN]) : index === this.count - 1 ? this.#end() : []
    return lines.length > 0 && this.#hasGap(index, item) ? ['', ...lines] : lines
  }

  /** A free line between items, but not between the steps of one reply. */
  #hasGap(index: number, item: Item | undefined): boolean {
    for (let at = index - 1; at >= Math.max(0, index - FAR); at--) {
      const before = this.#itemAt(MAIN, at)
      if (!before || this.#item(before, 0).length === 0) continue
      return !(isStep(before) && (item ? isStep(item) : draftsIn(this.#state, MAIN)[0]?.kind === 'tool'))
    }
    return index > 0
  }

  #end(): readonly string[] {
    const drafts = draftsIn(this.#state, MAIN).flatMap((draft) => this.#draft(draft, this.#options))
    const { orphans } = this.#state.transcript
    return [...drafts, ...orphans.flatMap((thread) => this.#thread(thread, 1, [MAIN]))]
  }

  #withSteps(item: Item, depth: number, path: readonly string[]): readonly string[] {
    const own = this.#item(item, depth)
    if (!isCall(item) || path.includes(item.toolUseId) || depth >= DEEPEST) return own
    const steps = this.#thread(item.toolUseId, depth + 1, path)
    return steps.length === 0 ? own : [...own, ...steps]
  }

  #thread(thread: string, depth: number, path: readonly string[]): readonly string[] {
    const count = this.#sizeOf(thread)
    const drafts = draftsIn(this.#state, thread)
    if (count === 0 && drafts.length === 0) return []
    const most = this.#options.isDetailed ? STEPS_DETAILED : STEPS
    const from = Math.max(0, count - most)
    const inner = [...path, thread]
    const before = from > 0 ? [dim(`… ${from} steps before`)] : []
    const lines: string[] = []
    for (let index = from; index < count; index++) {
      const item = this.#itemAt(thread, index)
      if (item) lines.push(...this.#withSteps(item, depth, inner))
      else if (index === from || index % ITEMS_IN_PAGE === 0) lines.push(this.#missing(thread, index))
    }
    const written = drafts.flatMap((draft) => this.#draft(draft, this.#narrow(depth)))
    return [...before, ...lines, ...written].map((line) => `${INDENT}${line}`)
  }

  /** What the sub-agent of a call did that has left the state is counted once its page is there. */
  #sizeOf(thread: string): number {
    const { threads, calls } = this.#state.transcript
    return lookUp(threads, thread)?.size ?? (hasKey(calls, thread) ? 0 : (this.#earlier?.size(thread) ?? 0))
  }

  #narrow(depth: number): LineOptions {
    const width = Math.max(16, this.#options.width - depth * INDENT.length)
    return { ...this.#options, width }
  }

  #item(item: Item, depth: number): readonly string[] {
    const options = this.#narrow(depth)
    const isRunning = isCall(item) && outcomeOf(item).status === 'running'
    const age = isRunning ? Math.floor((options.now - item.at) / 1000) : ''
    const key = `${options.width} ${options.isDetailed} ${age}`
    const kept = this.#kept.get(item)
    if (kept?.key === key) return kept.lines
    const lines = itemLines(item, options)
    this.#kept.set(item, { key, lines })
    return lines
  }

  #draft(draft: Draft, options: LineOptions): readonly string[] {
    if (draft.kind !== 'text') return draftLines(draft, options)
    let growing = this.#growing.get(draft.id)
    if (!growing) {
      growing = new GrowingMarkdown()
      this.#growing.set(draft.id, growing)
    }
    return growing.lines(draft.text, options.width - 2).map((line) => `${INDENT}${line}`)
  }
}
