/** The transcript as data: threads of items, the drafts, and where to find what a later message speaks of. */
import { appended, without } from '../arrays.ts'
import type { CopyBut, Mutable } from '../fields.ts'
import {
  appendValue,
  emptyList,
  emptyListFrom,
  firstIndex,
  type List,
  replaceValue,
  valueAt,
} from '../list.ts'
import { hasKey, type Lookup, lookUp, withEntry } from '../lookup.ts'
import type { CallItem, Draft, Item, RemovedItem } from './items.ts'
import type { Recent } from './recent.ts'
import type { NotAsked } from './unanswered.ts'

/** The thread of the conversation itself. A sub-agent's is named by the tool call that started it. */
export const MAIN = ''

/** Where an entry is in the transcript. */
export interface Place {
  readonly thread: string
  readonly index: number
}

/** An item with its place. */
export interface Placed extends Place {
  readonly item: Item
}

/** Null: it made no item. 0: the same, and not since items last left the window. */
export type UuidPlace = Place | null | 0

/** The last message of a thread: how far its blocks have come. */
export interface Head {
  readonly messageId: string
  /** The index of the next block. */
  readonly next: number
}

/** What was said and done, by thread: the conversation and each sub-agent. */
export interface Transcript {
  readonly threads: Lookup<List<Item>>
  /** By tool call. */
  readonly calls: Lookup<Place>
  /** By uuid of the CLI's message or of a prompt; several items of one message are consecutive. */
  readonly uuids: Lookup<UuidPlace>
  /** By id, of the items that are to be found in no other way. */
  readonly ids: Lookup<Place>
  readonly drafts: readonly Draft[]
  /** By thread. */
  readonly heads: Lookup<Head>
  /** The tool calls that have no result yet, oldest first. */
  readonly running: readonly string[]
  /** Threads whose tool call has not been seen. */
  readonly orphans: readonly string[]
  readonly recent: Recent
  readonly notAsked?: NotAsked
  /** Roughly how many of the newest items are held: see `window.ts`. Absent: all. */
  readonly window?: number
  /** How many items the threads hold. */
  readonly held: number
  /** Items from before the window that may still change. */
  readonly pinned?: readonly Placed[]
  /** What has left the window with the last event. */
  readonly left?: readonly Placed[]
  /** Threads that have left, the last ones, with their sizes. */
  readonly over?: readonly { readonly thread: string; readonly size: number }[]
}

export function copyTranscript(transcript: Transcript): Mutable<Transcript> {
  const { threads, calls, uuids, ids, drafts, heads, running, orphans, recent, held } = transcript
  const { notAsked, window, pinned, left, over } = transcript
  const copy: CopyBut<Transcript, 'notAsked' | 'window' | 'pinned' | 'left' | 'over'> = {
    threads,
    calls,
    uuids,
    ids,
    drafts,
    heads,
    running,
    orphans,
    recent,
    held,
  }
  if (notAsked !== undefined) copy.notAsked = notAsked
  if (window !== undefined) copy.window = window
  if (pinned !== undefined) copy.pinned = pinned
  if (left !== undefined) copy.left = left
  if (over !== undefined) copy.over = over
  return copy
}

export function threadOf({ threads }: Transcript, parent: string): List<Item> {
  return lookUp(threads, parent) ?? emptyList()
}

export function itemAt(transcript: Transcript, { thread, index }: Place): Item | undefined {
  const item = valueAt(threadOf(transcript, thread), index)
  if (item !== undefined || transcript.pinned === undefined) return item
  return transcript.pinned.find((it) => it.index === index && it.thread === thread)?.item
}

/** The last items of a thread with their places, the latest first. */
export function* lately(
  transcript: Transcript,
  thread: string,
  most: number,
): Generator<{ readonly item: Item; readonly place: Place }> {
  const items = threadOf(transcript, thread)
  for (let index = items.size - 1; index >= Math.max(0, items.size - most); index--) {
    const item = valueAt(items, index)
    if (item) yield { item, place: { thread, index } }
  }
}

/** A call that was not taken back. */
export function callNamed(transcript: Transcript, toolUseId: string): CallItem | undefined {
  const place = lookUp(transcript.calls, toolUseId)
  const item = place && itemAt(transcript, place)
  return item && isCall(item) ? item : undefined
}

/** Whether an entry is a tool call. */
export function isCall(item: Item): item is CallItem {
  return item.kind === 'tool' || item.kind === 'question' || item.kind === 'plan'
}

/** Adds it at the end of its thread. If its id is in use, it gets another. */
export function addItem(transcript: Transcript, thread: string, added: Item): Transcript {
  const id = freeId(transcript, added.id, added.seq)
  return addFreeItem(transcript, thread, added.id === id ? added : { ...added, id })
}

/** As `addItem`, for an item whose id is known to be free. */
export function addFreeItem(transcript: Transcript, thread: string, item: Item): Transcript {
  const items = lookUp(transcript.threads, thread) ?? emptyListFrom(sizeThen(transcript, thread))
  const place: Place = { thread, index: items.size }
  const { uuid, id } = item
  const call = isCall(item) ? item : undefined
  const isFirst = uuid !== undefined && isFree(transcript, uuid)
  const after = copyTranscript(transcript)
  after.threads = withEntry(transcript.threads, thread, appendValue(items, item))
  if (call) after.calls = withEntry(transcript.calls, call.toolUseId, place)
  if (isFirst) after.uuids = withEntry(transcript.uuids, uuid, place)
  if (id !== call?.toolUseId && !(isFirst && id === uuid)) after.ids = withEntry(transcript.ids, id, place)
  if (call?.status === 'running') after.running = appended(transcript.running, call.toolUseId)
  const newThread = items.size === 0 ? thread : MAIN
  if (call || newThread !== MAIN) after.orphans = orphansAfter(transcript, newThread, call?.toolUseId)
  after.held = transcript.held + 1
  return after
}

/** Of a thread that has left. */
function sizeThen({ over }: Transcript, thread: string): number {
  return over?.findLast((it) => it.thread === thread)?.size ?? 0
}

/** This id, or one like it that nothing else has. Some API servers give all their messages the same id. */
export function freeId(transcript: Transcript, id: string, seq: number): string {
  if (!isStanding(transcript, id)) return id
  let free = `${id}@${seq}`
  for (let n = 1; isStanding(transcript, free); n++) free = `${id}@${seq}.${n}`
  return free
}

function isStanding(transcript: Transcript, id: string): boolean {
  const place = placeOf(transcript, id)
  return place !== undefined && itemAt(transcript, place)?.kind !== 'removed'
}

/** The place of the item with this id; one that was not taken back is preferred. */
export function placeOf(transcript: Transcript, id: string): Place | undefined {
  const named = lookUp(transcript.calls, id)
  const known = lookUp(transcript.ids, id)
  const said = lookUp(transcript.uuids, id)
  if (!named && !known && !said) return undefined
  let removed: Place | undefined
  for (const place of [named, known, said]) {
    const item = place ? itemAt(transcript, place) : undefined
    if (!place || item?.id !== id) continue
    if (item.kind !== 'removed') return place
    removed ??= place
  }
  return removed
}

/** Not in use, or by something that was taken back. */
function isFree(transcript: Transcript, uuid: string): boolean {
  const place = lookUp(transcript.uuids, uuid)
  return !place || itemAt(transcript, place)?.kind === 'removed'
}

function orphansAfter(
  { orphans, calls }: Transcript,
  newThread: string,
  newCall: string | undefined,
): readonly string[] {
  if (newThread !== MAIN && newThread !== newCall && !hasKey(calls, newThread)) return [...orphans, newThread]
  if (newCall !== undefined && orphans.includes(newCall)) return orphans.filter((it) => it !== newCall)
  return orphans
}

export function setItem(transcript: Transcript, { thread, index }: Place, item: Item): Transcript {
  const items = threadOf(transcript, thread)
  if (index < firstIndex(items)) return setPinned(transcript, { thread, index }, item)
  const after = replaceValue(items, index, item)
  return { ...transcript, threads: withEntry(transcript.threads, thread, after) }
}

function setPinned(transcript: Transcript, { thread, index }: Place, item: Item): Transcript {
  const { pinned = [] } = transcript
  const at = pinned.findIndex((it) => it.index === index && it.thread === thread)
  return at < 0 ? transcript : { ...transcript, pinned: pinned.with(at, { thread, index, item }) }
}

/** Changes a call that was not taken back, and keeps the list of those that run. */
export function setCall(
  transcript: Transcript,
  toolUseId: string,
  change: (call: CallItem) => CallItem,
): Transcript {
  const place = lookUp(transcript.calls, toolUseId)
  if (!place) return transcript
  const { thread, index } = place
  const items = threadOf(transcript, thread)
  const isPinned = index < firstIndex(items)
  const old = isPinned ? itemAt(transcript, place) : valueAt(items, index)
  if (!old || !isCall(old)) return transcript
  const call = change(old)
  if (call === old) return transcript
  const after = copyTranscript(isPinned ? setPinned(transcript, place, call) : transcript)
  if (!isPinned) after.threads = withEntry(transcript.threads, thread, replaceValue(items, index, call))
  if (call.status === old.status) return after
  const others = without(transcript.running, toolUseId)
  after.running = call.status === 'running' ? appended(others, toolUseId) : others
  return after
}

export function removeItem(transcript: Transcript, place: Place): Transcript {
  const old = itemAt(transcript, place)
  if (!old || old.kind === 'removed') return transcript
  const { id, at, seq, uuid } = old
  const tombstone: RemovedItem = { kind: 'removed', id, at, seq, ...(uuid !== undefined && { uuid }) }
  const after = setItem(transcript, place, tombstone)
  if (!isCall(old)) return after
  return { ...after, running: without(after.running, old.toolUseId) }
}

/** The threads from this one up to the conversation itself. */
export function threadsAbove({ calls }: Transcript, thread: string): readonly string[] {
  const path = [thread]
  for (
    let at = lookUp(calls, thread)?.thread;
    at !== undefined && !path.includes(at);
    at = lookUp(calls, at)?.thread
  )
    path.push(at)
  return path
}
