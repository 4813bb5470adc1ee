/** What the host finds for a query: files of the current session's folder, texts of all sessions, and earlier prompts. */
import type { SearchHit } from '../../api/resources.ts'
import { insertIntoDraft, NEW_DRAFT } from '../composer/draft.ts'
import { fileAddress, navigate, sessionAddress } from '../router.ts'
import { piecesOf } from '../search/excerpt.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'
import { FileIcon, PromptIcon, TextIcon } from '../ui/icons.ts'
import type { Item } from './item.ts'

const MIN_LETTERS = 2
const MAX_HITS = 20
const MAX_FILES = 8

export function useFileItems(session: string | undefined, query: string): Item[] {
  const isAsked = session !== undefined && query.length >= MIN_LETTERS
  const key = isAsked ? `${session} ${query}` : undefined
  const found = useFetched(key, () => api.call('findFiles', { query: { session: session ?? '', q: query } }))
  const kept = useKept(found.value)
  if (!isAsked || !kept) return []
  return kept.files.slice(0, MAX_FILES).map((path) => ({
    id: `file ${session} ${path}`,
    title: path,
    icon: FileIcon,
    isCode: true,
    run: () => navigate(fileAddress(session, { path })),
  }))
}

export interface TextItem extends Item {
  readonly inSession: string
}

export function useTextItems(query: string): TextItem[] {
  const isAsked = query.trim().length >= MIN_LETTERS
  const search = useFetched(isAsked ? query : undefined, () =>
    api.call('search', { query: { q: query.trim(), limit: MAX_HITS } }),
  )
  const kept = useKept(search.value)
  return isAsked && kept ? kept.hits.map(textItem) : []
}

function textItem(hit: SearchHit, index: number): TextItem {
  const { session, seq, kind, title } = hit
  const pieces = piecesOf(hit.excerpt.replace(/\s+/g, ' '))
  const places: number[] = []
  let text = '“'
  for (const piece of pieces) {
    if (piece.isFound) for (let at = 0; at < piece.text.length; at++) places.push(text.length + at)
    text += piece.text
  }
  return {
    id: `text ${session} ${seq} ${kind} ${index}`,
    title: `${text}”`,
    icon: TextIcon,
    hint: title || 'Untitled',
    places,
    inSession: session,
    run: () => navigate(sessionAddress(session, 'transcript', seq)),
  }
}

/** An earlier prompt goes into the message to the session or, without one, to a new session. */
export function usePromptItems(session: string | undefined): Item[] {
  const prompts = useFetched('prompts', () => api.call('listPrompts', { query: { limit: 200 } })).value
  if (!prompts) return []
  return prompts.prompts.map(({ text }) => ({
    id: `prompt ${text}`,
    title: text.replace(/\s+/g, ' ').slice(0, 200),
    icon: PromptIcon,
    run: () => {
      insertIntoDraft(session ?? NEW_DRAFT, text)
      if (session === undefined) navigate('/new')
    },
  }))
}
