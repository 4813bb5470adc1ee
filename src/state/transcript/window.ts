/**
 * A transcript of bounded size. With a `window`, the oldest items leave when there are more: about half of them at once, so that
 * the cost per item stays the same. The state keeps nothing of them but their places; whoever folds finds them in `left` until
 * the next event, and keeps them if they are wanted later.
 *
 * An item that may still change (a running call, a prompt that is not over) is pinned: it leaves when it is final.
 *
 * Everything here depends on the state alone, so all who fold the same events evict the same items at the same event.
 */
import { boundedApprovals } from '../approvals/approvals.ts'
import { dropFirst, firstIndex, type List, listValues, toArray } from '../list.ts'
import {
  emptyLookup,
  hasKey,
  type Lookup,
  lookUp,
  lookupEntries,
  withEntry,
  withoutEntry,
} from '../lookup.ts'
import type { SessionState } from '../session-state.ts'
import { isRunning } from '../tasks.ts'
import { boundedTurns } from '../turns/turns.ts'
import type { Item } from './items.ts'
import { isCall, MAIN, type Place, type Placed, type Transcript, type UuidPlace } from './transcript.ts'

/** More uuids than this many times the window, and those that made no item are forgotten too. */
const MAX_UUIDS = 8
/** How many refused calls of the running turn are kept for its result, which lists them again. */
const MAX_REFUSED = 64
/** For how many evicted threads the size is kept, so that late items get the next index. */
const MAX_OVER = 1000
/** One turn and one approval may be as large as many items. */
const TURNS_SHARE = 4

/** The same session with a window of this many items. */
export function windowed(state: SessionState, window: number): SessionState {
  const held = [...lookupEntries(state.transcript.threads)].reduce(
    (sum, [, { size, first = 0 }]) => sum + size - first,
    0,
  )
  return boundedState({ ...state, transcript: { ...state.transcript, window, held } })
}

/** Whether items have left it. */
export function hasEvicted({ transcript }: Pick<SessionState, 'transcript'>): boolean {
  if (transcript.over !== undefined || transcript.pinned !== undefined) return true
  for (const [, items] of lookupEntries(transcript.threads)) if (firstIndex(items) > 0) return true
  return false
}

/** Nothing has left with the event to come. */
export function withoutLeft(state: SessionState): SessionState {
  if (state.transcript.left === undefined) return state
  const { left: _, ...transcript } = state.transcript
  return { ...state, transcript }
}

/** After each event. */
export function boundedState(state: SessionState): SessionState {
  const { window, held, uuids, pinned } = state.transcript
  if (window === undefined) return state
  let transcript = pinned === undefined ? state.transcript : withoutFinal(state.transcript, pinned, state)
  if (held > window || uuids.size > MAX_UUIDS * window) transcript = evict(transcript, window, state)
  const most = Math.ceil(window / TURNS_SHARE)
  const { turns, prompts } = boundedTurns(state, most)
  const approvals = boundedApprovals(state.approvals, most)
  if (
    transcript === state.transcript &&
    turns === state.turns &&
    prompts === state.prompts &&
    approvals === state.approvals
  )
    return state
  return { ...state, transcript, turns, prompts, approvals }
}

/** Removes pinned items that can no longer change. */
function withoutFinal(transcript: Transcript, pinned: readonly Placed[], state: SessionState): Transcript {
  const stays = pinned.filter(({ item }) => mayChange(item, state))
  if (stays.length === pinned.length) return transcript
  const final = pinned.filter((placed) => !stays.includes(placed))
  return withPinned(withLeft(transcript, final), stays)
}

function withPinned(transcript: Transcript, pinned: readonly Placed[]): Transcript {
  if (pinned.length > 0) return { ...transcript, pinned }
  const { pinned: _, ...rest } = transcript
  return rest
}

function withLeft(transcript: Transcript, left: readonly Placed[]): Transcript {
  return left.length === 0 ? transcript : { ...transcript, left: [...(transcript.left ?? []), ...left] }
}

function mayChange(item: Item, { prompts, approvals, tasks, turns }: SessionState): boolean {
  if (item.kind === 'user') return prompts.open.some(({ uuid }) => uuid === item.id || uuid === item.uuid)
  if (!isCall(item)) return false
  const { toolUseId, taskId } = item
  return (
    item.status === 'running' ||
    (isRefused(item) && turns.current !== null && item.at >= turns.current.startedAt) ||
    approvals.pending.some((approval) => approval.toolUseId === toolUseId) ||
    tasks.list.some((task) => (task.toolUseId === toolUseId || task.id === taskId) && isRunning(task))
  )
}

function isRefused(item: Item): boolean {
  return isCall(item) && (item.status === 'failed' || item.status === 'denied')
}

function evict(transcript: Transcript, window: number, state: SessionState): Transcript {
  const from = firstSeqKept(transcript, window >> 1)
  const gone: Placed[] = []
  let { threads } = transcript
  for (const [thread, items] of lookupEntries(transcript.threads)) {
    const old = itemsBefore(thread, items, from)
    if (old.length === 0) continue
    gone.push(...old)
    threads = withEntry(threads, thread, dropFirst(items, old.length))
  }
  const pinned = bounded([...(transcript.pinned ?? []), ...gone.filter(({ item }) => mayChange(item, state))])
  const stays = new Set(pinned)
  const left = [...(transcript.pinned ?? []), ...gone].filter((placed) => !stays.has(placed))
  const held = transcript.held - gone.length
  const after = withLeft(withPinned({ ...transcript, threads, held }, pinned), left)
  return withoutOver(withoutNames(after))
}

/** The number of the event with which the oldest item came that stays. */
function firstSeqKept({ threads, held }: Transcript, most: number): number {
  const seqs: number[] = []
  for (const [, items] of lookupEntries(threads)) for (const { seq } of listValues(items)) seqs.push(seq)
  if (held <= most) return 0
  return seqs.sort((a, b) => a - b)[held - most] ?? Number.POSITIVE_INFINITY
}

function itemsBefore(thread: string, items: List<Item>, seq: number): Placed[] {
  const found: Placed[] = []
  let index = firstIndex(items)
  for (const item of listValues(items)) {
    if (item.seq >= seq) break
    found.push({ thread, index, item })
    index += 1
  }
  return found
}

function bounded(pinned: readonly Placed[]): readonly Placed[] {
  let over = pinned.filter(({ item }) => isRefused(item)).length - MAX_REFUSED
  return over <= 0 ? pinned : pinned.filter(({ item }) => !isRefused(item) || over-- <= 0)
}

/** Removes the lookup entries of evicted items. */
function withoutNames(transcript: Transcript): Transcript {
  const { threads, pinned = [] } = transcript
  const isHere = ({ thread, index }: Place): boolean =>
    index >= firstIndex(lookUp(threads, thread) ?? NO_ITEMS) ||
    pinned.some((it) => it.index === index && it.thread === thread)
  return {
    ...transcript,
    calls: filtered(transcript.calls, (place) => (isHere(place) ? place : undefined)),
    ids: filtered(transcript.ids, (place) => (isHere(place) ? place : undefined)),
    uuids: filtered<UuidPlace>(transcript.uuids, (place) => {
      if (place === 0) return undefined
      if (place === null) return 0
      return isHere(place) ? place : undefined
    }),
  }
}

const NO_ITEMS: List<Item> = { size: 0, shift: 0, root: [], first: Number.POSITIVE_INFINITY }

function filtered<V>(lookup: Lookup<V>, keep: (value: V) => V | undefined): Lookup<V> {
  let after = emptyLookup<V>()
  for (const [key, value] of lookupEntries(lookup)) {
    const kept = keep(value)
    if (kept !== undefined) after = withEntry(after, key, kept)
  }
  return after
}

/** Threads that have nothing left, and whose call has left too. */
function withoutOver(transcript: Transcript): Transcript {
  const isOver = (thread: string, { size, first = 0 }: List<Item>): boolean =>
    first === size &&
    thread !== MAIN &&
    !hasKey(transcript.calls, thread) &&
    !transcript.drafts.some(({ parent }) => parent === thread)
  let { threads, heads } = transcript
  const over = [...(transcript.over ?? [])]
  for (const [thread, items] of lookupEntries(transcript.threads)) {
    if (!isOver(thread, items)) continue
    over.push({ thread, size: items.size })
    threads = withoutEntry(threads, thread)
    heads = withoutEntry(heads, thread)
  }
  if (threads === transcript.threads) return transcript
  return { ...transcript, threads, heads, over: over.slice(-MAX_OVER) }
}

/** What a list holds, with the places. */
export function placedItems(thread: string, items: List<Item>): Placed[] {
  const first = firstIndex(items)
  return toArray(items).map((item, offset) => ({ thread, index: first + offset, item }))
}
