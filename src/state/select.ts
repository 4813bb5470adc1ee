/** Views of the transcript: lists of items with and without what is nested in them, and items by name. */
import { firstIndex, type List, valueAt } from './list.ts'
import { lookUp } from './lookup.ts'
import { plainWords } from './plain-words.ts'
import type { SessionState } from './session-state.ts'
import { oneLine, shortInput } from './short-input.ts'
import type { CallItem, Draft, Item } from './transcript/items.ts'
import { textOf } from './transcript/message-fields.ts'
import { callNamed, isCall, itemAt, MAIN, placeOf, threadOf } from './transcript/transcript.ts'

/** Anything that holds a transcript. */
export type WithTranscript = Pick<SessionState, 'transcript'>

/** Which entries of a transcript to return. */
export interface ItemRange {
  /** The tool call whose sub-agent is meant. Without it, the conversation itself. */
  readonly thread?: string
  /** Counts from 0. */
  readonly from?: number
  /** The end of the range, exclusive. */
  readonly to?: number
}

/** How many items a thread has, with those that were taken back and those that have left the window. */
export function itemCount({ transcript }: WithTranscript, thread: string = MAIN): number {
  return threadOf(transcript, thread).size
}

/** The first item of a thread that is held: those before it have left the window. 0: all are. */
export function firstHeld({ transcript }: WithTranscript, thread: string = MAIN): number {
  return firstIndex(threadOf(transcript, thread))
}

/**
 * Items of one thread, with those that were taken back (`removed`): a place in the list never changes. Those that have left the
 * window are left out.
 */
export function items(
  { transcript }: WithTranscript,
  { thread = MAIN, from = 0, to }: ItemRange = {},
): Item[] {
  return sliced(threadOf(transcript, thread), from, to)
}

function sliced<T>(list: List<T>, from: number, to = list.size): T[] {
  const found: T[] = []
  for (let i = Math.max(firstIndex(list), from); i < Math.min(to, list.size); i++)
    found.push(valueAt(list, i) as T)
  return found
}

/** What is being written in a thread. It comes after the thread's items. */
export function draftsIn({ transcript }: WithTranscript, thread: string = MAIN): Draft[] {
  return transcript.drafts.filter(({ parent }) => parent === thread)
}

/** A line of the flattened view. */
export type Row = { readonly thread: string; readonly depth: number } & (
  | { readonly item: Item; readonly draft?: never }
  | { readonly draft: Draft; readonly item?: never }
)

/**
 * The conversation from top to bottom, as it is shown: what a sub-agent did stands after the call that started it, one
 * deeper; drafts stand at the end of their thread; what was taken back is left out. `from` and `to` count the items of the
 * outermost thread. Sub-agents whose call was never seen come last.
 */
export function rows(state: WithTranscript, { thread = MAIN, from = 0, to }: ItemRange = {}): Row[] {
  const found: Row[] = []
  addRows(found, state, thread, 0, [], from, to)
  const isToEnd = to === undefined || to >= itemCount(state, thread)
  if (thread === MAIN && isToEnd) {
    for (const orphan of state.transcript.orphans) addRows(found, state, orphan, 1, [MAIN])
  }
  return found
}

function addRows(
  found: Row[],
  state: WithTranscript,
  thread: string,
  depth: number,
  above: readonly string[],
  from = 0,
  to?: number,
): void {
  const path = [...above, thread]
  for (const item of items(state, { thread, from, ...(to !== undefined && { to }) })) {
    if (item.kind === 'removed') continue
    found.push({ thread, depth, item })
    if (isCall(item) && !path.includes(item.toolUseId)) addRows(found, state, item.toolUseId, depth + 1, path)
  }
  if (to !== undefined && to < itemCount(state, thread)) return
  for (const draft of draftsIn(state, thread)) found.push({ thread, depth, draft })
}

/** The item with this id, or the first of the message or prompt with this uuid. */
export function itemById({ transcript }: WithTranscript, id: string): Item | undefined {
  const place = placeOf(transcript, id) ?? lookUp(transcript.uuids, id)
  return place ? itemAt(transcript, place) : undefined
}

/** Finds a tool call by the id that the model gave it. */
export function callById({ transcript }: WithTranscript, toolUseId: string): CallItem | undefined {
  return callNamed(transcript, toolUseId)
}

/** The thread of a call. The work of its sub-agent is in the thread named after the call. */
export function threadOfCall({ transcript }: WithTranscript, toolUseId: string): string | undefined {
  return lookUp(transcript.calls, toolUseId)?.thread
}

/** The calls that have no result yet, oldest first. */
export function runningCalls({ transcript }: WithTranscript): CallItem[] {
  return transcript.running.flatMap((id) => callNamed(transcript, id) ?? [])
}

/** How far back the last line is looked for. */
const FAR = 100

/** What was said last, in one short line. Empty: nothing yet. Drafts do not count: reading them at every part is dear. */
export function lastLine({ transcript }: WithTranscript): string {
  const main = threadOf(transcript, MAIN)
  for (let i = main.size - 1; i >= Math.max(firstIndex(main), main.size - FAR); i--) {
    const line = lineOf(valueAt(main, i) as Item)
    if (line !== '') return line
  }
  return ''
}

/** What the model wrote last in the conversation, in one short line. Empty: nothing lately. */
export function lastWords({ transcript }: WithTranscript): string {
  const main = threadOf(transcript, MAIN)
  for (let i = main.size - 1; i >= Math.max(firstIndex(main), main.size - FAR); i--) {
    const item = valueAt(main, i)
    if (item?.kind === 'text' && item.text.trim() !== '') return oneLine(plainWords(item.text))
  }
  return ''
}

function lineOf(item: Item): string {
  switch (item.kind) {
    case 'user':
      return item.synthetic ? '' : oneLine(textOf(item.content))
    case 'text':
      return oneLine(plainWords(item.text))
    case 'tool':
      return oneLine(`${item.name} ${shortInput(item.input)}`)
    case 'question':
      return oneLine(item.questions[0]?.question ?? item.name)
    case 'plan':
      return oneLine(`Plan: ${plainWords(item.plan)}`)
    case 'notice':
      return item.level === 'error' || item.topic === 'interrupt' || item.topic === 'local-command'
        ? oneLine(item.text)
        : ''
    case 'compaction':
      return 'Compacted'
    default:
      return ''
  }
}
