/**
 * The transcript as lines, item by item: rendered when first needed and cached while the item stays the same. Even with
 * ten thousand items, a delta costs only what is on the screen.
 */
import { draftsIn, itemCount, items } from '../../../state/select.ts'
import type { SessionState } from '../../../state/session-state.ts'
import type { Draft, Item } from '../../../state/transcript/items.ts'
import { isCall, MAIN } from '../../../state/transcript/transcript.ts'
import { GrowingMarkdown } from '../../terminal/markdown/growing.ts'
import { dim } from '../../terminal/style.ts'
import { draftLines, itemLines, type LineOptions } from './item-lines.ts'

interface Kept {
  readonly key: string
  readonly lines: readonly string[]
}
/** How many of a sub-agent's last steps are shown. */
const STEPS = 6
const STEPS_DETAILED = 500
const INDENT = '  '
const DEEPEST = 6
/** How far back to search for the previous visible item. */
const FAR = 8

function isStep(item: Item): boolean {
  return item.kind === 'tool' || item.kind === 'notice'
}

export class TranscriptLines {
  readonly #kept = new WeakMap<Item, Kept>()
  readonly #growing = new Map<string, GrowingMarkdown>()
  #state: SessionState
  #options: LineOptions

  constructor(state: SessionState, options: LineOptions) {
    this.#state = state
    this.#options = options
  }

  /** Call before the getters: sets what to show, and how. */
  use(state: SessionState, options: LineOptions): void {
    this.#state = state
    this.#options = options
    for (const id of this.#growing.keys())
      if (!state.transcript.drafts.some((draft) => draft.id === id)) this.#growing.delete(id)
  }

  /** The items of the conversation, plus one for the drafts. */
  get count(): number {
    return itemCount(this.#state) + 1
  }

  /** The lines of one item and of its sub-agents. */
  readonly lines = (index: number): readonly string[] => {
    const [item] = items(this.#state, { from: index, to: index + 1 })
    const lines = item ? this.#withSteps(item, 0, [MAIN]) : index === this.count - 1 ? this.#end() : []
    return lines.length > 0 && this.#hasGap(index, item) ? ['', ...lines] : lines
  }

  /** A blank line between items, but not between the steps of one reply. */
  #hasGap(index: number, item: Item | undefined): boolean {
    for (let at = index - 1; at >= Math.max(0, index - FAR); at--) {
      const [before] = items(this.#state, { from: at, to: at + 1 })
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
    const count = itemCount(this.#state, thread)
    const drafts = draftsIn(this.#state, thread)
    if (count === 0 && drafts.length === 0) return []
    const most = this.#options.isDetailed ? STEPS_DETAILED : STEPS
    const from = Math.max(0, count - most)
    const inner = [...path, thread]
    const before = from > 0 ? [dim(`… ${from} steps before`)] : []
    const lines = items(this.#state, { thread, from }).flatMap((item) => this.#withSteps(item, depth, inner))
    const written = drafts.flatMap((draft) => this.#draft(draft, this.#narrow(depth)))
    return [...before, ...lines, ...written].map((line) => `${INDENT}${line}`)
  }

  #narrow(depth: number): LineOptions {
    const width = Math.max(16, this.#options.width - depth * INDENT.length)
    return { ...this.#options, width }
  }

  #item(item: Item, depth: number): readonly string[] {
    const options = this.#narrow(depth)
    const isRunning = isCall(item) && item.status === 'running'
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
