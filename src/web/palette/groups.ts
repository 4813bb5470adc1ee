/** Which items the palette lists for a query, in which order. `>` narrows it to actions, `#` to texts. */
import type { SessionSummary } from '../../api/resources.ts'
import type { SessionState } from '../../state/session-state.ts'
import { useNow } from '../store/clock.ts'
import { useSettled } from '../store/settled.ts'
import { foundItems } from './found.ts'
import type { Item, ItemGroup } from './item.ts'
import { newSessionItem, pageItems, shortcutsItem } from './page-items.ts'
import { recentItems } from './recent.ts'
import { useFileItems, usePromptItems, useTextItems } from './remote-items.ts'
import { sessionActions } from './session-actions.ts'
import { sessionItemId, sessionItems } from './session-items.ts'

const MAX_RECENT = 5
const MAX_SESSIONS = 8
const MAX_ACTIONS = 8
const MAX_PROMPTS = 5
/** The host finds the texts, so that the order is its own. */
const MAX_TEXTS = 6

export interface PaletteWorld {
  readonly sessions: readonly SessionSummary[]
  /** The session that the page shows. */
  readonly current: SessionSummary | undefined
  readonly state: SessionState
  readonly onShortcuts: () => void
}

export function useGroups(typed: string, world: PaletteWorld): ItemGroup[] {
  const { sessions, current, state, onShortcuts } = world
  const sign = /^[>#]/.exec(typed)?.[0]
  const query = sign ? typed.slice(1).trim() : typed.trim()
  const settled = useSettled(query)
  const isAll = sign === undefined
  const files = useFileItems(current?.id, isAll ? settled : '')
  const texts = useTextItems(sign === '>' ? '' : settled)
  const prompts = usePromptItems(current?.id)
  const now = useNow()
  const recent = recentItems()
  const own = current ? sessionActions(current, state) : []
  const general = [newSessionItem, shortcutsItem(onShortcuts)]
  const all = sessionItems(sessions, now)
  const find = (items: readonly Item[], most: number) => foundItems(items, query, recent, most)
  const here = texts.filter((it) => it.inSession === current?.id)
  const elsewhere = texts.filter((it) => it.inSession !== current?.id)
  const textGroups = [
    { name: 'Text in this session', items: here.slice(0, MAX_TEXTS) },
    { name: current ? 'Text in other sessions' : 'Text', items: elsewhere.slice(0, MAX_TEXTS) },
  ]
  if (sign === '#') return shown(textGroups)
  const actions = { name: 'Actions', items: find([...own, ...general], sign === '>' ? 50 : MAX_ACTIONS) }
  const pages = { name: 'Pages and settings', items: find(pageItems, MAX_ACTIONS) }
  if (sign === '>') return shown([actions, pages])
  if (query === '') {
    const known = [...all, ...own, ...general, ...pageItems]
    const opened = recent.flatMap((id) => known.find((it) => it.id === id) ?? [])
    const last = opened.filter(({ id }) => current === undefined || id !== sessionItemId(current.id))
    const first = last.slice(0, MAX_RECENT)
    const others = all.filter((it) => !first.includes(it) && it.session !== current?.id)
    return shown([
      { name: 'Recent', items: first },
      { name: 'Sessions', items: others.slice(0, MAX_RECENT) },
      without(actions, first),
      without(pages, first),
    ])
  }
  return shown([
    { name: 'Sessions', items: find(all, MAX_SESSIONS) },
    actions,
    { name: current ? `Files in ${current.project.name}` : 'Files', items: marked(files, query) },
    ...textGroups,
    { name: 'Earlier prompts', items: find(prompts, MAX_PROMPTS) },
    pages,
  ])
}

function shown(groups: readonly ItemGroup[]): ItemGroup[] {
  return groups.filter(({ items }) => items.length > 0)
}

function without(group: ItemGroup, items: readonly Item[]): ItemGroup {
  return { ...group, items: group.items.filter(({ id }) => !items.some((it) => it.id === id)) }
}

/** In the order of the host. */
function marked(items: readonly Item[], query: string): Item[] {
  return items.map((item) => ({ ...item, places: foundItems([item], query, [], 1)[0]?.places ?? [] }))
}
