/** A conversation as data: the items as they are, those of a sub-agent within the call that started it. */
import type { Draft, Item } from '../transcript/items.ts'
import { partialInput } from '../transcript/partial-input.ts'
import { isCall } from '../transcript/transcript.ts'
import { boundedValue, type ExportOptions, type ExportSettings, settingsOf } from './options.ts'
import { type Tree, treeOf } from './tree.ts'
import type { Exported } from './wording.ts'

/** A session as JSON. */
export interface ExportedSession {
  readonly title?: string
  readonly model?: string
  readonly cwd?: string
  /** The CLI's ids of the conversation; the latest is the last. */
  readonly sessionIds: readonly string[]
  readonly items: readonly ExportedItem[]
}
/** One entry of an exported transcript. */
export type ExportedItem = (Item | ExportedDraft) & {
  /** What the sub-agent of a call did. */
  readonly items?: readonly ExportedItem[]
}
/** Text that was still being written. */
export interface ExportedDraft {
  readonly kind: 'draft'
  readonly id: string
  readonly at: number
  readonly of: Draft['kind']
  readonly text?: string
  readonly name?: string
  /** Of a tool: its input as far as it has come. */
  readonly input?: unknown
}

/** Exports a session as JSON. */
export function toJson(state: Exported, options: ExportOptions = {}): ExportedSession {
  const settings = settingsOf(options)
  const { title, model, cwd, cliSessions } = state.facts
  return {
    ...(title !== undefined && { title }),
    ...(model !== undefined && { model }),
    ...(cwd !== undefined && { cwd }),
    sessionIds: cliSessions.map(({ id }) => id),
    items: exported(treeOf(state, settings), settings),
  }
}

function exported({ branches, drafts }: Tree, settings: ExportSettings): ExportedItem[] {
  const finished = branches.map(({ item, children }) => {
    const inner = exported(children, settings)
    const own = withBounds(item, settings)
    return inner.length === 0 ? own : { ...own, items: inner }
  })
  return [...finished, ...drafts.map(exportedDraft)]
}

function withBounds(item: Item, { maxToolText }: ExportSettings): Item {
  if (!isCall(item)) return item
  const { input, result, toolUseResult, ranWith } = item
  return {
    ...item,
    input: boundedValue(input, maxToolText),
    ...(result && { result: { ...result, content: boundedValue(result.content, maxToolText) } }),
    ...(toolUseResult !== undefined && { toolUseResult: boundedValue(toolUseResult, maxToolText) }),
    ...(ranWith !== undefined && { ranWith: boundedValue(ranWith, maxToolText) }),
  }
}

function exportedDraft(draft: Draft): ExportedDraft {
  const { id, at, kind, name, text } = draft
  const base = { kind: 'draft', id, at, of: kind } as const
  return kind === 'tool'
    ? { ...base, ...(name !== undefined && { name }), input: partialInput(draft) ?? {} }
    : { ...base, text }
}
