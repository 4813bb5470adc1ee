/**
 * A whole conversation as text, piece by piece: what its state does not hold any more is read from the host page by page, so that no
 * more than a page of it is in memory.
 */
import { toJson } from '../state/export/json.ts'
import { toMarkdown } from '../state/export/markdown.ts'
import type { ExportOptions } from '../state/export/options.ts'
import { toPlainText } from '../state/export/plain-text.ts'
import { type List, listOf } from '../state/list.ts'
import { emptyLookup, withEntry } from '../state/lookup.ts'
import { emptyState, type SessionState } from '../state/session-state.ts'
import type { Item } from '../state/transcript/items.ts'
import { isCall, MAIN } from '../state/transcript/transcript.ts'
import type { ApiClient } from './client.ts'
import type { ItemPage } from './resources.ts'

export type ExportFormat = 'markdown' | 'text' | 'json'

const LIMIT = 200

/** `options.drafts` has no effect: what is being written is not stored. */
export async function* exportSession(
  api: Pick<ApiClient, 'call'>,
  id: string,
  format: ExportFormat,
  options: ExportOptions = {},
): AsyncGenerator<string> {
  const { state, session } = await api.call('getSession', { params: { id }, query: { paged: 'true' } })
  // The host's title, where the CLI has told none.
  const facts = { title: session.title, ...state.facts }
  const parts = partsOf(api, id, state)
  if (format === 'json') yield* jsonOf(id, facts, parts, options)
  else yield* textOf(format === 'markdown' ? toMarkdown : toPlainText, facts, parts, options)
}

type Facts = SessionState['facts']
/** A part of the conversation, as a state that has nothing else. */
type Part = Pick<SessionState, 'transcript'>

async function* textOf(
  write: typeof toMarkdown,
  facts: Facts,
  parts: AsyncGenerator<Part>,
  options: ExportOptions,
): AsyncGenerator<string> {
  let head = true
  for await (const { transcript } of parts) {
    const text = write({ facts, transcript }, { ...options, drafts: false, head })
    if (text !== '') yield head ? text : `\n${text}`
    head = false
  }
}

async function* jsonOf(
  id: string,
  facts: Facts,
  parts: AsyncGenerator<Part>,
  options: ExportOptions,
): AsyncGenerator<string> {
  const { items: _, ...head } = toJson({ facts, transcript: emptyState.transcript })
  const text = JSON.stringify({ session: id, ...head, items: [] }, undefined, 2)
  yield text.replace(/\[\]\n\}$/, '[')
  let isFirst = true
  for await (const { transcript } of parts) {
    for (const item of toJson({ facts, transcript }, { ...options, drafts: false }).items) {
      const lines = JSON.stringify(item, undefined, 2).replaceAll('\n', '\n    ')
      yield `${isFirst ? '' : ','}\n    ${lines}`
      isFirst = false
    }
  }
  yield isFirst ? ']\n}\n' : '\n  ]\n}\n'
}

/** At least one, which may be empty. */
async function* partsOf(
  api: Pick<ApiClient, 'call'>,
  id: string,
  { transcript: { orphans } }: SessionState,
): AsyncGenerator<Part> {
  const read = (thread: string, from: number): Promise<ItemPage> =>
    api.call('listItems', { params: { id }, query: { thread, from, limit: LIMIT } })
  for (let from = 0, size = 1; from < size; from += LIMIT) {
    const page = await read(MAIN, from)
    size = page.size
    yield await partOf(MAIN, page.items, read)
    if (size === 0) break
  }
  for (const thread of orphans) yield partOf(thread, await whole(thread, read), read)
}

type Read = (thread: string, from: number) => Promise<ItemPage>
type Entries = ItemPage['items']

async function whole(thread: string, read: Read): Promise<Entries> {
  const all: Entries[number][] = []
  for (let from = 0, size = 1; from < size; from += LIMIT) {
    const page = await read(thread, from)
    size = page.size
    all.push(...page.items)
  }
  return all
}

/** Items of one thread, with what the sub-agents of their calls did. */
async function partOf(thread: string, entries: Entries, read: Read): Promise<Part> {
  let threads = emptyLookup<List<Item>>()
  const add = async (name: string, some: Entries, path: readonly string[]): Promise<void> => {
    threads = withEntry(threads, name, listOf(some.map(({ item }) => item)))
    for (const { item, inner } of some) {
      if (!isCall(item) || inner === undefined || path.includes(item.toolUseId)) continue
      await add(item.toolUseId, await whole(item.toolUseId, read), [...path, item.toolUseId])
    }
  }
  await add(thread, entries, [MAIN, thread])
  const orphans = thread === MAIN ? [] : [thread]
  return { transcript: { ...emptyState.transcript, threads, orphans } }
}
