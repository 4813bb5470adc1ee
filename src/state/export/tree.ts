/** The transcript as a tree: under each call, what its sub-agent did. */
import { draftsIn, items, type WithTranscript } from '../select.ts'
import type { Draft, Item } from '../transcript/items.ts'
import { isCall, MAIN } from '../transcript/transcript.ts'
import type { ExportSettings } from './options.ts'

interface Branch {
  readonly item: Item
  readonly children: Tree
}
export interface Tree {
  readonly branches: readonly Branch[]
  readonly drafts: readonly Draft[]
}

export function treeOf(state: WithTranscript, settings: ExportSettings): Tree {
  const main = threadTree(state, settings, MAIN, [])
  const orphans = state.transcript.orphans.map((thread) => threadTree(state, settings, thread, [MAIN]))
  return {
    branches: [...main.branches, ...orphans.flatMap(({ branches }) => branches)],
    drafts: [...main.drafts, ...orphans.flatMap(({ drafts }) => drafts)],
  }
}

function threadTree(
  state: WithTranscript,
  settings: ExportSettings,
  thread: string,
  above: readonly string[],
): Tree {
  const path = [...above, thread]
  const branches = items(state, { thread })
    .filter((item) => isWanted(item, settings))
    .map((item) => {
      const inner = isCall(item) && !path.includes(item.toolUseId) ? item.toolUseId : undefined
      const children = inner === undefined ? NOTHING : threadTree(state, settings, inner, path)
      return { item, children }
    })
  return { branches, drafts: settings.drafts ? draftsIn(state, thread) : [] }
}

/** How a format writes an item, a draft, and what a sub-agent did under its call. */
export interface Writing {
  readonly item: (item: Item) => string
  readonly draft: (draft: Draft) => string
  readonly inner: (text: string) => string
}

/** Every part of the tree as text. One that has nothing to say is left out. */
export function written({ branches, drafts }: Tree, how: Writing): string[] {
  const texts = branches.map(({ item, children }) => {
    const inner = written(children, how)
    return inner.length === 0 ? how.item(item) : `${how.item(item)}\n\n${how.inner(inner.join('\n\n'))}`
  })
  return [...texts, ...drafts.map(how.draft)].filter((text) => text !== '')
}

/** Empty if there are none. */
export function paragraphs(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `${texts.join('\n\n')}\n`
}

const NOTHING: Tree = { branches: [], drafts: [] }

function isWanted(item: Item, { thinking, notices }: ExportSettings): boolean {
  if (item.kind === 'removed') return false
  if (item.kind === 'thinking') return thinking && (item.text !== '' || item.redacted === true)
  return notices || (item.kind !== 'notice' && item.kind !== 'raw')
}
